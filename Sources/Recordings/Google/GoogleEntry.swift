import Geodesy
import Text
import Timekeeping
import World

/// One entry of a Google export, with the functions that read parts common to all such exports. The
/// entry's line number is stored for messages.
struct GoogleEntry {
  private let location: SourceLocation

  init(_ location: SourceLocation) { self.location = location }

  var line: Int? { location.line }

  /// Converts a latitude and a longitude from degrees times 10⁷. Takeout once wrote negative
  /// degrees as unsigned numbers, which are too large by 2³².
  func coordinate(e7 latitude: Double, _ longitude: Double) throws(InputError) -> Coordinate {
    func signed(_ value: Double, limit: Double) -> Double {
      let other = value - 4_294_967_296
      return value > limit && other >= -limit ? other : value
    }
    return try location.coordinate(
      signed(latitude, limit: 900_000_000) / 1e7, signed(longitude, limit: 1_800_000_000) / 1e7)
  }

  /// Reads a coordinate such as "geo:48.1,11.5" or "48.1°, 11.5°".
  func coordinate(_ text: String) throws(InputError) -> Coordinate {
    let plain = text.hasPrefix("geo:") ? text.dropFirst(4) : Substring(text)
    let numbers = plain.split(separator: ",").map {
      Double($0.filter { !" °\u{A0}".contains($0) })
    }
    guard numbers.count >= 2, let latitude = numbers[0], let longitude = numbers[1] else {
      throw InputError(
        location, "a place is \(quoted(text))", accepted: "geo:48.1,11.5 or 48.1°, 11.5°")
    }
    return try location.coordinate(latitude, longitude)
  }

  func instant(_ text: String?, milliseconds: LooseNumber? = nil) throws(InputError) -> Instant {
    if let text {
      if let instant = Instant(iso8601: text) { return instant }
      throw InputError(
        location, "a time is \(quoted(text))", accepted: "a time such as 2026-03-02T06:30:00Z")
    }
    if let value = milliseconds?.value, (0..<9.2e12).contains(value) {
      return Instant(nanoseconds: Int64(value) * 1_000_000)
    }
    throw InputError(location, "a time is missing", accepted: "2026-03-02T06:30:00Z")
  }

  func inOrder(_ start: Instant, _ end: Instant) throws(InputError) -> (Instant, Instant) {
    guard start <= end else {
      throw InputError(
        location, "it ends at \(end) before it begins at \(start)", accepted: "times in order")
    }
    return (start, end)
  }

  func point(
    at time: Instant, _ coordinate: Coordinate, accuracyMeters: Double? = nil
  ) -> TraceAssembly.LocatedPoint {
    TraceAssembly.LocatedPoint(
      line: line,
      point: TracePoint(
        time: time, coordinate: coordinate,
        horizontalAccuracyMeters: accuracyMeters))
  }

  /// Returns "home" if the kind of place is `TYPE_HOME`, `INFERRED_HOME` or `Home`, and "work" for
  /// the corresponding kinds; nil for other kinds.
  static func name(ofKind kind: String?) -> String? {
    switch kind?.uppercased().replacing("TYPE_", with: "").replacing("INFERRED_", with: "") {
    case "HOME": "home"
    case "WORK": "work"
    default: nil
    }
  }
}
