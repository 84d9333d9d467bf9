import Foundation
import PhoneAPI
import Timekeeping

/// The local notifications of an app on a live phone.
///
/// The app needs no permission: the user has started the program. Pending notifications are stored
/// in the app's container, so that they outlive the process. A tap is not reported to the app,
/// since the programs that show notifications do not report it.
final class LiveNotificationCenter: UserNotificationCenter {
  /// NET-7. The last ones are kept.
  private static let pendingMax = 64

  private struct Waiting {
    var pending: PendingNotification
    /// The timer of a notification with a time.
    var timer: UInt64?
  }

  private let loop: LiveLoop
  private let container: any Container
  private let circles: CircleWatch?
  private let notifier: any Notifier
  private let note: (_ behavior: String, _ message: String) -> Void
  private var waiting: [Waiting] = []
  private var hasReportedObstacle = false
  private var hasReportedFailure = false

  /// - Parameter circles: The circles that the phone watches; nil for a phone without a receiver.
  init(
    _ loop: LiveLoop, _ container: any Container, _ circles: CircleWatch?,
    _ notifier: any Notifier, note: @escaping (_ behavior: String, _ message: String) -> Void
  ) {
    self.loop = loop
    self.container = container
    self.circles = circles
    self.notifier = notifier
    self.note = note
    guard notifier.obstacle == nil else { return }
    let stored = PendingNotification.list(from: container.value(forKey: PendingNotification.key))
    for pending in stored { wait(for: pending) }
    countRegions()
  }

  // MARK: UserNotificationCenter

  var availability: ServiceAvailability {
    notifier.obstacle.map { .unavailable($0) } ?? .available
  }

  var authorization: NotificationAuthorization {
    guard notifier.obstacle == nil, !loop.isOver else {
      return NotificationAuthorization(status: .restricted, granted: [])
    }
    return NotificationAuthorization(status: .granted, granted: [.alert, .badge, .sound])
  }

  func requestAuthorization(
    _ options: NotificationOptions, completion: @escaping (Bool) -> Void
  ) {
    if notifier.obstacle == nil, !loop.isOver { loop.soon { completion(true) } }
  }

  func add(_ notification: LocalNotification) {
    guard !loop.isOver else { return }
    if let obstacle = notifier.obstacle { return report(obstacle, of: notification) }
    remove([notification.identifier])
    let pending = PendingNotification(notification, at: loop.time.wallClock)
    guard canWatch(pending) else { return save() }
    wait(for: pending)
    if waiting.count > Self.pendingMax {
      let dropped = waiting[0].pending.identifier
      note("NET-7", "drops the notification \(dropped): \(Self.pendingMax) are pending")
      remove([dropped])
    }
    // Before it is stored, so that a kill in between leaves none that is not shown.
    if pending.due != nil { notifier.willBeDue() }
    save()
  }

  func removePending(identifiers: [String]) {
    guard !loop.isOver, waiting.contains(where: { identifiers.contains($0.pending.identifier) })
    else { return }
    remove(identifiers)
    save()
  }

  var pending: [LocalNotification] {
    loop.isOver ? [] : waiting.map { $0.pending.notification(at: loop.time.wallClock) }
  }

  var onResponse: ((String, String) -> Void)?

  // MARK: Waiting

  private func wait(for pending: PendingNotification) {
    let timer = pending.due.map { due in
      loop.schedule(after: due - loop.time.wallClock, repeats: false) { [weak self] in
        self?.show(pending.identifier)
      }
    }
    waiting.append(Waiting(pending: pending, timer: timer))
  }

  private func remove(_ identifiers: [String]) {
    waiting.removeAll { entry in
      guard identifiers.contains(entry.pending.identifier) else { return false }
      if let timer = entry.timer { loop.cancel(timer) }
      return true
    }
  }

  private func save() {
    countRegions()
    container.set(
      PendingNotification.text(of: waiting.map(\.pending)), forKey: PendingNotification.key)
  }

  // MARK: Borders

  /// Returns false for a region that the phone cannot watch, such as the app's 21st (REG-1).
  private func canWatch(_ pending: PendingNotification) -> Bool {
    guard let circle = pending.circle else { return true }
    countRegions()
    if let circles, circle.isPossible, circles.hasRoom(for: circle) { return true }
    note("REG-1", "does not watch the region of the notification \(pending.identifier)")
    return false
  }

  private func countRegions() {
    circles?.notificationCount = waiting.count { $0.pending.circle != nil }
  }

  /// Checks a fix against the regions of pending notifications. A border that was crossed in the
  /// wanted direction shows the notification, once (REG-12).
  func take(_ fix: Location, elapsed: TimeSpan) {
    var crossed: [String] = []
    var isChanged = false
    for index in waiting.indices {
      guard let finding = waiting[index].pending.circle?.take(fix, at: elapsed) else { continue }
      isChanged = true
      let region = waiting[index].pending.circle?.region
      if case .crossed(let isInside) = finding,
        (isInside ? region?.notifyOnEntry : region?.notifyOnExit) == true
      {
        crossed.append(waiting[index].pending.identifier)
      }
    }
    if isChanged { save() }
    for identifier in crossed { show(identifier) }
  }

  // MARK: Showing

  private func show(_ identifier: String) {
    guard let shown = waiting.first(where: { $0.pending.identifier == identifier })?.pending else {
      return
    }
    remove([identifier])
    save()
    note("NET-7", "shows the notification '\(shown.title)'")
    let failure = loop.expect { [weak self] (reason: String) in self?.report(failure: reason) }
    notifier.show(title: shown.title, body: shown.body) { failure.fulfil($0) }
  }

  /// Reports once that this machine shows no notifications.
  private func report(_ obstacle: String, of notification: LocalNotification) {
    guard !hasReportedObstacle else { return }
    hasReportedObstacle = true
    note("notifications", "'\(notification.title)' and others are not shown: \(obstacle)")
  }

  private func report(failure reason: String) {
    guard !hasReportedFailure else { return }
    hasReportedFailure = true
    note("notifications", "a notification was not shown: \(reason)")
  }
}
