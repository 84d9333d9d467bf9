import Foundation
import Timekeeping
import World

extension Trace {
  static let maximumBytes = 1 << 30

  /// Reads a recording: GPX 1.0 and 1.1, or CSV with a header line, plain or gzipped.
  ///
  /// The format is told by the first bytes, never by the file's name, so that junk of any size is
  /// refused at once. Nothing is taken from a file that is damaged further on.
  public static func read(
    path: String, options: TraceOptions = TraceOptions()
  ) throws(InputError) -> Trace {
    try read(path: path, options: options, mention: .commandLine)
  }

  static func read(
    path: String, options: TraceOptions, mention: SourceLocation
  ) throws(InputError) -> Trace {
    let file = try InputFile(
      path: path, maximumBytes: maximumBytes, asWhat: TraceFormat.accepted, mention: mention)
    let isGzipped = Gunzip.isGzipped(file.bytes)
    let beginning =
      isGzipped
      ? Gunzip(file.bytes, limit: TraceFormat.bytesToRecogniseBy).bytes
      : file.bytes.prefix(TraceFormat.bytesToRecogniseBy)
    let format = try TraceFormat(beginning: beginning, location: file.location)
    let bytes = isGzipped ? try inflated(file) : file.bytes
    let name = URL(fileURLWithPath: path).lastPathComponent
    let assembly =
      switch format {
      case .gpx: try GPXReader.read(bytes, location: file.location)
      case .csv: try CSVReader.read(bytes, options: options, location: file.location)
      }
    return try assembly.trace(name: name, location: file.location)
  }

  private static func inflated(_ file: InputFile) throws(InputError) -> Data {
    let result = Gunzip(file.bytes, limit: maximumBytes)
    switch result.ending {
    case .complete: return result.bytes
    case .truncated:
      throw InputError(file.location, "the gzipped file ends too early; was it copied whole?")
    case .corrupt: throw InputError(file.location, "the gzipped file is damaged")
    case .limitReached:
      throw InputError(file.location, "the file is over 1 GiB when unpacked", accepted: "less")
    }
  }
}

/// The points of a file with the lines they stand on, before they are one recording.
struct TraceAssembly {
  struct LocatedPoint {
    var line: Int
    var point: TracePoint
  }

  /// Phones mix fixes stamped by the receiver with fixes stamped by their own clock, so that one
  /// may lie a fraction of a second before the other. A longer step back is a mistake in the file.
  static let jitter = TimeSpan.seconds(1 as Int64)

  /// Continuous pieces in the order of the file.
  var segments: [[LocatedPoint]] = []
  var remarks: [String] = []
  var pointsWithoutTime = 0

  /// Puts the segments into the order of time and refuses what cannot be one person's way.
  func trace(name: String, location: SourceLocation) throws(InputError) -> Trace {
    var remarks = remarks
    if pointsWithoutTime > 0 {
      remarks.append("\(pointsWithoutTime) points without a time were left out.")
    }
    let filled = segments.filter { !$0.isEmpty }
    let ordered = filled.enumerated()
      .sorted { ($0.element[0].point.time, $0.offset) < ($1.element[0].point.time, $1.offset) }
      .map(\.element)
    var points: [TracePoint] = []
    points.reserveCapacity(ordered.reduce(0) { $0 + $1.count })
    var leftOut = 0
    for segment in ordered {
      leftOut += try append(segment, to: &points, location: location)
    }
    if leftOut > 0 {
      remarks.append("\(leftOut) points were no later than the point before and were left out.")
    }
    guard points.count >= 2 else {
      throw InputError(
        location, pointsWithoutTime > 0 ? "its points have no times" : "it has no points",
        accepted: "a recording of at least two points with times")
    }
    return Trace(name: name, points: points, remarks: remarks)
  }

  /// How many points were left out as no later than the one before.
  private func append(
    _ segment: [LocatedPoint], to points: inout [TracePoint], location: SourceLocation
  ) throws(InputError) -> Int {
    var leftOut = 0
    var isFirst = true
    for located in segment {
      var point = located.point
      if let last = points.last, point.time <= last.time {
        guard last.time - point.time < TraceAssembly.jitter else {
          throw backwards(located, after: last.time, isFirst: isFirst, location: location)
        }
        leftOut += 1
        continue
      }
      point.startsSegment = isFirst
      isFirst = false
      points.append(point)
    }
    return leftOut
  }

  private func backwards(
    _ located: LocatedPoint, after last: Instant, isFirst: Bool, location: SourceLocation
  ) -> InputError {
    let times =
      "\(located.point.time.iso8601(fractionDigits: 3)) follows "
      + last.iso8601(fractionDigits: 3)
    let place = SourceLocation(file: location.file, line: located.line)
    return isFirst
      ? InputError(
        place, "two segments overlap in time: \(times)", accepted: "the way of one person")
      : InputError(place, "the time runs backwards: \(times)", accepted: "times in order")
  }
}

/// What a file is by its first bytes.
enum TraceFormat {
  case gpx, csv

  static let bytesToRecogniseBy = 1 << 16
  static let accepted = "GPX, or CSV with a header line, plain or gzipped"

  init(beginning: Data, location: SourceLocation) throws(InputError) {
    let bytes = [UInt8](beginning).trimmingByteOrderMark
    guard !bytes.isEmpty else {
      throw InputError(location, "the file is empty", accepted: TraceFormat.accepted)
    }
    if bytes.first(where: { !isSpace($0) }) == UInt8(ascii: "<") {
      let root = try XMLProlog(bytes, location: location).rootElement
      guard root == "gpx" else {
        throw TraceFormat.refusal(TraceFormat.nameOfXML(root), location)
      }
      self = .gpx
    } else if !bytes.contains(0), CSVHeader(firstLineOf: bytes)?.isRecognised == true {
      self = .csv
    } else {
      throw TraceFormat.refusal(TraceFormat.nameOfOther(bytes), location)
    }
  }

  private static func refusal(_ name: String?, _ location: SourceLocation) -> InputError {
    InputError(
      location, name.map { "\($0) is not a format that is read" } ?? "not a format that is read",
      accepted: accepted)
  }

  private static func nameOfXML(_ root: String) -> String? {
    switch root {
    case "TrainingCenterDatabase": "TCX"
    case "kml": "KML"
    case "html", "HTML": "HTML"
    case "": nil
    default: "XML with the root element \(quoted(root))"
    }
  }

  private static func nameOfOther(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    if text.hasPrefix("$GP") || text.hasPrefix("$GN") { return "NMEA" }
    if text.hasPrefix("A"), text.contains("HFDTE") { return "IGC" }
    if text.hasPrefix("#"), text.contains("Raw,") { return "GnssLogger text" }
    if text.hasPrefix("{") || text.hasPrefix("[") { return "JSON" }
    if bytes.count > 12, bytes[8..<12].elementsEqual(".FIT".utf8) { return "FIT" }
    return nil
  }
}

func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

extension [UInt8] {
  var trimmingByteOrderMark: [UInt8] {
    starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
  }
}
