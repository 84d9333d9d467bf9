import PhoneAPI
import Text
import Timekeeping

/// Sends what a source has, one request at a time, as often as the interval says.
///
/// While the process runs a timer keeps the interval; a process that was suspended or dead sends at
/// its next wake, if a send is due. A failed request is tried again after 5, 10, 20 s and so on up to
/// the interval, or when the server says. Records leave the store when the server has acknowledged them,
/// so a kill at any point costs at most that a request is sent again.
final class UploadQueue {
  struct Policy: Equatable {
    /// Nil sends nothing but by hand.
    var interval: TimeSpan?
    /// Without it sends happen only when the phone calls the app.
    var usesTimer = true
    /// Whether a fresh installation sends before anybody has asked it to.
    var sendsUnasked = true
    /// Whether a failure waits a whole interval, as if it had been a send.
    var retriesAfterInterval = false
    /// Whether its owner says when to send; an interval then only brings what was left behind.
    var isTriggered = false
  }

  /// Why an upload did not arrive, or not all of it.
  enum Failure: Error, Hashable {
    case network(HTTPError)
    /// In the source's words. A server that asks for patience is given it.
    case refused(String, retryAfter: TimeSpan?)
    case store(RecordStoreError)
    case notTaken(Int)
  }

  private static let firstRetry = TimeSpan.seconds(5 as Int64)
  private static let restAtLeast = TimeSpan.minutes(5)

  var policy: Policy { didSet { policyChanged() } }

  private unowned let tracker: Tracker
  /// Says what is sent next; an answer is judged by who made the request.
  unowned var source: any UploadSource
  private let behavior: BehaviorKind
  private let lastSendKey: String
  private var isOn = false
  /// The request whose answer is awaited, even by a queue that has been stopped: what arrived must
  /// not be sent again.
  private var underWay: Sending?
  private var timer: TimerToken?
  private var due = Instant.distantFuture { didSet { tracker.sendsAreDue() } }
  private var failures = 0
  /// Of the answer that was dealt with last.
  private(set) var lastOutcome: UploadOutcome?
  /// Called when an answer has been dealt with; of a failed upload with the reason.
  var onAnswer: ((Failure?) -> Void)?

  /// - Parameter name: tells this queue's memory from others' of the same tracker.
  init(
    _ tracker: Tracker, _ behavior: BehaviorKind, name: String = "lastSend",
    source: any UploadSource, policy: Policy
  ) {
    self.tracker = tracker
    self.behavior = behavior
    self.source = source
    self.policy = policy
    lastSendKey = name
    tracker.uploadQueues.append(self)
  }

  private struct Sending {
    var upload: Upload
    var source: any UploadSource
    var task: BackgroundTaskToken?
    /// By the uptime.
    var since: TimeSpan
  }

  var isSending: Bool { underWay != nil }
  /// The uptime at which the request went out whose answer is awaited.
  var sendingSince: TimeSpan? { underWay?.since }

  /// When it wants to be called for.
  var nextDue: Instant { due }

  // MARK: On and off

  /// Harmless when it runs already.
  func start() {
    guard !isOn else { return }
    isOn = true
    if !isSending { waitForInterval() }
  }

  func stop() {
    isOn = false
    stopWaiting()
  }

  /// Sends now, whatever the interval; nothing while a request is under way.
  func sendNow() { send() }

  /// Sends now, unless sending is off.
  func sendUnlessOff() { if policy.interval != nil { send() } }

  func sendIfDue(at now: Instant) { if now >= due { send() } }

  private func waitForInterval() {
    guard let interval = policy.interval else {
      stopWaiting()
      if !policy.isTriggered { tracker.note(behavior, "sending is off") }
      return
    }
    let now = tracker.clock.now
    if let lastSend, lastSend <= now {
      wait(for: max(.zero, lastSend + interval - now))
    } else if policy.sendsUnasked {
      wait(for: .zero)
    }
  }

  private func policyChanged() {
    if isOn, !isSending { waitForInterval() }
  }

  // MARK: Waiting

  private var lastSend: Instant? {
    get {
      tracker.phone.container.value(forKey: lastSendKey).flatMap(Int64.init)
        .map(Instant.init(nanoseconds:))
    }
    set {
      tracker.phone.container.set(newValue.map { String($0.nanoseconds) }, forKey: lastSendKey)
    }
  }

