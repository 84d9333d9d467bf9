import PhoneAPI
import Timekeeping

extension Receiver {
  /// Answers 200 to every request. If the body has Overland's format, its records are stored.
  func answerAnything(_ request: HTTPRequest, at instant: Instant) throws -> HTTPResponse {
    let batch = try? OverlandBatch(
      request.body, arrivedAt: instant, takesUnixTimes: true, keepsSources: store.keepsSources)
    if let batch {
      try keep(batch.records)
      try keepState(batch, at: instant)
    }
    return HTTPResponse(status: 200)
  }
}
