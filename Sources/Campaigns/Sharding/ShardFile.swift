import Cryptography
import Files
import Foundation

/// A shard's figures as a file. Format `odograph.shard/2`:
///
/// - a line with the name of the format;
/// - a line of JSON, `ShardHeader`;
/// - the figures, ordered by day or participant and then by tracker. Each figure has 8 bytes, IEEE
///   754, little-endian, exact to the last bit. NaN stands for a figure that does not apply;
/// - 32 bytes, the SHA-256 of everything before them.
///
/// Later versions will use the same checksum, so that a damaged file can be distinguished from a
/// file of another version.
enum ShardFile {
  static let format = "odograph.shard/2"
  static let formatFamily = "odograph.shard/"
}

/// The description of a shard's figures. It does not contain the time or the machine of the runs,
/// so running a shard again gives a file with the same bytes.
struct ShardHeader: Codable, Sendable, Equatable {
  var index: Int
  var count: Int
  /// The number of the shard's first day or participant, counted from 0.
  var firstUnit: Int
  var unitCount: Int
  var trackerCount: Int
  /// The number of figures per tracker in each day or participant.
  var figureCount: Int
  var fingerprint: PlanFingerprint

  init(_ shard: Shard, of plan: some ShardedPlan) {
    let units = shard.units(of: plan.unitCount)
    index = shard.index
    count = shard.count
    firstUnit = units.lowerBound
    unitCount = units.count
    trackerCount = plan.trackerCount
    figureCount = plan.figureCount
    fingerprint = plan.fingerprint
  }

  fileprivate var unitLength: Int { trackerCount * figureCount * MemoryLayout<Double>.size }
  /// The length of all figures in bytes. Nil if the header's counts are so large that their product
  /// overflows.
  fileprivate var figuresLength: Int? {
    var length = MemoryLayout<Double>.size
    for count in [trackerCount, figureCount, unitCount] {
      let product = length.multipliedReportingOverflow(by: count)
      guard !product.overflow else { return nil }
      length = product.partialValue
    }
    return length
  }

  fileprivate func bytes() throws -> [UInt8] {
    Array((ShardFile.format + "\n").utf8) + (try StableJSON.file(self))
  }
}

/// Writes a shard's file, one day or participant at a time.
final class ShardWriter {
  private let file: DurableFile
  private let hash = RunningSHA256()

  init(_ shard: Shard, of plan: some ShardedPlan, path: String) throws {
    file = try DurableFile(path)
    try write(try ShardHeader(shard, of: plan).bytes())
  }

  /// - Parameter figures: The figures of a tracker, in order; nil for a measure that does not
  ///   apply.
  func add(_ figures: some Sequence<Double?>) throws {
    var bytes: [UInt8] = []
    for figure in figures {
      withUnsafeBytes(of: (figure ?? .nan).bitPattern.littleEndian) { bytes += $0 }
    }
    try write(bytes)
  }

  func commit() throws {
    try file.write(hash.digest())
    try file.commit()
  }

  private func write(_ bytes: [UInt8]) throws {
    hash.add(bytes)
    try file.write(bytes)
  }
}

/// Reads a shard's file after checking its checksum.
final class ShardReader {
  let header: ShardHeader
  private let file: FileHandle
  private static let pieceLength = 1 << 20
  private static let headerLengthMax = 1 << 24

  /// - Throws: `ShardDamage` if the file is damaged or has another format.
  init(path: String) throws(ShardDamage) {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw .corrupt("it cannot be read")
    }
    self.file = file
    do {
      let length = Int(try file.seekToEnd()) - RunningSHA256.digestLength
      guard length > 0 else { throw ShardDamage.corrupt("it is too short") }
      try Self.verify(file, length)
      try file.seek(toOffset: 0)
      let (header, start) = try Self.header(file)
      guard length - start == header.figuresLength else {
        throw ShardDamage.corrupt("its figures do not match its header")
      }
      self.header = header
      try file.seek(toOffset: UInt64(start))
    } catch let damage as ShardDamage {
      throw damage
    } catch {
      throw .corrupt("it cannot be read: \(error.localizedDescription)")
    }
  }

  /// Returns the figures of the next days or participants. Each has the figures of every tracker;
  /// NaN stands for a figure that does not apply.
  func units(_ count: Int) throws -> [Double] {
    let length = count * header.unitLength
    guard let data = try file.read(upToCount: length), data.count == length else {
      throw ShardDamage.corrupt("it has become shorter")
    }
    return data.withUnsafeBytes { bytes in
      (0..<length / 8).map { index in
        Double(
          bitPattern: UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)))
      }
    }
  }

  private static func verify(_ file: FileHandle, _ length: Int) throws {
    try file.seek(toOffset: 0)
    let hash = RunningSHA256()
    var left = length
    while left > 0 {
      guard let piece = try file.read(upToCount: min(left, pieceLength)), !piece.isEmpty else {
        throw ShardDamage.corrupt("it has become shorter")
      }
      hash.add(piece)
      left -= piece.count
    }
    guard let seal = try file.read(upToCount: RunningSHA256.digestLength),
      Array(seal) == hash.digest()
    else { throw ShardDamage.corrupt("its checksum is wrong") }
  }

  private static func header(_ file: FileHandle) throws -> (ShardHeader, length: Int) {
    var bytes = Data()
    let newline = UInt8(ascii: "\n")
    while bytes.count(where: { $0 == newline }) < 2, bytes.count < headerLengthMax,
      let piece = try file.read(upToCount: 1 << 16), !piece.isEmpty
    {
      bytes += piece
    }
    let lines = bytes.split(separator: newline, maxSplits: 2, omittingEmptySubsequences: false)
    let format = lines.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard format == ShardFile.format else {
      throw format.hasPrefix(ShardFile.formatFamily)
        ? ShardDamage.ofOtherFormat(format) : .corrupt("it is no shard")
    }
    guard lines.count == 3,
      let header = try? JSONDecoder().decode(ShardHeader.self, from: lines[1]),
      header.unitCount >= 0, header.trackerCount > 0, header.figureCount > 0
    else { throw ShardDamage.corrupt("its header cannot be read") }
    return (header, lines[0].count + lines[1].count + 2)
  }
}

/// The reason why a file cannot be read as a shard.
enum ShardDamage: Error, Equatable {
  case corrupt(String)
  case ofOtherFormat(String)
}
