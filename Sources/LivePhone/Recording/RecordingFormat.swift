import Foundation
import Timekeeping

/// The format of a recording, selected by the extension of its name.
package enum RecordingFormat: CaseIterable, Sendable {
  case gpx, geoJSON, jsonLines

  /// The accepted names, for messages.
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

/// A writer that turns each event into text of a format.
protocol RecordingWriter: Sendable {
  var form: RecordingForm { get }
  /// Prepares for a file that was just opened. If it has reports, a gap follows.
  mutating func goOn(hasReports: Bool)
  mutating func piece(of event: GPSDEvent) -> RecordedPiece?
}

/// A piece of text that is added to a recording in one call.
struct RecordedPiece {
  var text: String
  /// True if it contains a position of the receiver.
  var isPosition: Bool
}

/// The text around the reports, and the test for a complete report.
///
/// Every report is on a line of its own.
struct RecordingForm: Sendable {
  var opening: String
  var closing: String
  /// The line between two reports at a gap.
  var border: String?
  /// The beginning of each report's line.
  var beginning: String
  /// The text before a report's time.
  var timeMark: String
  /// The test whether a line with this beginning, without its line break, is a complete report.
  var isWhole: @Sendable (ArraySlice<UInt8>) -> Bool
  /// True if the line break belongs to the report; otherwise the next report begins with it.
  var includesBreak = false

  /// The text by which files of this format are recognized.
  var mark: String { opening.isEmpty ? beginning : opening }

  /// Returns the end of the last complete report, 0 for none.
  ///
  /// - Parameter tail: The file's end, from the opening or from within the reports.
  /// - Returns: Nil if something other than the torn end of a recording follows.
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

  /// Returns the span from the first time at the file's beginning to the last time at its end.
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

  /// Returns true for a possible torn end: part of a report, of a border or of the closing lines.
  private func isDebris(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: beginning.utf8) { return true }
    let others = closing.split(separator: "\n").map(String.init) + [beginning, border ?? ""]
    return others.contains { $0.utf8.starts(with: line) }
  }

  private var lineBreak: UInt8 { UInt8(ascii: "\n") }
}
