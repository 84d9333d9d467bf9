import PhoneAPI
import Timekeeping

extension Receiver {
  /// A server that says yes to everything; what it can read of Overland's format it keeps.
  func answerAnything(_ request: HTTPRequest, at instant: Instant) throws -> HTTPResponse {
    let batch = try? OverlandBatch(
      request.body, arrivedAt: instant, takesUnixTimes: true, keepsSources: store.keepsSources)
    if let batch { try keep(batch.records) }
    return HTTPResponse(status: 200)
  }
}
