import Foundation

/// A day's file of the server Compass: lines of a time in UTC and a GeoJSON feature, such as
/// `2026-03-02 08:00:00.000000 {"type":"Feature",…}`.
enum CompassDay {
  /// Returns true if the first line is one of Compass.
  static func isRecording(firstLineOf bytes: [UInt8]) -> Bool {
    let line = bytes.prefix(64).prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self)
      .firstMatch(of: /^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8}(\.[0-9]+)? \{/) != nil
  }

  /// Returns the features without the times before them, with the same numbers of lines.
  static func features(_ bytes: Data) -> Data {
    var features = Data(capacity: bytes.count)
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if let start = line.firstIndex(of: UInt8(ascii: "{")) { features += line[start...] }
      features.append(UInt8(ascii: "\n"))
    }
    return features
  }
}
