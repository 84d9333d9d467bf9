import PhoneAPI
import Timekeeping

/// A behavior's background task, which requests its next start each time it starts.
///
/// The new request is necessary because the phone starts a task only once for each request (BGT-3).
final class RecurringTask {
  private unowned let tracker: Tracker
  private let behavior: BehaviorKind
  private let kind: BackgroundTaskRequest.Kind
  private let identifier: String
  private let work: () -> Void
  private var running: (any BackgroundTask)?

  /// Creates the background task of a behavior.
  ///
  /// - Parameter work: a closure that starts the task's work. The work has to end with a call of
  ///   `complete`.
  init(
    _ tracker: Tracker, _ behavior: BehaviorKind, kind: BackgroundTaskRequest.Kind,
    identifier: String, work: @escaping () -> Void
  ) {
    self.tracker = tracker
    self.behavior = behavior
    self.kind = kind
    self.identifier = identifier
    self.work = work
  }

  var isRunning: Bool { running != nil }
  /// Called when the task's time is used up. The task is then completed as failed.
  var onExpiration: (() -> Void)?

  /// Registers the task's identifier with the phone. This has to happen during launch.
  func register(interval: @escaping () -> TimeSpan) {
    let isRegistered = tracker.phone.backgroundTasks.register(identifier: identifier) {
      [weak self] task in self?.run(task, next: interval())
    }
    if !isRegistered { tracker.note(behavior, "\(identifier) was refused") }
  }

  /// Requests a start, unless an earlier request still waits.
  func submitUnlessPending(after interval: TimeSpan) {
    let pending = tracker.phone.backgroundTasks.pendingRequests
    if !pending.contains(where: { $0.identifier == identifier }) { submit(after: interval) }
  }

  func submit(after interval: TimeSpan) {
    var request = BackgroundTaskRequest(
      identifier: identifier,
      kind: tracker.settings.pilotQuirks.threeRefreshTasks ? .refresh : kind,
      earliestBegin: tracker.clock.now + interval)
    request.requiresNetworkConnectivity = request.kind == .processing
    do {
      try tracker.phone.backgroundTasks.submit(request)
      tracker.note(behavior, "asks for a run in \(interval) at the earliest")
    } catch {
      tracker.note(behavior, "cannot ask for a run: \(error)")
    }
  }

  func cancel() { tracker.phone.backgroundTasks.cancel(identifier: identifier) }

  private func run(_ task: any BackgroundTask, next interval: TimeSpan) {
    guard tracker.isTracking else { return task.setTaskCompleted(success: true) }
    submit(after: interval)
    running = task
    task.expirationHandler = { [weak self] in
      self?.onExpiration?()
      self?.complete(success: false)
    }
    work()
  }

  /// Completes the running task; has no effect if the task is not running.
  func complete(success: Bool) {
    guard let task = running else { return }
    running = nil
    task.setTaskCompleted(success: success)
  }
}
