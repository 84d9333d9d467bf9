import Foundation
import Timekeeping

/// Text on its way into a file, gathered so that a record costs no system call and no string.
///
/// The file is open only while a full buffer is written: thousands of runs may have files at once, and
/// a process may not have thousands of them open.
struct LineWriter {
  private static let bufferBytes = 1 << 16

  private let path: String
  private var buffer: [UInt8] = []

  /// Makes an empty file.
  init(path: String) throws {
    self.path = path
    guard FileManager.default.createFile(atPath: path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
    }
  }

  mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { buffer.append(contentsOf: $0) }
  }

  mutating func add(text: String) { buffer.append(contentsOf: text.utf8) }

  mutating func add(_ instant: Instant) {
    instant.appendISO8601(to: &buffer, fractionDigits: 3)
  }

  mutating func add(_ number: Int) { add(text: String(number)) }

  /// A number with that many decimals; nothing for one that is not finite.
  mutating func add(_ value: Double, decimals: Int) {
    let scale = powersOfTen[decimals]
    let scaled = (value * scale).rounded()
    guard scaled.isFinite, abs(scaled) < 9e18 else { return }
    if scaled < 0 { buffer.append(UInt8(ascii: "-")) }
    let magnitude = scaled.magnitude
    let whole = UInt64(magnitude) / UInt64(scale)
    addDigits(whole, width: 1)
    guard decimals > 0 else { return }
    buffer.append(UInt8(ascii: "."))
    addDigits(UInt64(magnitude) % UInt64(scale), width: decimals)
  }

  private mutating func addDigits(_ number: UInt64, width: Int) {
    var divisor: UInt64 = 1
    for _ in 1..<max(width, 1) { divisor *= 10 }
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      buffer.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  /// To be called at each line's end.
  mutating func endLine() throws {
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= LineWriter.bufferBytes { try flush() }
  }

  mutating func flush() throws {
    guard !buffer.isEmpty else { return }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: buffer)
    try file.close()
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes what is left and gives the memory back.
  mutating func finish() throws {
    try flush()
    buffer = []
  }
}

private let powersOfTen: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
