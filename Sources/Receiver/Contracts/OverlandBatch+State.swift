import Text
import Timekeeping

/// The members `current` and `trip` of a body, which describe the device and are no records.
///
/// A member that cannot be read is ignored: the records of the body still count.
extension OverlandBatch {
  /// Reads the object `trip`.
  mutating func readTrip(_ scanner: inout JSONScanner, arrivedAt: Instant) throws(Malformed) {
    guard try scanner.kind() == .object else { return try scanner.skipValue() }
    var reader = TripReader()
    try scanner.beginObject()
    var isFirst = true
    while let name = try scanner.nextMember(&isFirst) {
      if scanner.matches(name, "mode") {
        reader.mode = try text(&scanner)
      } else if scanner.matches(name, "start") {
        reader.start = try text(&scanner).flatMap { Instant(stamp: $0) }
      } else if scanner.matches(name, "distance") {
        reader.distanceMeters = try number(&scanner)
      } else if scanner.matches(name, "start_location") {
        reader.first = try readFeature(&scanner, arrivedAt: arrivedAt)
      } else if scanner.matches(name, "current_location") {
        reader.last = try readFeature(&scanner, arrivedAt: arrivedAt)
      } else {
        try scanner.skipValue(depth: 2)
      }
    }
    trip = reader.trip
    tripDevice = (reader.last ?? reader.first)?.device
  }

  /// Reads a feature; nil if the value is null or no feature of a position.
  func readFeature(
    _ scanner: inout JSONScanner, arrivedAt: Instant
  ) throws(Malformed) -> ReceivedRecord? {
    let start = scanner.index
    do throws(Malformed) {
      var feature = FeatureReader(takesUnixTimes: takesUnixTimes)
      var members = FeatureMembers()
      try feature.read(&scanner, &members)
      return try feature.record(arrivedAt: arrivedAt, source: [])
    } catch {
      // Invalid JSON fails again here.
      scanner.index = start
      try scanner.skipValue(depth: 2)
      return nil
    }
  }

  private func text(_ scanner: inout JSONScanner) throws(Malformed) -> String? {
    if try scanner.kind() == .string { return try scanner.string() }
    try scanner.skipValue(depth: 2)
    return nil
  }

  private func number(_ scanner: inout JSONScanner) throws(Malformed) -> Double? {
    if try scanner.kind() == .number { return try scanner.number() }
    try scanner.skipValue(depth: 2)
    return nil
  }
}

/// The members of the object `trip` that have been read.
private struct TripReader {
  var mode: String?
  var start: Instant?
  var distanceMeters: Double?
  var first: ReceivedRecord?
  var last: ReceivedRecord?

  /// The trip; nil without a start.
  var trip: DeviceState.Trip? {
    guard let start else { return nil }
    return DeviceState.Trip(
      mode: ReceivedRecord.shownName(mode ?? ""), start: start,
      distanceMeters: max(0, distanceMeters ?? 0),
      startPosition: first.map(DeviceState.Position.init),
      currentPosition: last.map(DeviceState.Position.init))
  }
}
