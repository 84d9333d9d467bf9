import PhoneAPI
import Timekeeping

extension Receiver {
  /// Answers a request like a strict server of Overland's format. If settings are queued for the
  /// device, the answer contains the first queued object of settings.
  func answerOverland(_ request: HTTPRequest, at instant: Instant) throws -> HTTPResponse {
    guard request.method == "POST" else { return refusal(405, "POST is expected") }
    let batch = try OverlandBatch(
      request.body, arrivedAt: instant, takesUnixTimes: false, keepsSources: store.keepsSources)
    if let fault = batch.fault { throw fault }
    try keep(batch.records)
    try keepState(batch, at: instant)
    guard let device = batch.records.first?.device,
      let settings = try store.takeSettings(for: device)
    else { return .json(200, #"{"result":"ok"}"#) }
    return .json(200, #"{"result":"ok","set":\#(settings)}"#)
  }
}
