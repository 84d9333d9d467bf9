import PhoneAPI
import Timekeeping

/// An estimate of motion from the speed of fixes, for machines without motion sensors.
///
/// The estimate has the states that `DriveMachine` reads: driving, standing in traffic, at rest.
/// Its limits are judgments. Driving begins with 8 m/s (29 km/h), above nearly all cyclists, if no
/// speed below 4 m/s follows within 30 s. A vehicle stands below 2 m/s. If it does not reach 4 m/s
/// again within three minutes, longer than a red light, the drive is over since it stood.
struct SpeedMotion {
  /// A new state of motion, with the fix since which it applies.
  struct Change: Equatable {
    var states: MotionStates
    var since: Location
  }

  private enum State {
    case resting
    case speedingUp(since: Location)
    case driving
    case standing(since: Location)
  }

  private static let drivingMin = 8.0
  private static let movingMin = 4.0
  private static let standingMax = 2.0
  private static let confirmation = TimeSpan.seconds(30 as Int64)
  private static let standMax = TimeSpan.minutes(3)
  /// The largest accuracy radius of a fix that counts [m].
  private static let accuracyMax = 100.0

  private var state = State.resting
  private var previous: Location?

  /// Takes the next fix. Returns the new state of motion; nil if the state has not changed.
  mutating func take(_ fix: Location) -> Change? {
    guard fix.horizontalAccuracyMeters >= 0, fix.horizontalAccuracyMeters <= Self.accuracyMax,
      fix.coordinate.isValid
    else { return nil }
    guard let last = previous else {
      previous = fix
      return nil
    }
    guard fix.timestamp > last.timestamp else { return nil }
    previous = fix
    if fix.timestamp - last.timestamp > Self.standMax, let end = endAfterSilence(last) {
      return end
    }
    return move(at: speed(of: fix, after: last), fix)
  }

  /// Returns the receiver's speed, or the mean speed since the last fix if the receiver gave none.
  private func speed(of fix: Location, after last: Location) -> Double {
    fix.speedMetersPerSecond >= 0
      ? fix.speedMetersPerSecond
      : last.coordinate.distanceMeters(to: fix.coordinate)
        / (fix.timestamp - last.timestamp).seconds
  }

  /// Ends a drive whose fixes stopped for longer than a vehicle may stand.
  private mutating func endAfterSilence(_ last: Location) -> Change? {
    defer { state = .resting }
    return switch state {
    case .resting, .speedingUp: nil
    case .driving: Change(states: .stationary, since: last)
    case .standing(let since): Change(states: .stationary, since: since)
    }
  }

  private mutating func move(at speed: Double, _ fix: Location) -> Change? {
    switch state {
    case .resting:
      if speed >= Self.drivingMin { state = .speedingUp(since: fix) }
    case .speedingUp(let since):
      if speed < Self.movingMin {
        state = .resting
      } else if fix.timestamp - since.timestamp >= Self.confirmation {
        state = .driving
        return Change(states: .automotive, since: since)
      }
    case .driving:
      guard speed < Self.standingMax else { break }
      state = .standing(since: fix)
      return Change(states: [.automotive, .stationary], since: fix)
    case .standing(let since):
      if speed >= Self.movingMin {
        state = .driving
        return Change(states: .automotive, since: fix)
      }
      guard fix.timestamp - since.timestamp >= Self.standMax else { break }
      state = .resting
      return Change(states: .stationary, since: since)
    }
    return nil
  }
}
