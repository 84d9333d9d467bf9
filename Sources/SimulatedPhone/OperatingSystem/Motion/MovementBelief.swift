import Geodesy
import PhoneAPI
import Timekeeping

/// The system's estimate that the phone rests or moves, from the accelerometer and from positions.
///
/// Positions can only contradict rest: in a smooth train the accelerometer shows rest, but the
/// fixes show movement (MOT-8). The thresholds for distance and speed are judgment.
struct MovementBelief {
  private(set) var isAtRest = false
  /// The newest position at the time when rest began.
  private var anchor: Location?
  /// The time until which the estimate stays at motion, even if the accelerometer shows rest.
  private var doubtsEnd: Instant?

  private static let speedMetersPerSecondMin = 2.0
  private static let freshSeconds = 30.0
  private static let doubtSeconds = 120.0
  private static let displacementMetersMin = 100.0

  init(isAtRest: Bool = false) { self.isAtRest = isAtRest }

  /// Adopts the accelerometer's result, unless positions contradict rest.
  /// - Returns: true if the estimate changed.
  mutating func take(isResting: Bool, latest: Location?, at now: Instant) -> Bool {
    guard isResting != isAtRest else { return false }
    if isResting {
      if let doubtsEnd, now < doubtsEnd { return false }
      if let latest, isFast(latest), (now - latest.timestamp).seconds < Self.freshSeconds {
        return false
      }
      anchor = latest
    }
    isAtRest = isResting
    return true
  }

  /// Returns true if the fix contradicts rest: its speed is high, or its distance from the place
  /// where rest began is too large for an error.
  func isContradicted(by fix: Location) -> Bool {
    if isFast(fix) { return true }
    guard let anchor else { return false }
    let slack = anchor.horizontalAccuracyMeters + fix.horizontalAccuracyMeters
    return anchor.coordinate.distanceMeters(to: fix.coordinate)
      > max(Self.displacementMetersMin, 2 * slack)
  }

  mutating func positionsShowMovement(at now: Instant) {
    isAtRest = false
    anchor = nil
    doubtsEnd = now + .seconds(Self.doubtSeconds)
  }

  private func isFast(_ fix: Location) -> Bool {
    fix.speedMetersPerSecond >= Self.speedMetersPerSecondMin
  }
}
