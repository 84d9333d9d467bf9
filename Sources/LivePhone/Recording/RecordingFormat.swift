import Foundation

/// How a recording is written, by the ending of its name.
public enum RecordingFormat: CaseIterable, Sendable {
  case gpx, geoJSON, jsonLines

  /// For messages.
  public static let accepted = "a name that ends in .gpx, .geojson or .jsonl"

  public init?(path: String) {
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
  /// What comes next follows, after a gap, on reports that are there.
  mutating func resume()
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
  /// What tells the format's files from others; the opening, where there is one.
  var mark: String
  /// Whether a line, without its break, is a whole report.
  var isWhole: @Sendable (ArraySlice<UInt8>) -> Bool
  /// Whether the line's break belongs to the report; else the next one brings it.
  var includesBreak: Bool

  /// - Returns: the offset behind the last whole report; nil without any.
  func end(ofLastPieceIn tail: [UInt8]) -> Int? {
    // Where the power went off a disk may have made room and not filled it.
    var sound = tail.prefix { $0 != 0 }
    while true {
      let start = sound.lastIndex(of: lineBreak).map { $0 + 1 } ?? sound.startIndex
      let isEnded = sound.endIndex < tail.endIndex && tail[sound.endIndex] == lineBreak
      let line = sound[start...]
      if !includesBreak || isEnded {
        let body = line.last == comma ? line.dropLast() : line
        if isWhole(body) { return body.endIndex + (includesBreak ? 1 : 0) }
      }
      if start == sound.startIndex { return nil }
      sound = sound[..<(start - 1)]
    }
  }

  /// Whether this may be what was left of the closing lines or of a first report.
  func isTorn(_ tail: [UInt8]) -> Bool {
    let sound = tail.prefix { $0 != 0 }
    return sound.split(separator: lineBreak).count <= closing.utf8.split(separator: lineBreak).count + 1
  }

  private var lineBreak: UInt8 { UInt8(ascii: "\n") }
  private var comma: UInt8 { UInt8(ascii: ",") }
}
