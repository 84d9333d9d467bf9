import PhoneAPI
import Timekeeping

extension Receiver {
  /// Answers 200 to every request, and keeps the records of a body in Overland's format.
  func answerAnything(_ request: HTTPRequest, at instant: Instant) throws -> HTTPResponse {
    let batch = try? OverlandBatch(
      request.body, arrivedAt: instant, takesUnixTimes: true, keepsSources: store.keepsSources)
    if let batch { try keep(batch.records) }
    return HTTPResponse(status: 200)
  }
}