  private func wait(for delay: TimeSpan) {
    stopWaiting()
    due = tracker.clock.now + delay
    guard policy.usesTimer else { return }
    timer = tracker.clock.schedule(after: delay, repeats: false) { [weak self] in
      self?.timer = nil
      // By the timer's word rather than the wall clock's, which may have been set back.
      self?.due = .distantPast
      self?.send()
    }
  }

  private func stopWaiting() {
    if let timer { tracker.clock.cancel(timer) }
    timer = nil
    due = .distantFuture
  }

  // MARK: Sending

  /// Nothing happens while a request is under way or nothing waits; the send then stays due.
  private func send() {
    guard isOn, !isSending, let upload = source.nextUpload() else { return }
    stopWaiting()
    if policy.retriesAfterInterval { lastSend = tracker.clock.now }
    underWay = Sending(
      upload: upload, source: source, task: beginBackgroundTask(), since: tracker.clock.uptime)
    tracker.note(behavior, "sends \(counted(upload.records.count, "record"))")
    tracker.phone.http.send(upload.request) { [weak self] result in self?.answered(result) }
  }

  private func answered(_ result: Result<HTTPResponse, HTTPError>) {
    guard let sending = underWay else { return }
    let (upload, source) = (sending.upload, sending.source)
    underWay = nil
    var failure: Failure?
    switch result {
    case .success(let response):
      failure = judge(source.verdict(on: response, to: upload), of: upload, by: source)
    case .failure(let error): failure = .network(error)
    }
    let now = tracker.clock.now
    lastOutcome = UploadOutcome(
      instant: now, recordCount: upload.records.count, failure: failure.map { .init($0) },
      failingSince: failure.map { _ in lastOutcome?.failingSince ?? now })
    if let failure { failed(failure) } else { succeeded(at: now) }
    end(sending.task)
    onAnswer?(failure)
  }

  private func judge(
    _ verdict: Upload.Verdict, of upload: Upload, by source: any UploadSource
  ) -> Failure? {
    switch verdict {
    case .refused(let reason, let patience): return .refused(reason, retryAfter: patience)
    case .acknowledged(let identifiers):
      do { try tracker.store.remove(acknowledged: identifiers) } catch { return .store(error) }
      tracker.note(
        behavior,
        "\(counted(identifiers.count, "record")) acknowledged, \(tracker.store.queueLength) waiting"
      )
      tracker.acknowledged(identifiers, at: tracker.clock.now)
      source.acknowledged()
      let left = upload.records.count - identifiers.count
      return left == 0 ? nil : .notTaken(left)
    }
  }

  private func succeeded(at now: Instant) {
    failures = 0
    lastSend = now
    guard isOn, let interval = policy.interval else { return }
    let goesOn = source.hasFullBatch
    wait(for: goesOn ? .zero : interval)
    if goesOn && policy.usesTimer { send() }
  }

  private func failed(_ failure: Failure) {
    guard isOn, let interval = policy.interval else {
      return tracker.note(behavior, "failed: \(failure)")
    }
    // An interval of nothing, which is a send at each call of the phone's, is no time to rest.
    let longest = interval > .zero || !policy.usesTimer ? interval : Self.restAtLeast
    let delay = max(
      policy.retriesAfterInterval ? longest : min(longest, backOff), failure.patience ?? .zero)
    failures += 1
    tracker.note(behavior, "failed: \(failure); tries again in \(delay)")
    wait(for: delay)
  }

  private var backOff: TimeSpan {
    TimeSpan(nanoseconds: Self.firstRetry.nanoseconds << min(failures, 20))
  }

  // MARK: Time to finish

  /// Without it the phone would suspend the app before the answer is there.
  private func beginBackgroundTask() -> BackgroundTaskToken? {
    tracker.phone.application.beginBackgroundTask(named: "send") { [weak self] in
      guard let self, let task = underWay?.task else { return }
      underWay?.task = nil
      end(task)
      tracker.note(behavior, "runs out of background time; the answer is still awaited")
    }
  }

  private func end(_ task: BackgroundTaskToken?) {
    if let task { tracker.phone.application.endBackgroundTask(task) }
  }
}

extension UploadQueue.Failure: CustomStringConvertible {
  var description: String {
    switch self {
    case .network(let error): "\(error)"
    case .refused(let reason, _): reason
    case .store(let error): "\(error)"
    case .notTaken(let count): "\(counted(count, "record")) not taken"
    }
  }

  fileprivate var patience: TimeSpan? {
    if case .refused(_, let patience) = self { patience } else { nil }
  }
}
