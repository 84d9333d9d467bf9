import Foundation
import Timekeeping

/// The format of a recording, selected by the extension of the file's name.
package enum RecordingFormat: CaseIterable, Sendable {
  case gpx, geoJSON, jsonLines

  /// The accepted file names, as text for messages.
  package static let accepted = "a name that ends in .gpx, .geojson or .jsonl"

  package init?(path: String) {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "gpx": self = .gpx
    case "geojson": self = .geoJSON
    case "jsonl": self = .jsonLines
    default: return nil
    }
  }

  func writer() -> any RecordingWriter {
    switch self {
    case .gpx: GPXRecordingWriter()
    case .geoJSON: GeoJSONRecordingWriter()
    case .jsonLines: JSONLinesRecordingWriter()
    }
  }
}

/// A writer that converts events to the text of one format.
protocol RecordingWriter: Sendable {
  var form: RecordingForm { get }
  /// Prepares the writer for a file that was just opened.
  ///
  /// - Parameter hasReports: True if the file has reports. The writer then marks a gap before the
  ///   next report, if the format can mark gaps.
  mutating func goOn(hasReports: Bool)
  mutating func piece(of event: GPSDEvent) -> RecordedPiece?
}

/// A piece of text that is appended to a recording in one call.
struct RecordedPiece {
  var text: String
  /// True if the piece contains a position of the receiver.
  var isPosition: Bool
}

/// The fixed texts of a format, and the test for a complete report.
///
/// Every report is on a line of its own.
struct RecordingForm: Sendable {
  var opening: String
  var closing: String
  /// The line that is written between two reports at a gap; nil if the format has none.
  var border: String?
  /// The text with which each report's line begins.
  var beginning: String
  /// The text that precedes a report's time.
  var timeMark: String
  /// The test that returns true if a line is a complete report. The caller passes only lines that
  /// start with `beginning` and have no line break.
  var isWhole: @Sendable (ArraySlice<UInt8>) -> Bool
  /// True if a report ends with its line break. If false, the next report begins with the line
  /// break.
  var includesBreak = false

  /// The text at a file's beginning that identifies this format.
  var mark: String { opening.isEmpty ? beginning : opening }

  /// Returns the position at which the last complete report ends.
  ///
  /// After the last complete report, a recording may contain closing lines or an incomplete report.
  /// After a loss of power, the file may also end with zero bytes.
  ///
  /// - Parameter tail: The last bytes of the file, without the opening.
  /// - Returns: 0 if there is no complete report; nil if the bytes are not the end of a recording.
  func bodyEnd(in tail: [UInt8]) -> Int? {
    // After a loss of power a disk may have allocated space without filling it.
    let sound = tail.prefix { $0 != 0 }
    var rest = sound
    while true {
      let start = rest.lastIndex(of: lineBreak).map { $0 + 1 } ?? rest.startIndex
      let line = rest[start...]
      if !includesBreak || rest.endIndex < sound.endIndex, let end = end(ofReport: line) {
        return end
      }
      guard isDebris(line) else { return nil }
      // After the opening a line ends before a report begins; odograph writes no one-line
      // collection.
      if start == rest.startIndex { return includesBreak || line.isEmpty ? 0 : nil }
      rest = rest[..<(start - 1)]
    }
  }

  /// Returns the time range of the reports; nil if there is no report.
  ///
  /// - Parameters:
  ///   - beginning: The bytes at the file's beginning, which contain the first report.
  ///   - end: The bytes at the file's end, which contain the last report.
  func span(
    from beginning: ArraySlice<UInt8>, to end: ArraySlice<UInt8>
  ) -> ClosedRange<Instant>? {
    let mark = Data(timeMark.utf8)
    guard let first = time(Data(beginning), Data(beginning).range(of: mark)),
      let last = time(Data(end), Data(end).range(of: mark, options: .backwards))
    else { return nil }
    return min(first, last)...max(first, last)
  }

  private func time(_ bytes: Data, _ mark: Range<Data.Index>?) -> Instant? {
    guard let mark else { return nil }
    let text = bytes[mark.upperBound...].prefix {
      $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "\"")
    }
    return Instant(iso8601: String(decoding: text, as: UTF8.self))
  }

  private func end(ofReport line: ArraySlice<UInt8>) -> Int? {
    let report = line.last == UInt8(ascii: ",") ? line.dropLast() : line
    guard report.starts(with: beginning.utf8), isWhole(report) else { return nil }
    return report.endIndex + (includesBreak ? 1 : 0)
  }

  /// Returns true if the line may follow the last complete report: an incomplete report, or the
  /// beginning of a border or of a closing line.
  private func isDebris(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: beginning.utf8) { return true }
    let others = closing.split(separator: "\n").map(String.init) + [beginning, border ?? ""]
    return others.contains { $0.utf8.starts(with: line) }
  }

  private var lineBreak: UInt8 { UInt8(ascii: "\n") }
}
