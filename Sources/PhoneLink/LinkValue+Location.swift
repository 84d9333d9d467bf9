import Geodesy
import PhoneAPI
import Timekeeping

/// The forms of the location services' values in messages.

extension LinkValue {
  package init(_ instant: Instant) { self = .whole(instant.nanoseconds) }
  package init(_ span: TimeSpan) { self = .whole(span.nanoseconds) }
  package init(_ text: String?) { self = text.map(LinkValue.text) ?? .null }
  package init(_ number: Double?) { self = number.map(LinkValue.number) ?? .null }
  package init(_ number: Int) { self = .whole(Int64(number)) }

  package var instant: Instant? { whole.map(Instant.init(nanoseconds:)) }
  package var span: TimeSpan? { whole.map(TimeSpan.init(nanoseconds:)) }

  /// Reads a word of an enumeration; nil for another word.
  package func word<Word: RawRepresentable<String>>(_ type: Word.Type = Word.self) -> Word? {
    text.flatMap(Word.init(rawValue:))
  }
}

extension LinkObject {
  package init(_ location: Location) {
    self.init([
      "latitude": .number(location.coordinate.latitude),
      "longitude": .number(location.coordinate.longitude),
      "accuracy": .number(location.horizontalAccuracyMeters),
      "time": LinkValue(location.timestamp),
    ])
    add("altitude", .number(location.altitudeMeters))
    add("altitudeError", .number(location.verticalAccuracyMeters))
    add("speed", .number(location.speedMetersPerSecond))
    add("speedError", .number(location.speedAccuracyMetersPerSecond))
    add("course", .number(location.courseDegrees))
    add("courseError", .number(location.courseAccuracyDegrees))
    if let floor = location.floor { add("floor", LinkValue(floor)) }
  }

  package var location: Location? {
    guard let coordinate, let timestamp = self["time"].instant,
      let accuracy = self["accuracy"].number, !holdsExcess
    else { return nil }
    return Location(
      coordinate: coordinate, altitudeMeters: self["altitude"].number ?? 0,
      horizontalAccuracyMeters: accuracy,
      verticalAccuracyMeters: self["altitudeError"].number ?? -1,
      speedMetersPerSecond: self["speed"].number ?? -1,
      speedAccuracyMetersPerSecond: self["speedError"].number ?? -1,
      courseDegrees: self["course"].number ?? -1,
      courseAccuracyDegrees: self["courseError"].number ?? -1,
      timestamp: timestamp, floor: self["floor"].whole.flatMap(Int.init(exactly:)))
  }

  /// True if a number is so large that sums of such numbers would no longer be finite.
  private var holdsExcess: Bool {
    [
      "accuracy", "altitude", "altitudeError", "speed", "speedError", "course", "courseError",
    ].contains { abs(self[$0].number ?? 0) > Self.magnitudeMax }
  }

  /// The largest magnitude in meters, meters a second or degrees that a position may state. It is
  /// far beyond any that a phone reports.
  private static let magnitudeMax = 1e9

  package var coordinate: Coordinate? {
    guard let latitude = self["latitude"].number, let longitude = self["longitude"].number
    else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? coordinate : nil
  }

  package init(_ region: CircularRegion) {
    self.init([
      "identifier": .text(region.identifier), "latitude": .number(region.center.latitude),
      "longitude": .number(region.center.longitude), "radius": .number(region.radiusMeters),
      "entry": .flag(region.notifyOnEntry), "exit": .flag(region.notifyOnExit),
    ])
  }

  package var region: CircularRegion? {
    guard let identifier = self["identifier"].text, let center = coordinate,
      let radius = self["radius"].number
    else { return nil }
    return CircularRegion(
      identifier: identifier, center: center, radiusMeters: radius,
      notifyOnEntry: self["entry"].flag ?? true, notifyOnExit: self["exit"].flag ?? true)
  }

  package init(_ visit: Visit) {
    self.init([
      "latitude": .number(visit.coordinate.latitude),
      "longitude": .number(visit.coordinate.longitude),
      "accuracy": .number(visit.horizontalAccuracyMeters),
      "arrival": LinkValue(visit.arrival), "departure": LinkValue(visit.departure),
    ])
  }

  package var visit: Visit? {
    guard let coordinate, let arrival = self["arrival"].instant,
      let departure = self["departure"].instant
    else { return nil }
    return Visit(
      coordinate: coordinate, horizontalAccuracyMeters: self["accuracy"].number ?? -1,
      arrival: arrival, departure: departure)
  }

  package init(_ heading: Heading) {
    self.init([
      "magnetic": .number(heading.magneticDegrees), "true": .number(heading.trueDegrees),
      "accuracy": .number(heading.accuracyDegrees), "time": LinkValue(heading.timestamp),
    ])
  }

  package var heading: Heading? {
    guard let magnetic = self["magnetic"].number, let timestamp = self["time"].instant
    else { return nil }
    return Heading(
      magneticDegrees: magnetic, trueDegrees: self["true"].number ?? -1,
      accuracyDegrees: self["accuracy"].number ?? -1, timestamp: timestamp)
  }
}
