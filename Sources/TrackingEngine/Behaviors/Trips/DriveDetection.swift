import PhoneAPI
import Timekeeping

/// The behavior that detects drives by the phone's motion or by the car's connection, and records
/// only positions during drives.
///
/// On a machine without motion sensors it detects drives by speed. The drive so far is stored at
/// each recorded position, so that a kill loses only later positions.
final class DriveDetection: Behavior {
  private static let driveKey = "driveInProgress"

  let events: Events = [
    .launch, .tracking, .motion, .delivery, .settings, .foreground, .region,
  ]
  private unowned let tracker: Tracker
  private var machine: DriveMachine
  /// The estimate of motion from speed; nil if the phone has motion sensors.
  private var speed: SpeedMotion?
  /// The last message to the user about the detection, so that it is shown once.
  private var shown: String?

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
    if case .speed = tracker.driveMeans, speed == nil { speed = SpeedMotion() }
    watchCar()
    reportMeans()
    awaitAnswer()
  }

  func trackingEnded() {
    tracker.phone.audioSession.onRouteChange = nil
    tracker.phone.bluetooth.onConnectionChange = nil
    if let name = settings.carAccessory {
      tracker.phone.bluetooth.cancelConnection(accessory: name)
    }
    perform(machine.finish())
  }

  func settingsChanged() { machine.settings = settings }

  func foregroundChanged() { if tracker.isTracking { carMayHaveChanged() } }

  func entered(_ region: CircularRegion) { restartIfNeeded() }
  func exited(_ region: CircularRegion) { restartIfNeeded() }

  /// Starts updates again at a region's border if the car's accessory woke the app.
  ///
  /// Updates that began in the accessory's wake-up do not keep the process running; those that
  /// begin at a region's border do (BG-2).
  private func restartIfNeeded() {
    guard tracker.isTracking, tracker.isWokenByCarOnly else { return }
    tracker.note(.driveDetection, "asks for updates anew, so that they last")
    tracker.first(StandardUpdates.self)?.restart()
  }

  /// Takes a change of motion. Motion that arrives after all, as from another device's sensors,
  /// replaces the estimate from speed.
  func moved(_ activity: MotionActivity) {
    speed = nil
    carMayHaveChanged()
    handle(.moved(MotionStates(activity), cached: tracker.manager.location))
  }

  func delivered(_ locations: [Location], at now: Instant) {
    for location in locations {
      if let change = speed?.take(location) {
        handle(
          .moved(change.states, cached: change.since, since: change.since.timestamp))
      }
      if let rule = machine.refusal(of: location) {
        tracker.discard(location, by: rule)
      } else {
        perform(machine.handle(.fix(location), at: now))
      }
    }
  }

  private var settings: DriveSettings { tracker.settings.drives }

  private func handle(_ event: DriveMachine.Event) {
    perform(machine.handle(event, at: tracker.clock.now))
  }

  // MARK: Means of detection

  /// Shows the user that drives are not detected, or are detected in another way than usual.
  private func reportMeans() {
    let message = tracker.driveMeans.message
    if let message, message != shown { tracker.alert(.driveDetection, message) }
    shown = message
  }

  /// Waits for the user's answer to the permission prompt for motion.
  ///
  /// The phone reports no refusal by itself. A query of the history is answered when the user has
  /// answered.
  private func awaitAnswer() {
    let motion = tracker.phone.motionActivity
    guard motion.availability.isAvailable, motion.authorization == .notDetermined else { return }
    let now = tracker.clock.now
    motion.queryActivity(from: now, to: now) { [weak self] result in
      guard let self, case .failure = result, tracker.isTracking else { return }
      reportMeans()
      tracker.first(DrivingAccuracy.self)?.apply()
    }
  }

  // MARK: The car

  /// Asks the phone to report the connections to the car.
  ///
  /// The car may be connected already. The phone reports only changes, so the behavior reads the
  /// connection itself as soon as all behaviors have begun.
  private func watchCar() {
    guard settings.detectsCar else { return }
    let change: () -> Void = { [weak self] in self?.carMayHaveChanged() }
    if settings.carAudio { tracker.phone.audioSession.onRouteChange = change }
    if let name = settings.carAccessory {
      tracker.phone.bluetooth.onConnectionChange = { _, _ in change() }
      tracker.phone.bluetooth.connect(accessory: name)
    }
    _ = tracker.clock.schedule(after: .zero, repeats: false, change)
  }

  private func carMayHaveChanged() {
    guard settings.detectsCar, tracker.isTracking else { return }
    let isConnected =
      settings.carAudio && !tracker.phone.audioSession.outputs.isEmpty
      || settings.carAccessory.map(tracker.phone.bluetooth.connected.contains) == true
    handle(.car(isConnected: isConnected, cached: tracker.manager.location))
  }

  // MARK: Drives

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
