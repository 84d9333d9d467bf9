import PhoneAPI
import Timekeeping

/// Sends the queue in Overland batches.
final class OverlandUpload: Behaviour, UploadSource {
  let events: Events = [.tracking, .pause, .action, .settings]
  private unowned let tracker: Tracker
  private var batch: OverlandBatch
  private lazy var queue = UploadQueue(tracker, .overlandUpload, source: self, policy: policy)

  init(_ tracker: Tracker) {
    self.tracker = tracker
    batch = OverlandBatch(
      tracker.settings, uniqueIdentifier: tracker.phone.device.identifierForVendor)
  }

  func trackingBegan() { queue.start() }
  func trackingEnded() { queue.stop() }
  func updatesPaused() { if settings.sendInterval != nil { queue.sendNow() } }
  func performed(_ action: UserAction) { if action.name == "sendNow" { queue.sendNow() } }

  func settingsChanged() {
    batch = OverlandBatch(settings, uniqueIdentifier: tracker.phone.device.identifierForVendor)
    queue.policy = policy
  }

  private var settings: TrackerSettings { tracker.settings }

  private var policy: UploadQueue.Policy {
    UploadQueue.Policy(
      interval: settings.endpoint == nil ? nil : settings.sendInterval,
      usesTimer: !settings.noSendTimer, sendsUnasked: !settings.noFirstSend,
      retriesAfterInterval: settings.fullIntervalRetry)
  }

  // MARK: UploadSource

  func nextUpload() -> Upload? {
    guard let endpoint = settings.endpoint, let records = nextBatch() else { return nil }
    return Upload(
      request: HTTPRequest(
        method: "POST", url: endpoint, headers: headers,
        body: batch.body(records, current: current(after: records))),
      records: records.map(\.identifier))
  }

  func verdict(on response: HTTPResponse, to upload: Upload) -> Upload.Verdict {
    OverlandAnswer.acknowledges(response, acceptsAnyHTTP2xx: settings.acceptsAnyHTTP2xx)
      ? .acknowledged(upload.records)
      : .refused(
        "HTTP \(response.status) without an acknowledgement", retryAfter: response.retryAfter)
  }

  var hasFullBatch: Bool { tracker.store.queueLength >= settings.pointsPerBatch }

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
}
