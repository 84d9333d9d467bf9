import Text
import World

extension TraceAssembly.LocatedPoint {
  /// Returns the point after a check of its values. The readers of all formats call this function.
  ///
  /// Throws an error with the line if a value is outside the range that a phone can report. Such a
  /// value is wrong, or is in the wrong column. Values that mean "unknown" become nil: NaN, an
  /// accuracy of 0, and an accuracy, speed or course below 0. iOS and others write -1 for these.
  ///
  /// - Parameter number: The number of the point in the recording. It replaces the line in the
  ///   message if another program converted the file.
  func checked(_ location: SourceLocation, number: Int) throws(InputError) -> TracePoint {
    do throws(InputError) {
      return try checked(SourceLocation(file: location.file, line: line))
    } catch {
      guard line == nil else { throw error }
      var error = error
      error.problem += " at point \(number), \(point.time.iso8601(fractionDigits: 3))"
      let remedy = "delete or correct that point in the file"
      error.accepted = [error.accepted, remedy].compactMap { $0 }.joined(separator: "; ")
      throw error
    }
  }

  private func checked(_ place: SourceLocation) throws(InputError) -> TracePoint {
    var point = point
    if let refusal = point.coordinate.refusalNearPole(at: place) { throw refusal }
    point.horizontalAccuracyMeters = try PointFigure.accuracy
      .checked(point.horizontalAccuracyMeters, place).flatMap { $0 > 0 ? $0 : nil }
    point.speedMetersPerSecond = try PointFigure.speed
      .checked(point.speedMetersPerSecond, place).flatMap { $0 >= 0 ? $0 : nil }
    point.courseDegrees = try PointFigure.course
      .checked(point.courseDegrees, place).flatMap(courseWithinCircle)
    point.altitudeMeters = try PointFigure.altitude
      .checked(point.altitudeMeters.flatMap { $0 == PointFigure.noTerrain ? nil : $0 }, place)
    return point
  }
}

/// A value of a point other than time and position, with its accepted range.
private struct PointFigure {
  var name: String
  var range: ClosedRange<Double>
  var accepted: String

  static let accuracy = PointFigure(
    name: "the accuracy", range: -1000...10_000_000,
    accepted: "a radius of up to 10000 km in meters, below 0 if unknown")
  static let speed = PointFigure(
    name: "the speed", range: -1000...1000,
    accepted: "up to 1000 m/s, below 0 if unknown")
  static let course = PointFigure(
    name: "the course", range: -1000...1000,
    accepted: "0 to 360 degrees, below 0 if unknown")
  static let altitude = PointFigure(
    name: "the altitude", range: -12_000...100_000,
    accepted: "-12 km to 100 km in meters")

  /// The altitude in meters that terrain models use for missing data.
  static let noTerrain = -32_768.0

  func checked(_ value: Double?, _ place: SourceLocation) throws(InputError) -> Double? {
    guard let value, !value.isNaN else { return nil }
    guard range.contains(value) else {
      throw InputError(place, "\(name) is \(value)", accepted: accepted)
    }
    return value
  }
}

/// Returns the course as 0 up to, but not including, 360 degrees. 360 becomes 0; any other value
/// becomes nil.
private func courseWithinCircle(_ degrees: Double) -> Double? {
  (0...360).contains(degrees) ? degrees.truncatingRemainder(dividingBy: 360) : nil
}
