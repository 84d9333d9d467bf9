import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The direction in which the phone points, as measured by its magnetometer.
///
/// The model assumes that the phone points where it moves, as in a mount or in the hand of a person
/// who follows the direction. In a pocket, a compass does not show the direction of movement.
///
/// No source gives the size of a compass's error. In the model, nearby iron causes an error that
/// stays the same for five minutes. Each measurement has an additional error, which is typically a
/// tenth as large.
///
/// The declination is computed as if the Earth were a bar magnet with its pole in the Canadian
/// Arctic. Outside the polar regions, this declination is accurate to some ten degrees.
struct Compass {
  /// The geomagnetic north pole of 2020 (IGRF-13).
  private static let pole = Coordinate(latitude: 80.7, longitude: -72.7)
  private static let surroundingsSeconds: Int64 = 300

  private let accuracyDegrees: Double
  private let surroundings: SeededRandom
  private let tremor: SeededRandom

  init(accuracyDegrees: Double, chance: SeededRandom) {
    self.accuracyDegrees = accuracyDegrees
    surroundings = chance.stream("compass.surroundings")
    tremor = chance.stream("compass.tremor")
  }

  /// Returns the measured heading, which includes the errors of the compass.
  ///
  /// - Parameter position: the position from which the phone computes the declination. If the
  ///   position is nil, the true heading is unknown (−1).
  func heading(_ truth: TruePosition, position: Coordinate?, at now: Instant) -> Heading {
    // Two in three headings are within the accuracy, as for positions.
    let error =
      accuracyDegrees
      * surroundings.normal(at: floorDivide(now.wholeSeconds, Self.surroundingsSeconds))
      + accuracyDegrees / 10 * tremor.normal(at: now.wholeSeconds)
    let pointing = Double(truth.courseDegrees) + error
    let declination = Self.declinationDegrees(at: truth.coordinate)
    return Heading(
      magneticDegrees: turned(pointing - declination),
      trueDegrees: position.map { turned(pointing - declination + Self.declinationDegrees(at: $0)) }
        ?? -1, accuracyDegrees: accuracyDegrees, timestamp: now)
  }

  /// Returns the angle from true north to magnetic north, in degrees, positive to the east.
  /// Magnetic north is the direction of the great circle from `place` to the geomagnetic pole.
  static func declinationDegrees(at place: Coordinate) -> Double {
    let radians = Double.pi / 180
    let latitude = place.latitude * radians
    let poleLatitude = pole.latitude * radians
    let east = (pole.longitude - place.longitude) * radians
    let angle = atan2(
      sin(east) * cos(poleLatitude),
      cos(latitude) * sin(poleLatitude) - sin(latitude) * cos(poleLatitude) * cos(east))
    return angle / radians
  }
}

/// Returns the angle in the range from 0 up to, but not including, 360 degrees.
private func turned(_ degrees: Double) -> Double {
  let rest = degrees.truncatingRemainder(dividingBy: 360)
  return rest < 0 ? rest + 360 : rest
}
