import EventKernel
import PhoneAPI
import PhoneProfiles
import Timekeeping

/// Local notifications that wait, are shown, or are tapped. The system stores them, so they outlive
/// the process and a restart of the phone (NET-7).
///
/// Showing a notification does not wake the app. Only the person's tap opens it.
final class NotificationService: PhonePart {
  private struct Pending {
    var notification: LocalNotification
    var number: Int
    /// The time at which the notification is shown; nil if the notification waits for a region.
    var due: Instant?
  }

  private let parameters: NotificationParameters
  private var waiting: [Pending] = []
  private var count = 0
  /// The notifications that are shown and not yet tapped, the newest last.
  private(set) var shown: [LocalNotification] = []

  init(phone: SimulatedPhone, parameters: NotificationParameters) {
    self.parameters = parameters
    super.init(phone: phone)
  }

  var pending: [LocalNotification] { waiting.map(\.notification) }

  func add(_ notification: LocalNotification) {
    remove(identifiers: [notification.identifier])
    count += 1
    var due: Instant?
    switch notification.trigger {
    case .after(let wait):
      due = phone.now + max(wait, .zero)
      phone.schedule(.notificationDue(count), after: max(wait, .zero))
    case .region(let region):
      guard phone.location.regions.startNotifying(region, notification: count) else { return }
    }
    waiting.append(Pending(notification: notification, number: count, due: due))
    if waiting.count > Int(parameters.pendingMax) { dropOne() }
  }

  func remove(identifiers: [String]) {
    for pending in waiting where identifiers.contains(pending.notification.identifier) {
      phone.location.regions.stopNotifying(notification: pending.number)
    }
    waiting.removeAll { identifiers.contains($0.notification.identifier) }
  }

  /// Drops one pending notification, because more are pending than the limit allows. The model
  /// variant `NotificationLimit` determines the notification that is dropped (NET-7).
  private func dropOne() {
    let latest = waiting.indices.max { due(waiting[$0]) < due(waiting[$1]) }
    let index = parameters.keepsLast ? 0 : latest ?? 0
    let identifier = waiting[index].notification.identifier
    phone.note(.operatingSystem, "NET-7") {
      "drops the notification \(identifier): more than \(Int(parameters.pendingMax)) are pending"
    }
    remove(identifiers: [identifier])
  }

  /// Returns the time by which `dropOne` ranks a notification: the time at which it is due. A
  /// notification that waits for a region counts as due now, because the phone can cross the border
  /// at any time.
  private func due(_ pending: Pending) -> Instant { pending.due ?? phone.now }

  // MARK: Showing

  /// Shows a notification that is due. A phone that is off shows it after it is turned on again.
  func due(_ number: Int) {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
    guard phone.isOn else {
      phone.schedule(.notificationDue(number), after: .minutes(1))
      return
    }
    show(waiting.remove(at: index).notification)
  }

  /// Shows the notification for a region whose border the phone crossed. It is shown only once.
  func regionWasCrossed(_ number: Int) {
    phone.location.regions.stopNotifying(notification: number)
    due(number)
  }

  private func show(_ notification: LocalNotification) {
    guard phone.permissions.notifications == .granted else {
      return phone.note(.operatingSystem, "NET-7") {
        "does not show '\(notification.title)': notifications are not allowed"
      }
    }
    phone.note(.operatingSystem, "NET-7") { "shows the notification '\(notification.title)'" }
    phone.notify(.notificationShown(title: notification.title))
    shown.append(notification)
  }

  // MARK: The person

  /// Taps a notification, which opens the app. If `identifier` is nil, taps the newest.
  /// - Returns: false if there is no notification to tap.
  func tap(identifier: String?) -> Bool {
    guard phone.isOn,
      let index = shown.lastIndex(where: { identifier == nil || $0.identifier == identifier })
    else { return false }
    let notification = shown.remove(at: index)
    phone.note(.person, "scenario") { "taps the notification '\(notification.title)'" }
    phone.notify(.notificationTapped(title: notification.title))
    phone.apps.open(.notificationTapped)
    guard let process = phone.app?.process else { return true }
    process.untakenResponse = notification.identifier
    takeResponse(process)
    return true
  }

  /// Reports the tap to the app, once the app has set a listener.
  func takeResponse(_ process: AppProcess) {
    guard let identifier = process.untakenResponse,
      let listener = process.handlers.notificationTapped
    else { return }
    process.untakenResponse = nil
    listener(identifier, "default")
  }
}

/// Local notifications as one process sees them.
final class ProcessNotifications: UserNotificationCenter {
  private let process: AppProcess

  init(process: AppProcess) { self.process = process }

  var availability: ServiceAvailability { .available }

  var authorization: NotificationAuthorization {
    let status = process.phone?.permissions.notifications ?? .notDetermined
    return NotificationAuthorization(
      status: status, granted: status == .granted ? [.alert, .badge, .sound] : [])
  }

  func requestAuthorization(
    _ options: NotificationOptions, completion: @escaping (Bool) -> Void
  ) {
    process.phone?.prompts.ask(.notifications, for: process) { [process] in
      completion(process.phone?.permissions.notifications == .granted)
    }
  }

  func add(_ notification: LocalNotification) {
    process.phone?.notifications.add(notification)
  }

  func removePending(identifiers: [String]) {
    process.phone?.notifications.remove(identifiers: identifiers)
  }

  var pending: [LocalNotification] { process.phone?.notifications.pending ?? [] }

  var onResponse: ((String, String) -> Void)? {
    get { process.handlers.notificationTapped }
    set {
      guard process.isAlive else { return }
      process.handlers.notificationTapped = newValue
      guard newValue != nil, process.untakenResponse != nil else { return }
      process.callSoon { [process] in process.phone?.notifications.takeResponse(process) }
    }
  }
}

extension SimulatedPhone {
  /// Performs the person's tap on a notification of the app. The tap opens the app. If `identifier`
  /// is nil, the person taps the newest notification.
  /// - Returns: false if there is no notification to tap.
  @discardableResult
  public func personTapsNotification(identifier: String? = nil) -> Bool {
    notifications.tap(identifier: identifier)
  }
}
