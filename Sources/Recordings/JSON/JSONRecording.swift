import Text

/// The kind of recording in a JSON file, recognized by its first keys.
enum JSONRecording {
  /// GeoJSON features in a collection, in an array, or one on each line. Includes Overland's
  /// batches and exports.
  case geoJSON
  /// One month of Google's semantic location history, under `timelineObjects`.
  case googleMonth
  /// The Google Timeline that a phone exports: `semanticSegments`, or a plain list of segments.
  case googleTimeline
  /// Google's `Records.json`: `locations` with coordinates in degrees times 10⁷.
  case googleRecords
  /// Messages of the app OwnTracks, one on each line.
  case ownTracks
  /// Reports of the program gpsd, one on each line.
  case gpsd
  /// FHIR bundles of Observations, or Observations alone, one on each line.
  case fhir

  /// Recognizes the kind of a recording by the first bytes of its file. The bytes may be cut off at
  /// any point. Nil if they contain no known key.
  init?(beginning: [UInt8]) {
    let found = JSONScanner.scan(beginning) { scanner -> JSONRecording? in
      scanner.skipByteOrderMark()
      _ = scanner.take("\u{1E}")
      guard scanner.take("[") else { return JSONRecording.ofObject(&scanner) }
      return JSONRecording.ofElements(&scanner)
    }
    guard let found else { return nil }
    self = found
  }

  private static func ofObject(_ scanner: inout JSONScanner) -> JSONRecording? {
    guard scanner.take("{") else { return nil }
    var isFirst = true
    while let key = nextKey(&scanner, &isFirst) {
      switch key {
      case "timelineObjects": return .googleMonth
      case "semanticSegments", "rawSignals", "userLocationProfile": return .googleTimeline
      case "features", "geometry", "type", "properties": return .geoJSON
      case "locations":
        guard scanner.take("[") else { return nil }
        return scanner.nextByte() == UInt8(ascii: "]") ? .geoJSON : ofElements(&scanner)
      case "_type": return .ownTracks
      case "class": return .gpsd
      case "resourceType", "entry": return .fhir
      default: break
      }
      guard (try? scanner.skipOutline()) != nil else { return nil }
    }
    return nil
  }

  private static func ofElements(_ scanner: inout JSONScanner) -> JSONRecording? {
    guard scanner.take("{") else { return nil }
    var isFirst = true
    while let key = nextKey(&scanner, &isFirst) {
      switch key {
      case "latitudeE7", "longitudeE7", "timestampMs": return .googleRecords
      case "startTime", "endTime", "visit", "activity", "timelinePath":
        return .googleTimeline
      case "geometry", "type", "properties": return .geoJSON
      case "_type": return .ownTracks
      case "resourceType": return .fhir
      default: break
      }
      guard (try? scanner.skipOutline()) != nil else { return nil }
    }
    return nil
  }

  /// Returns the next key of the object. Nil at the object's end, or if the text is cut or damaged.
  private static func nextKey(_ scanner: inout JSONScanner, _ isFirst: inout Bool) -> String? {
    guard let name = try? scanner.nextMember(&isFirst) else { return nil }
    return try? scanner.string(name)
  }
}
