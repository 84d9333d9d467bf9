import PhoneAPI
import Timekeeping

/// The behavior that reports each check-in and check-out to the server.
///
/// It sends one request at a time, and repeats the request until it succeeds.
final class CheckInUpload: Behavior, UploadSource {
  let events: Events = [.tracking, .record, .settings]
  private unowned let tracker: Tracker
  private lazy var queue = UploadQueue(
    tracker, .checkInUpload, name: "lastCheckIn", source: self, policy: policy)

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() { queue.start() }
  func trackingEnded() { queue.stop() }
  func settingsChanged() { queue.policy = policy }

  func recorded(_ record: Record) { if case .crossing = record.kind { queue.sendNow() } }

  private var endpoint: String? {
    tracker.settings.checkIn.noCall ? nil : tracker.settings.endpoint
  }

  private var policy: UploadQueue.Policy {
    UploadQueue.Policy(interval: endpoint == nil ? nil : tracker.settings.sendInterval)
  }

  // MARK: UploadSource

  func nextUpload() -> Upload? {
    guard let endpoint, let record = nextCrossing(), case .crossing(let crossing) = record.kind
    else { return nil }
    let call = CheckInCall(
      crossing, record.location, userID: tracker.settings.checkIn.userID)
    return Upload(
      request: HTTPRequest(
        method: "GET", url: call.url(endpoint), headers: .bearer(tracker.settings.accessToken)),
      records: [record.identifier])
  }

  func verdict(on response: HTTPResponse, to upload: Upload) -> Upload.Verdict {
    response.isSuccess
      ? .acknowledged(upload.records)
      : .refused("HTTP \(response.status)", retryAfter: response.retryAfter)
  }

  var hasFullBatch: Bool { tracker.store.queueLength > 0 && nextCrossing() != nil }

  /// Returns the oldest crossing that was not sent yet.
  ///
  /// While a send is due, this function runs each second. It first checks the length of the queue,
  /// because this check is cheap.
  private func nextCrossing() -> Record? {
    guard tracker.store.queueLength > 0 else { return nil }
    do { return try tracker.store.first(1, of: .crossing).first } catch {
      tracker.note(.checkInUpload, "\(error)")
      return nil
    }
  }
}

extension [HTTPHeader] {
  static func bearer(_ token: String?) -> [HTTPHeader] {
    guard let token, !token.isEmpty else { return [] }
    return [HTTPHeader("Authorization", "Bearer \(token)")]
  }
}
