import Text
import World

extension TraceAssembly.LocatedPoint {
  /// What any format may say of a point: every reader's points come through here.
  ///
  /// A figure that no phone could mean is a mistake of the file, or of its columns, and is refused with
  /// its line. What stands for "not known" is taken as that: not a number, and below zero where iOS and
  /// others write -1; also an accuracy of 0, which nobody has.
  func checked(_ location: SourceLocation) throws(InputError) -> TracePoint {
    let place = SourceLocation(file: location.file, line: line)
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

/// One figure of a point beside time and place, with what it may be.
private struct PointFigure {
  var name: String
  var range: ClosedRange<Double>
  var accepted: String

  static let accuracy = PointFigure(
    name: "the accuracy", range: -1000...10_000_000,
    accepted: "a radius of up to 10000 km in meters, below 0 where it is not known")
  static let speed = PointFigure(
    name: "the speed", range: -1000...1000,
    accepted: "up to 1000 m/s, below 0 where it is not known")
  static let course = PointFigure(
    name: "the course", range: -1000...1000,
    accepted: "0 to 360 degrees, below 0 where it is not known")
  static let altitude = PointFigure(
    name: "the altitude", range: -12_000...100_000,
    accepted: "-12 km to 100 km in meters")

  /// What terrain models have where they know nothing.
  static let noTerrain = -32_768.0

  func checked(_ value: Double?, _ place: SourceLocation) throws(InputError) -> Double? {
    guard let value, !value.isNaN else { return nil }
    guard range.contains(value) else {
      throw InputError(place, "\(name) is \(value)", accepted: accepted)
    }
    return value
  }
}

/// 0 to 360 as it is, anything else as not known.
private func courseWithinCircle(_ degrees: Double) -> Double? {
  (0...360).contains(degrees) ? degrees.truncatingRemainder(dividingBy: 360) : nil
}
