import PhoneAPI
import Timekeeping

/// Sends the queue in Overland batches, one at a time, as often as the send interval says.
///
/// While the process runs a timer keeps the interval; a process that was suspended or dead sends at
/// its next wake, if a send is due. A failed batch is tried again after 5, 10, 20 s and so on up to
/// the interval. Records leave the queue when the server has acknowledged them, so a kill at any
/// point costs at most that a batch is sent again.
final class OverlandUpload: Behaviour {
  private enum State {
    case off
    case waiting
    case sending([Record.Identifier], BackgroundTaskToken?)
  }

  private static let lastSendKey = "lastSend"
  private static let firstRetry = TimeSpan.seconds(5 as Int64)

  let events: Events = [.tracking, .pause, .send, .action]
  private unowned let tracker: Tracker
  private let batch: OverlandBatch
  private var state = State.off
  private var timer: TimerToken?
  private var failures = 0

  init(_ tracker: Tracker) {
    self.tracker = tracker
    batch = OverlandBatch(
      tracker.settings, uniqueIdentifier: tracker.phone.device.identifierForVendor)
  }

  func trackingBegan() {
    guard case .off = state else { return }
    state = .waiting
    guard let interval = settings.sendInterval, settings.endpoint != nil else {
      return tracker.note(.overlandUpload, "sending is off")
    }
    let now = tracker.clock.now
    if let lastSend, lastSend <= now {
      wait(for: max(.zero, lastSend + interval - now))
    } else if !settings.noFirstSend {
      wait(for: .zero)
    }
  }

  func trackingEnded() {
    if case .sending(_, let task) = state { end(task) }
    state = .off
    stopWaiting()
  }

  func sendIsDue() { send() }

  func updatesPaused() { if settings.sendInterval != nil { send() } }

  func performed(_ action: UserAction) { if action.name == "sendNow" { send() } }
}

// MARK: - Waiting

extension OverlandUpload {
  private var settings: TrackerSettings { tracker.settings }

  private var lastSend: Instant? {
    get {
      tracker.phone.container.value(forKey: Self.lastSendKey).flatMap(Int64.init)
        .map(Instant.init(nanoseconds:))
    }
    set {
      let text = newValue.map { String($0.nanoseconds) }
      tracker.phone.container.set(text, forKey: Self.lastSendKey)
    }
  }

  private func wait(for delay: TimeSpan) {
    stopWaiting()
    tracker.sendDue = tracker.clock.now + delay
    guard !settings.noSendTimer else { return }
    timer = tracker.clock.schedule(after: delay, repeats: false) { [weak self] in
      self?.timer = nil
      // By the timer's word rather than the wall clock's, which may have been set back.
      self?.tracker.sendDue = .distantPast
      self?.send()
    }
  }

  private func stopWaiting() {
    if let timer { tracker.clock.cancel(timer) }
    timer = nil
    tracker.sendDue = .distantFuture
  }
}

// MARK: - Sending

extension OverlandUpload {
  /// Nothing happens while a batch is under way or nothing waits; the send then stays due.
  private func send() {
    guard case .waiting = state, let endpoint = settings.endpoint, let records = nextBatch() else {
      return
    }
    stopWaiting()
    if settings.fullIntervalRetry { lastSend = tracker.clock.now }
    let request = HTTPRequest(
      method: "POST", url: endpoint, headers: headers,
      body: batch.body(records, current: current(after: records)))
    state = .sending(records.map(\.identifier), beginBackgroundTask())
    tracker.note(.overlandUpload, "sends \(counted(records.count))")
    tracker.phone.http.send(request) { [weak self] result in self?.answered(result) }
  }

  private func nextBatch() -> [Record]? {
    do {
      let records = try tracker.store.first(settings.pointsPerBatch)
      return records.isEmpty ? nil : records
    } catch {
      tracker.note(.overlandUpload, "\(error)")
      return nil
    }
  }

  private var headers: [HTTPHeader] {
    let type = HTTPHeader("Content-Type", "application/json")
    guard let token = settings.accessToken, !token.isEmpty else { return [type] }
    return [type, HTTPHeader("Authorization", "Bearer \(token)")]
  }

  private func current(after records: [Record]) -> Record? {
    let batches = settings.currentAtOne ? 1 : 2
    guard tracker.store.queueLength > batches * settings.pointsPerBatch else { return nil }
    return try? tracker.store.newestLocation()
  }

  private func answered(_ result: Result<HTTPResponse, HTTPError>) {
    guard case .sending(let identifiers, let task) = state else { return }
    state = .waiting
    switch result {
    case .success(let response)
    where OverlandAnswer.acknowledges(
      response, acceptsAnyHTTP2xx: settings.acceptsAnyHTTP2xx):
      succeeded(identifiers)
    case .success(let response): failed("HTTP \(response.status) without an acknowledgement")
    case .failure(let error): failed("\(error)")
    }
    end(task)
  }

  private func succeeded(_ identifiers: [Record.Identifier]) {
    do {
      try tracker.store.remove(acknowledged: identifiers)
    } catch {
      return failed("\(error)")
    }
    failures = 0
    let now = tracker.clock.now
    lastSend = now
    let left = tracker.store.queueLength
    tracker.note(.overlandUpload, "\(counted(identifiers.count)) acknowledged, \(left) waiting")
    tracker.acknowledged(identifiers, at: now)
    guard let interval = settings.sendInterval else { return }
    let hasFullBatch = left >= settings.pointsPerBatch
    wait(for: hasFullBatch ? .zero : interval)
    if hasFullBatch && !settings.noSendTimer { send() }
  }

  private func failed(_ reason: String) {
    guard let interval = settings.sendInterval else {
      return tracker.note(.overlandUpload, "failed: \(reason)")
    }
    let delay = settings.fullIntervalRetry ? interval : min(interval, backOff)
    failures += 1
    tracker.note(.overlandUpload, "failed: \(reason); tries again in \(delay)")
    wait(for: delay)
  }

  private var backOff: TimeSpan {
    TimeSpan(nanoseconds: Self.firstRetry.nanoseconds << min(failures, 20))
  }

  /// Without it the phone would suspend the app before the answer is there.
  private func beginBackgroundTask() -> BackgroundTaskToken? {
    tracker.phone.application.beginBackgroundTask(named: "send") { [weak self] in
      guard let self, case .sending(let identifiers, let task) = state else { return }
      state = .sending(identifiers, nil)
      end(task)
      tracker.note(.overlandUpload, "runs out of background time; the answer is still awaited")
    }
  }

  private func end(_ task: BackgroundTaskToken?) {
    if let task { tracker.phone.application.endBackgroundTask(task) }
  }
}

private func counted(_ count: Int) -> String { count == 1 ? "1 record" : "\(count) records" }
