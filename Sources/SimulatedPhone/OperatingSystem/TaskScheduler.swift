import EventKernel
import PhoneAPI
import Timekeeping

/// Background refresh: launches the app now and then, when the system sees fit (BGT-1 to BGT-9).
///
/// The occasions are the phone's and the person's, not the app's: how many a day is a trait, their
/// times are drawn ahead, mostly by day, before the hours in which people use their phones (BGT-3).
/// An occasion without a pending request, or behind a closed gate, passes.
final class TaskScheduler {
  private unowned(unsafe) let phone: SimulatedPhone
  private let system: OperatingSystemParameters
  private let chance: Chance
  private(set) var pending: [BackgroundTaskRequest] = []
  private var lastRefresh: Instant?

  static let processingRequestsMax = 10

  init(phone: SimulatedPhone, system: OperatingSystemParameters, chance: Chance) {
    self.phone = phone
    self.system = system
    self.chance = chance.stream("refresh")
  }

  var hasPending: Bool { !pending.isEmpty }

  func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskError) {
    guard phone.permissions.isBackgroundRefreshOn else { throw .unavailable }
    guard let manifest = phone.app?.installation.manifest,
      manifest.permittedTaskIdentifiers.contains(request.identifier),
      phone.declares(request.kind == .refresh ? .fetch : .processing)
    else { throw .notPermitted }
    let others = pending.filter { $0.identifier != request.identifier && $0.kind == request.kind }
    guard others.count < (request.kind == .refresh ? 1 : Self.processingRequestsMax) else {
      throw .tooManyPendingTaskRequests
    }
    pending.removeAll { $0.identifier == request.identifier }
    pending.append(request)
    phone.statusMayHaveChanged()
  }

  func cancel(identifier: String?) {
    pending.removeAll { identifier == nil || $0.identifier == identifier }
    phone.statusMayHaveChanged()
  }

  // MARK: Occasions

  /// Occasion number `ordinal` is one in every 24 h ÷ count; at night most are skipped.
  func scheduleOccasion(_ ordinal: Int) {
    let mean = 86_400 / system.refreshesPerDay
    let wait = chance.uniform(in: 0.5 * mean...1.5 * mean, at: Int64(ordinal))
    phone.schedule(.refreshOpportunity(ordinal), after: .seconds(wait))
  }

  func occasion(_ ordinal: Int) {
    scheduleOccasion(ordinal + 1)
    let hour = phone.localTime().hour
    let isNight = hour < 6
    if isNight, chance.stream("night").happens(withProbability: 0.7, at: Int64(ordinal)) { return }
    guard let index = pending.firstIndex(where: { $0.kind == .refresh && isDue($0) }), gatesAreOpen
    else { return }
    run(pending.remove(at: index), ordinal: Int64(ordinal))
  }

  private func isDue(_ request: BackgroundTaskRequest) -> Bool {
    (request.earliestBegin ?? .distantPast) <= phone.now
  }

  /// Battery, switch, force quit, use in the last two days, and the rate limit (BGT-4, BGT-5, BGT-9).
  private var gatesAreOpen: Bool {
    guard let app = phone.app, phone.isOn, phone.isUnlocked, phone.batteryLevel >= 0.2,
      phone.permissions.isBackgroundRefreshOn,
      !app.isForceQuit, app.process?.state != .foreground
    else { return false }
    if let last = lastRefresh, (phone.now - last).seconds < system.refreshIntervalSecondsMin {
      return false
    }
    guard let opened = app.lastOpened else { return false }
    return phone.now - opened < .days(2)
  }

  private func run(_ request: BackgroundTaskRequest, ordinal: Int64) {
    lastRefresh = phone.now
    let isCut = chance.stream("cut").happens(
      withProbability: system.refreshCutShortProbability, at: ordinal)
    let seconds =
      isCut
      ? chance.stream("cut.seconds").uniform(in: 2...5, at: ordinal) : system.refreshSeconds
    guard let process = phone.apps.wake(.backgroundTask, windowSeconds: 1),
      process.runningTask == nil, let handler = process.taskHandlers[request.identifier]
    else { return }
    phone.note(.operatingSystem, "BGT-1") {
      "runs \(request.identifier) for up to \(TimeSpan.seconds((seconds * 10).rounded() / 10))"
    }
    let task = RunningBackgroundTask(
      identifier: request.identifier, ordinal: ordinal, process: process)
    process.runningTask = task
    phone.schedule(
      .taskExpires(process: process.number, ordinal: ordinal), after: .seconds(seconds))
    phone.apps.reconsider()
    handler(task)
  }

  func expire(process number: Int, ordinal: Int64) {
    guard let task = phone.process(number)?.runningTask, task.ordinal == ordinal else { return }
    phone.note(.operatingSystem, "BGT-1") { "the time of \(task.identifier) is over" }
    task.expirationHandler?()
    task.setTaskCompleted(success: false)
  }
}

/// A scheduled task that is running now.
final class RunningBackgroundTask: BackgroundTask {
  let identifier: String
  var expirationHandler: (() -> Void)?
  /// Of the occasion that it runs on.
  let ordinal: Int64
  private var process: AppProcess?

  init(identifier: String, ordinal: Int64, process: AppProcess) {
    self.identifier = identifier
    self.ordinal = ordinal
    self.process = process
  }

  func setTaskCompleted(success: Bool) {
    guard let process, process.runningTask === self else { return }
    self.process = nil
    process.runningTask = nil
    expirationHandler = nil
    process.phone?.apps.reconsider()
  }
}
