import Foundation
import Timekeeping

/// How a recording is written, by the ending of its name.
package enum RecordingFormat: CaseIterable, Sendable {
  case gpx, geoJSON, jsonLines

  /// For messages.
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

/// What a format makes of each event.
protocol RecordingWriter: Sendable {
  var form: RecordingForm { get }
  /// What comes next goes to a file that was opened just now: after a gap, if there are reports in it.
  mutating func goOn(hasReports: Bool)
  mutating func piece(of event: GPSDEvent) -> RecordedPiece?
}

/// What is added to a recording at once.
struct RecordedPiece {
  var text: String
  /// Whether it tells where the receiver was.
  var isPosition: Bool
}

/// What stands about the reports, and how to tell a whole one. Every report is on a line of its own.
struct RecordingForm: Sendable {
  var opening: String
  var closing: String
  /// What stands on a line of its own between two reports.
  var border: String?
  /// What each report's line begins with.
  var beginning: String
  /// What a report's time stands behind.
  var timeMark: String
  /// Whether a line that begins so, without its break, is a whole report.
  var isWhole: @Sendable (ArraySlice<UInt8>) -> Bool
  /// Whether the line's break belongs to the report; else the next one brings it.
  var includesBreak = false

  /// What tells the format's files from others.
  var mark: String { opening.isEmpty ? beginning : opening }

  /// Where the last whole report ends, 0 for none.
  ///
  /// - Parameter tail: from the opening, or from the midst of the reports, to the end of the file.
  /// - Returns: nil where something follows it that was not torn off from a recording.
  func bodyEnd(in tail: [UInt8]) -> Int? {
    // Where the power went off a disk may have made room and not filled it.
    let sound = tail.prefix { $0 != 0 }
    var rest = sound
    while true {
      let start = rest.lastIndex(of: lineBreak).map { $0 + 1 } ?? rest.startIndex
      let line = rest[start...]
      if !includesBreak || rest.endIndex < sound.endIndex, let end = end(ofReport: line) {
        return end
      }
      guard isDebris(line) else { return nil }
      // Behind the opening a line ends before a report begins; a collection on one line is not ours.
      if start == rest.startIndex { return includesBreak || line.isEmpty ? 0 : nil }
      rest = rest[..<(start - 1)]
    }
  }

  /// From the first time that the beginning of a file tells to the last that its end does.
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

  /// What a torn file may end with: part of a report, of a border or of the closing lines.
  private func isDebris(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: beginning.utf8) { return true }
    let others = closing.split(separator: "\n").map(String.init) + [beginning, border ?? ""]
    return others.contains { $0.utf8.starts(with: line) }
  }

  private var lineBreak: UInt8 { UInt8(ascii: "\n") }
}
