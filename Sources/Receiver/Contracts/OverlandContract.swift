import PhoneAPI
import Timekeeping

extension Receiver {
  /// Answers in the way a strict server of Overland's format does. If a setting is queued for the
  /// device, the answer contains it.
  func answerOverland(_ request: HTTPRequest, at instant: Instant) throws -> HTTPResponse {
    guard request.method == "POST" else { return refusal(405, "POST is expected") }
    let batch = try OverlandBatch(
      request.body, arrivedAt: instant, takesUnixTimes: false, keepsSources: store.keepsSources)
    if let fault = batch.fault { throw fault }
    try keep(batch.records)
    guard let device = batch.records.first?.device,
      let settings = try store.takeSettings(for: device)
    else { return .json(200, #"{"result":"ok"}"#) }
    return .json(200, #"{"result":"ok","set":\#(settings)}"#)
  }
}
