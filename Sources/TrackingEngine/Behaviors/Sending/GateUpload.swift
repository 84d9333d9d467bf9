import PhoneAPI
import Timekeeping

/// The behavior that asks the server to open the gate, with the request `POST /gate`.
///
/// If the request could not be sent for two minutes, the behavior drops it. By then the user may
/// have come in another way, and the gate must not open without need.
final class GateUpload: Behavior, UploadSource {
  private static let patience = TimeSpan.minutes(2)

  let events: Events = [.tracking, .record, .settings]
  private unowned let tracker: Tracker
  private lazy var queue = UploadQueue(
    tracker, .gateUpload, name: "lastGate", source: self, policy: policy)

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() { queue.start() }
  func trackingEnded() { queue.stop() }
  func settingsChanged() { queue.policy = policy }
  func recorded(_ record: Record) { if record.kind == .gate { queue.sendNow() } }

  private var policy: UploadQueue.Policy {
    UploadQueue.Policy(
      interval: tracker.settings.endpoint == nil ? nil : tracker.settings.sendInterval)
  }

  // MARK: UploadSource

  func nextUpload() -> Upload? {
    guard let endpoint = tracker.settings.endpoint, let record = nextRequest() else { return nil }
    let headers = [HTTPHeader("Content-Type", "application/json")]
    return Upload(
      request: HTTPRequest(
        method: "POST", url: endpoint.hasSuffix("/gate") ? endpoint : endpoint + "/gate",
        headers: headers + .bearer(tracker.settings.accessToken),
        body: body(record, deviceID: tracker.settings.deviceID)),
      records: [record.identifier])
  }

  func verdict(on response: HTTPResponse, to upload: Upload) -> Upload.Verdict {
    response.isSuccess
      ? .acknowledged(upload.records)
      : .refused("HTTP \(response.status)", retryAfter: response.retryAfter)
  }

  var hasFullBatch: Bool { nextRequest() != nil }

  private func nextRequest() -> Record? {
    while tracker.store.queueLength > 0 {
      do {
        guard let record = try tracker.store.first(1, of: .gate).first else { return nil }
        if tracker.clock.now - record.recordedAt <= Self.patience { return record }
        tracker.note(.gateUpload, "drops a request that comes too late")
        try tracker.store.remove(acknowledged: [record.identifier])
      } catch {
        tracker.note(.gateUpload, "\(error)")
        return nil
      }
    }
    return nil
  }

  private func body(_ record: Record, deviceID: String) -> [UInt8] {
    var writer = JSONWriter(capacity: 128)
    writer.beginObject()
    writer.number("latitude", record.location.coordinate.latitude)
    writer.number("longitude", record.location.coordinate.longitude)
    writer.instant("time", record.recordedAt)
    writer.string("device_id", deviceID)
    writer.endObject()
    return writer.bytes
  }
}
