import EventKernel
import Geodesy
import Timekeeping

/// Events of the phone's movement.
enum MovementEvent: Sendable {
  /// A check of regions, visits and significant changes, every ten seconds while the phone moves,
  /// except for checks that can report nothing.
  case check
}

/// The next check of regions, visits and significant changes.
struct MovementCheck {
  static let interval = TimeSpan.seconds(10 as Int64)

  let event: EventKernel<PhoneEvent>.Identifier
  let due: Instant
  /// The number of checks left out before this one, because they can report nothing.
  let leftOut: Int64
}

/// The checks of regions, visits and significant changes. They cost no energy.
///
/// The phone checks every ten seconds while it moves. Most checks of significant changes can report
/// nothing: the last change is less than five minutes ago (SLC-1), or the phone cannot be far
/// enough from it yet. The phone leaves these checks out. When the circumstances change, it goes
/// back to the next of the times that it left out. So it reports the same as with all checks. Only
/// the order of a check and another event at the same nanosecond may differ.
extension SimulatedPhone {
  func handle(_ event: MovementEvent) {
    switch event {
    case .check: checkMovement()
    }
  }

  private func checkMovement() {
    movementCheck = nil
    locationUncounted.follow { location in
      location.geofences.check()
      if location.visits.followsMovement { location.visits.look() }
      let quietTime = location.significantChanges.check(at: truth().coordinate)
      // After the phone comes to rest circles still need their dwell time.
      if span.mode.isMoving || location.geofences.hasCrossingInDoubt {
        watchMovement(quietTime: quietTime)
      }
    }
  }

  /// Schedules the next check, if there is none. The checks continue while the phone moves.
  ///
  /// - Parameter quietTime: The time in which no check of significant changes can report anything.
  func watchMovement(quietTime: TimeSpan = .zero) {
    guard movementCheck == nil else { return endMovementPause() }
    guard
      location.significantChanges.isMonitoring || !location.geofences.fences.isEmpty
        || location.visits.followsMovement
    else { return }
    let leftOut = checksToLeaveOut(quietTime)
    let due = now + MovementCheck.interval * Double(leftOut + 1)
    movementCheck = MovementCheck(
      event: kernel.schedule(.movement(.check), at: due), due: due, leftOut: leftOut)
  }

  func stopWatchingMovement() {
    endMovementPause()
    if let movementCheck { kernel.cancel(movementCheck.event) }
    movementCheck = nil
  }

  /// Returns the number of the next checks that need not be made.
  ///
  /// The last check in the quiet time is made, because the first one after it compares the cell
  /// there with its own.
  private func checksToLeaveOut(_ quietTime: TimeSpan) -> Int64 {
    guard quietTime > MovementCheck.interval, span.mode.isMoving,
      location.geofences.fences.isEmpty, !location.visits.isMonitoring
    else { return 0 }
    // A millisecond less than the quiet time, so that rounding does not matter.
    let checks = (quietTime - .milliseconds(1)).nanoseconds / MovementCheck.interval.nanoseconds
    return max(0, checks - 1)
  }

  /// Moves the next check to the first of the left out times that is not past. It is called before
  /// anything changes on which a check that was left out depends.
  func endMovementPause() {
    guard let check = movementCheck, check.leftOut > 0 else { return }
    let ahead = min(
      check.leftOut, (check.due - now).nanoseconds / MovementCheck.interval.nanoseconds)
    let due = check.due - MovementCheck.interval * Double(ahead)
    kernel.move(check.event, to: due)
    movementCheck = MovementCheck(event: check.event, due: due, leftOut: 0)
    guard ahead < check.leftOut else { return }
    let last = cursor.position(at: due - MovementCheck.interval, on: trajectory)
    location.significantChanges.missedCheck(at: last.coordinate)
  }

  /// Returns a time in which the phone gets less than `meters` away from `here`. The time ends when
  /// the path bends or the circumstances change.
  ///
  /// The position moves evenly in degrees. Over 5 km, at most 85° from the equator, the meters per
  /// degree change by less than 1 %.
  func timeOnStraightPath(from here: Coordinate, forMeters meters: Double) -> TimeSpan {
    let end = cursor.nextChange(on: trajectory)
    let next = now + MovementCheck.interval
    guard next < end, abs(here.latitude) < 85 else { return .zero }
    let step = here.distanceMeters(to: cursor.position(at: next, on: trajectory).coordinate)
    return min(end - now, MovementCheck.interval * (min(meters, 5000) / 1.02 / step))
  }
}
