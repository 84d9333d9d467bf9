import Geodesy
import Text
import Timekeeping

/// The body of an Overland request: `{"locations": [Feature, …]}`, with the optional members
/// `current` and `trip`. Other members of the body are ignored.
struct OverlandBatch {
  /// The records of the body, in the order of the features.
  private(set) var records: [ReceivedRecord] = []
  /// The error of the first feature that could not be read; nil if all could be read.
  private(set) var fault: Malformed?
  /// The device's newest position, which a device with a long queue adds; nil if there is none.
  private(set) var current: ReceivedRecord?
  /// The trip in progress; nil if there is none.
  var trip: DeviceState.Trip?
  /// The device that the positions of `trip` name; nil if there are none.
  var tripDevice: String?

  /// The device that sent the body; nil if nothing in the body names one.
  var device: String? { records.first?.device ?? current?.device ?? tripDevice }

  let takesUnixTimes: Bool
  private let keepsSources: Bool

  /// Reads the body of a request.
  ///
  /// - Throws: `Malformed` if the body is not JSON, not an object, or has no array `locations`.
  init(
    _ body: [UInt8], arrivedAt: Instant, takesUnixTimes: Bool, keepsSources: Bool
  ) throws(Malformed) {
    self.takesUnixTimes = takesUnixTimes
    self.keepsSources = keepsSources
    try JSONScanner.scan(body) { (scanner) throws(Malformed) in
      try read(&scanner, arrivedAt: arrivedAt)
    }
  }

  private mutating func read(
    _ scanner: inout JSONScanner, arrivedAt: Instant
  ) throws(Malformed) {
    guard try scanner.kind() == .object else {
      throw Malformed(reason: "the body is not a JSON object")
    }
    try scanner.beginObject()
    var isFirst = true
    var hasLocations = false
    while let name = try scanner.nextMember(&isFirst) {
      if scanner.matches(name, "locations") {
        hasLocations = true
        try readLocations(&scanner, arrivedAt: arrivedAt)
      } else if scanner.matches(name, "current") {
        current = try readFeature(&scanner, arrivedAt: arrivedAt)
      } else if scanner.matches(name, "trip") {
        try readTrip(&scanner, arrivedAt: arrivedAt)
      } else {
        try scanner.skipValue()
      }
    }
    try scanner.requireEnd()
    guard hasLocations else { throw Malformed(reason: "locations is missing") }
  }

  private static let usualLength = 64

  private mutating func readLocations(
    _ scanner: inout JSONScanner, arrivedAt: Instant
  ) throws(Malformed) {
    guard try scanner.kind() == .array else {
      throw Malformed(reason: "locations is not an array")
    }
    records = []
    records.reserveCapacity(Self.usualLength)
    fault = nil
    try scanner.beginArray()
    var isFirst = true
    var position = 0
    var members = FeatureMembers()
    while try scanner.nextElement(&isFirst) {
      let start = scanner.index
      do throws(Malformed) {
        var feature = FeatureReader(takesUnixTimes: takesUnixTimes)
        try feature.read(&scanner, &members)
        records.append(
          try feature.record(
            arrivedAt: arrivedAt,
            source: keepsSources ? scanner.source(since: start) : []))
      } catch {
        // Invalid JSON fails again here. Valid JSON that is not a Feature is skipped.
        scanner.index = start
        try scanner.skipValue()
        fault = fault ?? Malformed(reason: "locations[\(position)]: \(error.reason)")
      }
      position += 1
    }
  }
}

/// A reader of one GeoJSON Feature. It keeps only the members that the receiver needs.
struct FeatureReader {
  let takesUnixTimes: Bool
  private var isFeature = false
  private var coordinate: Coordinate?
  /// True if the feature has `"geometry":null`, which apps write for events before the phone's
  /// first fix.
  private var isNowhere = false
  private var timestamp: Instant?
  private var type: String?
  private var action: String?
  private var device = ""
  private var horizontalAccuracyMeters = -1.0

  init(takesUnixTimes: Bool) { self.takesUnixTimes = takesUnixTimes }

  func record(arrivedAt: Instant, source: [UInt8]) throws(Malformed) -> ReceivedRecord {
    guard isFeature else { throw Malformed(reason: "type is not Feature") }
    let kind = type ?? action ?? "location"
    let place = try place(of: kind)
    guard let timestamp else { throw Malformed(reason: "properties.timestamp is missing") }
    return ReceivedRecord(
      device: device, type: kind, timestamp: timestamp, coordinate: place,
      horizontalAccuracyMeters: coordinate == nil ? -1 : horizontalAccuracyMeters,
      arrivedAt: arrivedAt, source: source)
  }

