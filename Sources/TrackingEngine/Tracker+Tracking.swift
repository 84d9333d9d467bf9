import PhoneAPI
import Timekeeping

/// Turning tracking on and off, and asking the phone for its services while tracking is on.
extension Tracker {
  private static let trackingKey = "tracking"

  func restoreTracking(_ launch: Launch) {
    isInForeground = !launch.isInBackground
    isTracking = phone.container.value(forKey: Self.trackingKey) != "off"
    manager.delegate = self
    // Not weak: a weak reference slows every reference count of this object, at each fix. The phone
    // releases the handlers of a process that has ended.
    phone.notifications.onResponse = { [unowned self] identifier, _ in
      notify(.notification) { $0.notificationTapped(identifier) }
    }
    notify(.launch) { $0.launched(launch) }
    if isTracking { beginTracking() }
  }

  func setTracking(_ isOn: Bool) {
    guard isOn != isTracking else { return }
    isTracking = isOn
    phone.container.set(isOn ? "on" : "off", forKey: Self.trackingKey)
    phone.note("tracker", isOn ? "tracking is switched on" : "tracking is switched off")
    if isOn {
      beginTracking()
    } else {
      notify(.tracking) { $0.trackingEnded() }
      // Only now, since a behavior may have made a record, such as that of a trip.
      currentSurroundings.endReading()
      phone.motionActivity.stopActivityUpdates()
      listensToMotion = false
    }
  }

  /// True if the app must not read motion, because the user or a restriction denies it.
  var motionIsRefused: Bool {
    switch phone.motionActivity.authorization {
    case .denied, .restricted: true
    case .granted, .notDetermined: false
    }
  }

  /// Asks the phone to report the user's motion, such as walking or cycling.
  ///
  /// Behaviors call this function when tracking begins. From then on every record contains the
  /// motion, and each change is reported to the behaviors that subscribed to `motion`.
  func listenToMotion() {
    let motion = phone.motionActivity
    guard !listensToMotion, motion.availability.isAvailable else { return }
    listensToMotion = true
    motion.startActivityUpdates { [unowned self] activity in
      currentSurroundings.moved(activity)
      notify(.motion) { $0.moved(activity) }
    }
  }

  /// Asks the phone for everything that the settings need. This function may also be called while
  /// tracking is on.
  func beginTracking() {
    manager.desiredAccuracy = settings.desiredAccuracy
    manager.distanceFilterMeters = settings.distanceFilterMeters
    manager.activityType = settings.activityType
    manager.pausesLocationUpdatesAutomatically = settings.pausesAutomatically
    manager.showsBackgroundLocationIndicator = settings.showsBackgroundIndicator
    manager.allowsBackgroundLocationUpdates = settings.updatesInBackground
    filter.seed(manager.location)
    notify(.tracking) { $0.trackingBegan() }
  }

  func setForeground(_ isForeground: Bool) {
    guard isForeground != isInForeground else { return }
    isInForeground = isForeground
    notify(.foreground) { $0.foregroundChanged() }
    sendIfDue(at: clock.now)
  }

  @inline(__always)
  func sendIfDue(at now: Instant) { if now >= sendDue { sendDueRecords(at: now) } }

  @inline(never)
  private func sendDueRecords(at now: Instant) {
    for queue in uploadQueues { queue.sendIfDue(at: now) }
  }

  /// Sends the next request of each queue, unless a queue is off or its source may not send now.
  func sendNow() { for queue in uploadQueues { queue.sendNow() } }

  /// Updates `sendDue` after a queue has changed the time of its next send.
  func sendsAreDue() {
    sendDue = uploadQueues.reduce(.distantFuture) { min($0, $1.nextDue) }
  }
}
