import Foundation
import PhoneAPI
import Text
import Timekeeping

/// The behavior that asks the server to open the gate, with the request that `GateCall` describes.
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
      interval: address == nil ? nil : tracker.settings.sendInterval)
  }

  // MARK: UploadSource

  func nextUpload() -> Upload? {
    guard let address, let record = nextRequest() else { return nil }
    let template = EndpointTemplate(record.location, battery: record.surroundings.batteryLevel)
    let body = call.method == .get && call.body == nil ? [] : body(record, template)
    return Upload(
      request: HTTPRequest(
        method: call.method.rawValue, url: template.filled(address),
        headers: headers(template, hasBody: !body.isEmpty), body: body),
      records: [record.identifier])
  }

  private var call: GateCall { tracker.settings.drives.gateCall }

  private var address: String? {
    if let address = call.address { return address }
    return tracker.settings.endpoint.map { $0.hasSuffix("/gate") ? $0 : $0 + "/gate" }
  }

  private func headers(_ template: EndpointTemplate, hasBody: Bool) -> [HTTPHeader] {
    var headers = GateCall.lines(call.headers).compactMap(GateCall.header).map {
      HTTPHeader($0.name, template.filled($0.value))
    }
    if hasBody, headers.first(named: "Content-Type") == nil {
      let isJSON = call.body.map(GateCall.looksLikeJSON) ?? true
      headers.insert(
        HTTPHeader("Content-Type", isJSON ? "application/json" : "text/plain; charset=utf-8"),
        at: 0)
    }
    let token = call.token ?? (call.address == nil ? tracker.settings.accessToken : nil)
    switch call.authorization {
    case .none: return headers
    case .bearer: return headers + .bearer(token)
    case .basic:
      let credentials = Data("\(call.user):\(token ?? "")".utf8).base64EncodedString()
      return headers + [HTTPHeader("Authorization", "Basic \(credentials)")]
    }
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

  private func body(_ record: Record, _ template: EndpointTemplate) -> [UInt8] {
    if let body = call.body { return Array(template.filled(body).utf8) }
    var writer = JSONWriter(capacity: 128)
    writer.beginObject()
    writer.number("latitude", record.location.coordinate.latitude)
    writer.number("longitude", record.location.coordinate.longitude)
    writer.instant("time", record.recordedAt)
    writer.string("device_id", tracker.settings.deviceID)
    writer.endObject()
    return writer.bytes
  }
}
