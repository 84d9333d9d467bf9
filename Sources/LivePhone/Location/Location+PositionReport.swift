import Geodesy
import PhoneAPI
import Timekeeping

extension Location {
  /// The accuracy of a fix if the receiver reports none, in meters. The value is an estimate
  /// without a source.
  static let accuracyMetersUnknown = 50.0

  /// Creates a fix from a report; nil if the report has no position.
  ///
  /// The fix contains gpsd's error estimates unchanged. They cannot be converted, since gpsd does
  /// not define their confidence level.
  ///
  /// - Parameter now: The machine's time, used if the receiver reports no time.
  init?(_ report: PositionReport, at now: Instant) {
    guard let coordinate = report.coordinate else { return nil }
    // A receiver without enough satellites for the altitude repeats an old one.
    let altitude = report.mode == .threeDimensional ? report.altitudeMeters : nil
    self.init(
      coordinate: coordinate, altitudeMeters: altitude ?? 0,
      horizontalAccuracyMeters: report.horizontalAccuracyMeters.flatMap { $0 < 0 ? nil : $0 }
        ?? Self.accuracyMetersUnknown,
      verticalAccuracyMeters: altitude == nil
        ? -1 : report.verticalAccuracyMeters ?? Self.accuracyMetersUnknown,
      speedMetersPerSecond: report.speedMetersPerSecond ?? -1,
      speedAccuracyMetersPerSecond: report.speedAccuracyMetersPerSecond ?? -1,
      courseDegrees: report.courseDegrees.map(Self.withinCircle) ?? -1,
      courseAccuracyDegrees: report.courseAccuracyDegrees ?? -1, timestamp: report.time ?? now)
  }

  /// Returns the angle as a value from 0° up to, but not including, 360°.
  private static func withinCircle(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    return rest < 0 ? rest + 360 : rest
  }
}
