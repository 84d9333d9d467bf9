import Foundation
import PhoneAPI
import Timekeeping

/// Runs an app's deferred work on a live phone when it is due.
///
/// A phone delays such work for hours, to save its battery (BGT-3, BGT-7). This machine runs a task
/// as soon as its earliest time has come, and the machine has the network and power that the task
/// needs. The requests are stored in the app's container, so that they outlive the process.
final class LiveTaskScheduler: BackgroundTaskScheduler {
  private static let key = "pendingTasks"
  /// BGT-2
  private static let countMax: [BackgroundTaskRequest.Kind: Int] = [.refresh: 1, .processing: 10]
  /// The time between two checks while a request is pending. The wall clock may be set, and the
  /// conditions may change.
  private static let checkInterval = TimeSpan.minutes(1)
  /// The time for a refresh (BGT-1).
  private static let refreshSpan = TimeSpan.seconds(30 as Int64)
  /// The time for a processing task: the longest in BGT-7.
  private static let processingSpan = TimeSpan.minutes(10)

  private let loop: LiveLoop
  private let container: any Container
  private let manifest: AppManifest?
  private let isPlugged: () -> Bool
  private let isConnected: () -> Bool
  private let note: (_ behavior: String, _ message: String) -> Void
  private var handlers: [String: (any BackgroundTask) -> Void] = [:]
  private var requests: [StoredRequest]
  private var check: UInt64?
  /// The uptime of the earliest next check. Without it, a task that submits itself again would run
  /// all the time.
  private var nextCheck = TimeSpan.zero

  /// Creates the scheduler.
  ///
  /// - Parameters:
  ///   - isPlugged: Returns true if the machine is on external power.
  ///   - isConnected: Returns true if the machine has a network.
  init(
    _ loop: LiveLoop, _ container: any Container, _ manifest: AppManifest?,
    isPlugged: @escaping () -> Bool, isConnected: @escaping () -> Bool,
    note: @escaping (_ behavior: String, _ message: String) -> Void
  ) {
    self.loop = loop
    self.container = container
    self.manifest = manifest
    self.isPlugged = isPlugged
    self.isConnected = isConnected
    self.note = note
    let text = container.value(forKey: Self.key) ?? "[]"
    requests = (try? JSONDecoder().decode([StoredRequest].self, from: Data(text.utf8))) ?? []
  }

  // MARK: BackgroundTaskScheduler

  @discardableResult
  func register(
    identifier: String, launchHandler: @escaping (any BackgroundTask) -> Void
  ) -> Bool {
    guard !loop.isOver, isPermitted(identifier), handlers[identifier] == nil else { return false }
    handlers[identifier] = launchHandler
    plan()
    return true
  }

  func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskError) {
    guard !loop.isOver else { throw .unavailable }
    let mode: BackgroundMode = request.kind == .refresh ? .fetch : .processing
    guard isPermitted(request.identifier), manifest?.backgroundModes.contains(mode) ?? true else {
      throw .notPermitted
    }
    let others = requests.filter { $0.identifier != request.identifier }
    let count = others.count { $0.kind == request.kind.rawValue }
    guard count < Self.countMax[request.kind] ?? 0 else { throw .tooManyPendingTaskRequests }
    requests = others + [StoredRequest(request)]
    changed()
  }

  func cancel(identifier: String) {
    guard !loop.isOver else { return }
    requests.removeAll { $0.identifier == identifier }
    changed()
  }

  func cancelAll() {
    guard !loop.isOver else { return }
    requests = []
    changed()
  }

  var pendingRequests: [BackgroundTaskRequest] {
    loop.isOver ? [] : requests.compactMap(\.request)
  }

  private func isPermitted(_ identifier: String) -> Bool {
    manifest?.permittedTaskIdentifiers.contains(identifier) ?? true
  }

  // MARK: Checks

  private func changed() {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = (try? encoder.encode(requests)).map { String(decoding: $0, as: UTF8.self) }
    container.set(requests.isEmpty ? nil : text, forKey: Self.key)
    plan()
  }

  /// Schedules the next check. There is none before the app has registered a handler, since the
  /// program may have to wait for the receiver before it launches the app.
  private func plan() {
    if let check { loop.cancel(check) }
    check = nil
    let now = loop.time.wallClock
    guard !handlers.isEmpty, let earliest = requests.map({ $0.earliestBegin ?? now }).min() else {
      return
    }
    let wait = min(max(.zero, earliest - now), Self.checkInterval)
    check = loop.schedule(after: max(wait, nextCheck - loop.time.uptime), repeats: false) {
      [weak self] in self?.runDue()
    }
  }

  /// Runs the tasks that are due, in the order in which they were submitted.
  private func runDue() {
    check = nil
    nextCheck = loop.time.uptime + Self.checkInterval
    let now = loop.time.wallClock
    let due = requests.filter { ($0.earliestBegin ?? now) <= now && hasConditions(of: $0) }
    requests.removeAll { request in due.contains { $0.identifier == request.identifier } }
    changed()
    for request in due { run(request) }
  }

  private func hasConditions(of request: StoredRequest) -> Bool {
    (!request.requiresPower || isPlugged()) && (!request.requiresNetwork || isConnected())
  }

  private func run(_ request: StoredRequest) {
    let isRefresh = request.kind == BackgroundTaskRequest.Kind.refresh.rawValue
    let fact = isRefresh ? "BGT-1" : "BGT-7"
    guard !loop.isOver else { return }
    guard let handler = handlers[request.identifier] else {
      return note(
        fact, "cannot run \(request.identifier): the app registered no handler at launch")
    }
    let span = isRefresh ? Self.refreshSpan : Self.processingSpan
    note(fact, "runs \(request.identifier) for up to \(span)")
    handler(LiveBackgroundTask(request.identifier, loop, for: span))
  }
}

/// A request as it is stored in the app's container.
private struct StoredRequest: Codable {
  var identifier: String
  var kind: String
  var earliestBegin: Instant?
  var requiresNetwork: Bool
  var requiresPower: Bool

  init(_ request: BackgroundTaskRequest) {
    identifier = request.identifier
    kind = request.kind.rawValue
    earliestBegin = request.earliestBegin
    requiresNetwork = request.kind == .processing && request.requiresNetworkConnectivity
    requiresPower = request.kind == .processing && request.requiresExternalPower
  }

  var request: BackgroundTaskRequest? {
    BackgroundTaskRequest.Kind(rawValue: kind).map {
      BackgroundTaskRequest(
        identifier: identifier, kind: $0, earliestBegin: earliestBegin,
        requiresNetworkConnectivity: requiresNetwork, requiresExternalPower: requiresPower)
    }
  }
}

/// A task that is running on a live phone. It expires if the app does not complete it in time.
private final class LiveBackgroundTask: BackgroundTask {
  let identifier: String
  var expirationHandler: (() -> Void)?
  private let loop: LiveLoop
  private var end: UInt64?

  init(_ identifier: String, _ loop: LiveLoop, for span: TimeSpan) {
    self.identifier = identifier
    self.loop = loop
    end = loop.schedule(after: span, repeats: false) { [self] in
      end = nil
      expirationHandler?()
      expirationHandler = nil
    }
  }

  func setTaskCompleted(success: Bool) {
    if let end { loop.cancel(end) }
    end = nil
    expirationHandler = nil
  }
}
