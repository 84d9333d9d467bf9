import Geodesy
import PhoneAPI
import Timekeeping

/// The system's belief that the phone rests or moves, by the accelerometer and by positions.
///
/// Positions can only contradict rest: a smooth train rests by its acceleration and not by its
/// fixes (MOT-8). How far and how fast they have to show the phone to move is judgement.
struct MovementBelief {
  private(set) var isAtRest = false
  /// The newest position when rest began.
  private var anchor: Location?
  /// Until then acceleration alone does not make for rest.
  private var doubtsEnd: Instant?

  private static let speedMetersPerSecondMin = 2.0
  private static let freshSeconds = 30.0
  private static let doubtSeconds = 120.0
  private static let displacementMetersMin = 100.0

  init(isAtRest: Bool = false) { self.isAtRest = isAtRest }

  /// Takes over what the windows say, unless positions speak against rest; true if the belief is
  /// another now.
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

  /// The fix is fast, or so far from where rest began that errors do not explain it.
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
