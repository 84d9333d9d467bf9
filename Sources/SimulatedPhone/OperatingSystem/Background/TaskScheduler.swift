import EventKernel
import PhoneAPI
import PhoneProfiles
import Timekeeping

/// Launches the app for background work, at times that the system chooses (BGT-1 to BGT-9).
///
/// A refresh runs at one of the opportunities in `RefreshOpportunities`. The opportunities depend
/// on the person and the phone, not on the app's requests. An opportunity is lost while a
/// `BackgroundGate` is closed. A processing task waits until the phone is not in use
/// (`TaskScheduler+Processing`). The system stores the requests, so they outlive the process. Each
/// request leads to one launch. Without a request, no event is scheduled.
final class TaskScheduler: PhonePart {
  struct Pending {
    var request: BackgroundTaskRequest
    var submitted: Instant
  }

  let parameters: TaskParameters
  private let chance: SeededRandom
  private var occasions: RefreshOpportunities
  private var pendingRefresh: Pending?
  var pendingProcessing: [Pending] = []
  var budget: LaunchBudget
  private var lastRefresh: Instant?
  private var nextOccasion: EventKernel<PhoneEvent>.Identifier?
  var processingLook: EventKernel<PhoneEvent>.Identifier?

  static let processingRequestsMax = 10

  init(
    phone: SimulatedPhone, parameters: TaskParameters, chance: SeededRandom, traits: SeededRandom
  ) {
    self.parameters = parameters
    self.chance = chance.stream("refresh")
    budget = LaunchBudget(secondsHalving: parameters.gnssSecondsHalvingLaunches)
    occasions = RefreshOpportunities(
      chance: chance, traits: traits, clocks: phone.world.clocks, parameters: parameters)
    super.init(phone: phone)
  }

  var hasPending: Bool { pendingRefresh != nil || !pendingProcessing.isEmpty }

  /// The pending task requests, in the order in which the app submitted them.
  var pending: [BackgroundTaskRequest] {
    ((pendingRefresh.map { [$0] } ?? []) + pendingProcessing)
      .sorted { $0.submitted < $1.submitted }.map(\.request)
  }

  func handle(_ event: TaskEvent) {
    switch event {
    case .refreshOccasion(let ordinal): refreshOccasion(ordinal)
    case .processingLook: lookForProcessing()
    case .runTimeExpires(let token): runTimeExpires(token: token)
    }
  }

  // MARK: Requests

  func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskError) {
    guard phone.permissions.isBackgroundRefreshOn, !phone.model.system.isUnrestricted else {
      throw .unavailable
    }
    guard let manifest = phone.app?.installation.manifest,
      manifest.permittedTaskIdentifiers.contains(request.identifier),
      phone.declares(request.kind == .refresh ? .fetch : .processing)
    else { throw .notPermitted }
    guard hasRoom(for: request) else { throw .tooManyPendingTaskRequests }
    remove(identifier: request.identifier)
    let pending = Pending(request: request, submitted: phone.now)
    switch request.kind {
    case .refresh: pendingRefresh = pending
    case .processing: pendingProcessing.append(pending)
    }
    plan()
  }

  /// Returns true if the request can be added to the pending requests (BGT-2). One refresh and ten
  /// processing requests can be pending. A request with the same identifier does not count, because
  /// the new request replaces it.
  private func hasRoom(for request: BackgroundTaskRequest) -> Bool {
    switch request.kind {
    case .refresh:
      pendingRefresh.map { $0.request.identifier == request.identifier } ?? true
    case .processing:
      pendingProcessing.filter { $0.request.identifier != request.identifier }.count
        < Self.processingRequestsMax
    }
  }

  /// Cancels the request with this identifier; all requests if nil.
  func cancel(identifier: String?) {
    remove(identifier: identifier)
    plan()
  }

  private func remove(identifier: String?) {
    if identifier == nil || pendingRefresh?.request.identifier == identifier {
      pendingRefresh = nil
    }
    pendingProcessing.removeAll { identifier == nil || $0.request.identifier == identifier }
  }

  func isDue(_ pending: Pending) -> Bool {
    (pending.request.earliestBegin ?? .distantPast) <= phone.now
  }

  /// Schedules the next event for the pending requests, and cancels the events that are no longer
  /// needed.
  func plan() {
    planRefresh()
    planProcessing()
    phone.statusMayHaveChanged()
  }

  // MARK: Refreshes

  private func planRefresh() {
    if let nextOccasion { phone.cancel(nextOccasion) }
    nextOccasion = nil
    guard let pending = pendingRefresh else { return }
    let earliest = max(phone.now, pending.request.earliestBegin ?? .distantPast)
    guard let occasion = occasions.next(after: earliest, usage: phone.usage) else { return }
    nextOccasion = phone.schedule(
      .task(.refreshOccasion(ordinal: occasion.ordinal)), at: occasion.time)
  }

  private func refreshOccasion(_ ordinal: Int64) {
    defer { plan() }
    guard let pending = pendingRefresh, phone.isOn, phone.isUnlocked,
      phone.app?.process?.state != .foreground
    else { return }
    let mark = chance.stream("mark").uniform(at: ordinal)
    if let gate = closedGate(
      among: BackgroundGate.allCases, mark: mark, lastLaunch: lastRefresh,
      intervalSecondsMin: parameters.refreshIntervalSecondsMin)
    {
      phone.note(.operatingSystem, gate.fact) { "no refresh now: \(gate.explanation)" }
      return
    }
    pendingRefresh = nil
    lastRefresh = phone.now
    run(pending.request, .refresh, seconds: refreshSeconds(ordinal))
  }

  /// Returns the run time of a refresh. Sometimes the system ends it after a few seconds (BGT-1).
  private func refreshSeconds(_ ordinal: Int64) -> Double {
    let isCut = chance.stream("cut").happens(
      withProbability: parameters.refreshCutShortProbability, at: ordinal)
    return isCut
      ? chance.stream("cut.seconds").uniform(in: 2...5, at: ordinal) : parameters.refreshSeconds
  }

  // MARK: Running

  func run(
    _ request: BackgroundTaskRequest, _ errand: GrantedRunTime.Purpose, seconds: Double
  ) {
    guard let process = phone.apps.wake(.backgroundTask, windowSeconds: 1) else { return }
    guard let handler = process.taskHandlers[request.identifier] else {
      phone.note(.operatingSystem, errand.fact) {
        "cannot run \(request.identifier): the app registered no handler at launch"
      }
      return
    }
    phone.note(.operatingSystem, errand.fact) {
      "runs \(request.identifier) for up to \(TimeSpan.seconds((seconds * 10).rounded() / 10))"
    }
    handler(
      grantRunTime(errand, identifier: request.identifier, seconds: seconds, to: process))
  }
}

enum TaskEvent: Sendable {
  case refreshOccasion(ordinal: Int64)
  /// The service checks if the phone is in use. It does so each minute while a processing task
  /// waits or runs.
  case processingLook
  case runTimeExpires(token: Int)
}
