import Geodesy
import PhoneAPI
import Timekeeping

extension Location {
  /// Of a receiver that does not say how good its fixes are (judgement).
  static let accuracyMetersUnknown = 50.0

  /// Nil for a report without a position.
  ///
  /// gpsd leaves open how sure its error estimates are, so they are handed on as they are.
  ///
  /// - Parameter now: the machine's time, for a receiver that knows none.
  init?(_ report: PositionReport, at now: Instant) {
    guard let coordinate = report.coordinate else { return nil }
    // A receiver that lacks satellites for the height repeats an old one.
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

  /// 0 up to 360.
  private static func withinCircle(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    return rest < 0 ? rest + 360 : rest
  }
}
