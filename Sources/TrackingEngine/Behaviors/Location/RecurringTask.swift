import PhoneAPI
import Timekeeping

/// A background task of a behavior's, asked for again at each run: a request gives one launch (BGT-3).
final class RecurringTask {
  private unowned let tracker: Tracker
  private let behavior: BehaviorKind
  private let kind: BackgroundTaskRequest.Kind
  private let identifier: String
  private let work: () -> Void
  private var running: (any BackgroundTask)?

  /// - Parameter work: starts what the task is for, and has to end in `complete`.
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
  /// Called when the phone's patience is over; the task is completed right after.
  var onExpiration: (() -> Void)?

  /// During launch.
  func register(interval: @escaping () -> TimeSpan) {
    let isRegistered = tracker.phone.backgroundTasks.register(identifier: identifier) {
      [weak self] task in self?.run(task, next: interval())
    }
    if !isRegistered { tracker.note(behavior, "\(identifier) was refused") }
  }

  func submit(after interval: TimeSpan) {
    var request = BackgroundTaskRequest(
      identifier: identifier,
      kind: tracker.settings.pilotQuirks.threeRefreshTasks ? .refresh : kind,
      earliestBegin: tracker.clock.now + interval)
    request.requiresNetworkConnectivity = request.kind == .processing
    do {
      try tracker.phone.backgroundTasks.submit(request)
      tracker.note(behavior, "asks for a run no sooner than in \(interval)")
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

  /// Harmless when it does not run.
  func complete(success: Bool) {
    guard let task = running else { return }
    running = nil
    task.setTaskCompleted(success: success)
  }
}
