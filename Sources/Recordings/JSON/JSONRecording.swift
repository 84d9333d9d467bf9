import Foundation

/// Whose recording a JSON file is, told by the keys it begins with.
enum JSONRecording {
  /// Features in a collection, in an array, or one a line; Overland's batches and exports too.
  case geoJSON
  /// A month of Google's semantic location history: `timelineObjects`.
  case googleMonth
  /// The Timeline that a phone exports: `semanticSegments`, or a bare list of segments.
  case googleTimeline
  /// Google's `Records.json`: `locations` with latitudes times 10⁷.
  case googleRecords
  /// Messages of OwnTracks, one a line.
  case ownTracks
  /// Reports of gpsd, one a line.
  case gpsd

  /// Nil when nothing at the beginning is known. `beginning` may be cut anywhere.
  init?(beginning: [UInt8]) {
    let found = beginning.withUnsafeBytes { text -> JSONRecording? in
      var cursor = JSONCursor(text)
      _ = cursor.take("\u{1E}")
      guard cursor.take("[") else { return JSONRecording.ofObject(&cursor) }
      return JSONRecording.ofElements(&cursor)
    }
    guard let found else { return nil }
    self = found
  }

  private static func ofObject(_ cursor: inout JSONCursor) -> JSONRecording? {
    guard cursor.take("{") else { return nil }
    var isFirst = true
    while let key = try? cursor.nextKey(isFirst: isFirst) {
      isFirst = false
      switch key {
      case "timelineObjects": return .googleMonth
      case "semanticSegments", "rawSignals", "userLocationProfile": return .googleTimeline
      case "features", "geometry", "type", "properties": return .geoJSON
      case "locations":
        guard cursor.take("[") else { return nil }
        return cursor.peek() == UInt8(ascii: "]") ? .geoJSON : ofElements(&cursor)
      case "_type": return .ownTracks
      case "class": return .gpsd
      default: break
      }
      guard (try? cursor.skipValue()) != nil else { return nil }
    }
    return nil
  }

  private static func ofElements(_ cursor: inout JSONCursor) -> JSONRecording? {
    guard cursor.take("{") else { return nil }
    var isFirst = true
    while let key = try? cursor.nextKey(isFirst: isFirst) {
      isFirst = false
      switch key {
      case "latitudeE7", "longitudeE7", "timestampMs": return .googleRecords
      case "startTime", "endTime", "visit", "activity", "timelinePath":
        return .googleTimeline
      case "geometry", "type", "properties": return .geoJSON
      case "_type": return .ownTracks
      default: break
      }
      guard (try? cursor.skipValue()) != nil else { return nil }
    }
    return nil
  }
}
