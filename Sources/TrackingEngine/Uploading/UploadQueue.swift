import PhoneAPI
import Text
import Timekeeping

/// A queue that sends the requests of a source, one at a time, at the interval of its policy.
///
/// While the process runs, a timer measures the interval. If the process was suspended or killed,
/// and a send is due, the queue sends when the phone next wakes the app. After a failure the queue
/// tries again after the first retry's delay, then twice that delay and so on up to the interval;
/// or at the next interval, if the policy has no such delay. It waits longer if the server asks for
/// a longer wait.
///
/// Records leave the store's queue only after the server has acknowledged them. A kill therefore
/// costs at most a repeated request.
final class UploadQueue {
  struct Policy: Equatable {
    /// The time between two sends; if it is nil, the queue sends only when `sendNow()` is called.
    var interval: TimeSpan?
    /// True if a timer starts each send. If false, a send that is due starts only when the phone
    /// delivers an event, such as a fix.
    var usesTimer = true
    /// True if a queue that has never sent before sends as soon as the tracker turns it on.
    var sendsUnasked = true
    /// The delay of the first retry after a failure, doubled at each further failure. If it is nil,
    /// the queue waits a whole interval.
    var firstRetry: TimeSpan? = .seconds(5 as Int64)
    /// True if a failed send counts as the last send, so that the next process of the app waits for
    /// the interval too.
    var countsFailures = false
    /// True if the queue's behavior starts a send for each new record or event.
    ///
    /// After the interval, the queue then sends the records that still wait.
    var isTriggered = false
  }

  /// The reason why an upload failed: the server did not acknowledge all records of the upload.
  enum Failure: Error, Hashable {
    case network(HTTPError)
    /// The server refused the request.
    ///
    /// The values are the source's error text, and the time to wait if the server gave one.
    case refused(String, retryAfter: TimeSpan?)
    case store(RecordStoreError)
    case notTaken(Int)
  }

  private static let restAtLeast = TimeSpan.minutes(5)

  var policy: Policy { didSet { policyChanged() } }

  private unowned let tracker: Tracker
  /// The source of the next request. Each answer goes to the source of its own request, even if
  /// this property has changed meanwhile.
  unowned var source: any UploadSource
  private let behavior: BehaviorKind
  private let lastSendKey: String
  private var isOn = false
  /// The request that has no answer yet.
  ///
  /// A stopped queue keeps this request. When the answer comes, the acknowledged records leave the
  /// queue and are not sent again.
  private var underWay: Sending?
  private var timer: TimerToken?
  private var due = Instant.distantFuture { didSet { tracker.sendsAreDue() } }
  private var failures = 0
  /// The outcome of the last request that was answered; nil before the first answer.
  private(set) var lastOutcome: UploadOutcome?
  /// Called after each answer, with the failure; nil if the upload succeeded.
  var onAnswer: ((Failure?) -> Void)?

  /// - Parameter name: the key under which the queue stores the time of its last send. No two
  ///   queues of a tracker may have the same key.
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
    /// The phone's uptime when the request was sent.
    var since: TimeSpan
  }

  var isSending: Bool { underWay != nil }
  /// The phone's uptime when the unanswered request was sent; nil if there is none.
  var sendingSince: TimeSpan? { underWay?.since }

  /// The time of the next send; `.distantFuture` if none is planned.
  var nextDue: Instant { due }

  // MARK: On and off

  /// Turns the queue on; has no effect if the queue is on already.
  func start() {
    guard !isOn else { return }
    isOn = true
    if !isSending { waitForInterval() }
  }

  func stop() {
    isOn = false
    stopWaiting()
  }

  /// Sends the next request now, regardless of the interval; does nothing while a request is
  /// unanswered.
  func sendNow() { send() }

  /// Sends the next request now, unless the interval is nil.
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
      // Rely on the timer, not on the wall clock, which may have been set back.
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

  /// Sends the source's next request.
  ///
  /// The function sends nothing if the queue is off, if a request is unanswered, or if the source
  /// has no request. A send that was due then stays due.
  private func send() {
    guard isOn, !isSending, let upload = source.nextUpload() else { return }
    stopWaiting()
    if policy.countsFailures { lastSend = tracker.clock.now }
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
    // An interval of zero, a send at each call of the phone, would leave no pause after a failure.
    let longest = interval > .zero || !policy.usesTimer ? interval : Self.restAtLeast
    let delay = max(min(longest, backOff ?? longest), failure.patience ?? .zero)
    failures += 1
    tracker.note(behavior, "failed: \(failure); tries again in \(delay)")
    wait(for: delay)
  }

  /// The delay of the next retry; nil to wait a whole interval.
  private var backOff: TimeSpan? {
    policy.firstRetry.map { first in
      let (delay, isTooLong) = first.nanoseconds.multipliedReportingOverflow(
        by: 1 << min(failures, 20))
      return isTooLong ? .days(366) : TimeSpan(nanoseconds: delay)
    }
  }

  // MARK: Time to finish

  /// Begins a background task; without it the phone would suspend the app before the answer
  /// arrives.
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