  /// Returns the coordinate of the feature. If the geometry is null, returns 0,0 for a trip or
  /// a log record.
  ///
  /// - Throws: `Malformed` if the geometry is missing, or if it is null in a location record.
  private func place(of kind: String) throws(Malformed) -> Coordinate {
    if let coordinate { return coordinate }
    guard isNowhere else { throw Malformed(reason: "geometry is missing") }
    guard kind != "location" else { throw Malformed(reason: "geometry is not an object") }
    return Coordinate(latitude: 0, longitude: 0)
  }

  mutating func read(
    _ scanner: inout JSONScanner, _ members: inout FeatureMembers
  ) throws(Malformed) {
    guard try scanner.kind() == .object else { throw Malformed(reason: "not a JSON object") }
    try scanner.beginObject()
    members.feature.begin()
    while let member = try members.feature.next(&scanner) {
      switch member {
      case .type: isFeature = try scanner.skipValue(is: "Feature")
      case .geometry: try readGeometry(&scanner, &members.geometry)
      case .properties: try readProperties(&scanner, &members)
      case .other: try members.feature.skipValue(&scanner, depth: 2)
      }
    }
  }

  private mutating func readGeometry(
    _ scanner: inout JSONScanner, _ members: inout RepeatedMembers<GeometryMember>
  ) throws(Malformed) {
    if scanner.skipNull() {
      isNowhere = true
      return
    }
    guard try scanner.kind() == .object else {
      throw Malformed(reason: "geometry is not an object")
    }
    try scanner.beginObject()
    members.begin()
    var isPoint = false
    var position: Coordinate?
    while let member = try members.next(&scanner) {
      switch member {
      case .type: isPoint = try scanner.skipValue(is: "Point")
      case .coordinates: position = try readPosition(&scanner)
      case .other: try members.skipValue(&scanner, depth: 3)
      }
    }
    guard isPoint else { throw Malformed(reason: "geometry.type is not Point") }
    guard let position, position.isValid else {
      throw Malformed(reason: "geometry.coordinates are not a longitude and a latitude")
    }
    coordinate = position
  }

  /// Reads `[longitude, latitude]`, with or without an altitude. Returns nil for anything else.
  private func readPosition(_ scanner: inout JSONScanner) throws(Malformed) -> Coordinate? {
    guard try scanner.kind() == .array else {
      try scanner.skipValue(depth: 4)
      return nil
    }
    try scanner.beginArray()
    var isFirst = true
    var count = 0
    var position = Coordinate(latitude: .nan, longitude: .nan)
    while try scanner.nextElement(&isFirst) {
      let number = try scanner.number()
      if count == 0 { position.longitude = number }
      if count == 1 { position.latitude = number }
      count += 1
    }
    return (2...3).contains(count) ? position : nil
  }

  private mutating func readProperties(
    _ scanner: inout JSONScanner, _ members: inout FeatureMembers
  ) throws(Malformed) {
    guard try scanner.kind() == .object else {
      throw Malformed(reason: "properties is not an object")
    }
    try scanner.beginObject()
    members.properties.begin()
    while let member = try members.properties.next(&scanner) {
      switch member {
      case .timestamp: timestamp = try readTimestamp(&scanner)
      case .horizontalAccuracy:
        horizontalAccuracyMeters = scanner.skipNull() ? -1 : try scanner.number()
      case .device: device = try members.device.read(&scanner) ?? ""
      case .type: type = scanner.skipNull() ? nil : try scanner.string()
      case .action: action = scanner.skipNull() ? nil : try scanner.string()
      case .other: try members.properties.skipValue(&scanner, depth: 3)
      }
    }
  }

  private func readTimestamp(_ scanner: inout JSONScanner) throws(Malformed) -> Instant {
    switch try scanner.kind() {
    case .string:
      let stamp = try scanner.text()
      if let bytes = scanner.plainBytes(stamp), let instant = Instant(stamp: bytes) {
        return instant
      }
      let text = try scanner.string(stamp)
      if let instant = Instant(stamp: text) { return instant }
      if takesUnixTimes, let seconds = Double(text), let instant = Instant(unixSeconds: seconds) {
        return instant
      }
    case .number where takesUnixTimes:
      if let instant = Instant(unixSeconds: try scanner.number()) { return instant }
    default: break
    }
    throw Malformed(
      reason: "properties.timestamp is not an ISO 8601 time of \(Instant.stampYears)")
  }
}
