import PhoneAPI
import Timekeeping

/// The behavior that detects drives by the phone's motion, and records only positions during
/// drives.
///
/// The drive so far is stored at each recorded position, so that a kill loses only later positions.
final class DriveDetection: Behavior {
  private static let driveKey = "driveInProgress"

  let events: Events = [.launch, .tracking, .motion, .delivery, .settings]
  private unowned let tracker: Tracker
  private var machine: DriveMachine

  init(_ tracker: Tracker) {
    self.tracker = tracker
    machine = DriveMachine(tracker.settings.drives)
  }

  func launched(_ launch: Launch) {
    guard let text = tracker.phone.container.value(forKey: Self.driveKey),
      let drive = Drive(text: text)
    else { return }
    if tracker.settings.drives.neverClearsInProgress {
      forgetDrive()
      return notify(of: drive, isInProgress: true)
    }
    machine = DriveMachine(tracker.settings.drives, interrupted: drive)
  }

  func trackingBegan() {
    tracker.listenToMotion()
    if tracker.motionIsRefused { tracker.alert(.driveDetection, refusal) }
  }

  /// The message to the user that drives cannot be detected.
  ///
  /// The message mentions Settings only if the phone has motion sensors. Without motion sensors,
  /// Settings would not help.
  private var refusal: String {
    if case .unavailable(let reason) = tracker.phone.motionActivity.availability {
      return "Drives are not detected: \(reason)."
    }
    return "Drives are not detected: motion is off for this app. "
      + "Turn it on in Settings, under Privacy."
  }

  func trackingEnded() { perform(machine.finish()) }
  func settingsChanged() { machine.settings = tracker.settings.drives }

  func moved(_ activity: MotionActivity) {
    perform(
      machine.handle(
        .moved(MotionStates(activity), cached: tracker.manager.location), at: tracker.clock.now))
  }

  func delivered(_ locations: [Location], at now: Instant) {
    for location in locations {
      if let rule = machine.refusal(of: location) {
        tracker.discard(location, by: rule)
      } else {
        perform(machine.handle(.fix(location), at: now))
      }
    }
  }

  private func perform(_ actions: [DriveMachine.Action]) {
    for action in actions {
      switch action {
      case .began:
        tracker.note(.driveDetection, "a drive is under way")
        tracker.notify(.drive) { $0.driveBegan() }
      case .keep(let location):
        tracker.record(location, source: .standard, at: tracker.clock.now)
      case .ended(let drive): notify(of: drive)
      }
    }
    guard !actions.isEmpty else { return }
    if let drive = machine.drive {
      tracker.phone.container.set(drive.text, forKey: Self.driveKey)
    } else {
      forgetDrive()
    }
  }

  private func forgetDrive() { tracker.phone.container.set(nil, forKey: Self.driveKey) }

  /// Reports the end of a drive to the behaviors that subscribed to drives.
  private func notify(of drive: Drive, isInProgress: Bool = false) {
    tracker.note(
      .driveDetection,
      "a drive of \(Int(drive.distanceMeters.rounded())) m and \(drive.points) points is over")
    tracker.notify(.drive) { $0.driveEnded(drive, isInProgress: isInProgress) }
  }
}
