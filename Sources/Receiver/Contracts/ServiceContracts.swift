import PhoneAPI
import Timekeeping

/// The services that Overland's documentation names. Their answers are those of the services'
/// published programs.
extension Receiver {
  /// Answers a request like Open Humans (`ReceiverContract.openHumans`): any body is acknowledged,
  /// because the service stores it as a file before it reads it.
  ///
  /// Source: the function `receiver` of `main/views.py` in github.com/OpenHumans/oh-overland.
  func answerOpenHumans(_ request: HTTPRequest, at instant: Instant) throws -> HTTPResponse {
    guard request.method == "POST" else { return refusal(405, "POST is expected") }
    let batch = try? OverlandBatch(
      request.body, arrivedAt: instant, takesUnixTimes: true, keepsSources: store.keepsSources)
    if let batch {
      try keep(batch.records)
      try keepState(batch, at: instant)
    }
    return .json(200, #"{"result":"ok"}"#)
  }

  /// Answers a request like Icecondor (`ReceiverContract.icecondor`): visits and log records are
  /// skipped, and the rest is acknowledged. Errors have no body.
  ///
  /// Icecondor gives no answer at all to a batch of nothing else than visits and log records; here
  /// the status 504 stands for that.
  ///
  /// Source: `rest.ts` in github.com/icecondor/api.
  func answerIcecondor(_ request: HTTPRequest, at instant: Instant) throws -> HTTPResponse {
    guard
      let batch = try? OverlandBatch(
        request.body, arrivedAt: instant, takesUnixTimes: false, keepsSources: store.keepsSources)
    else { return refusal(withStatusAlone: 400) }
    guard batch.fault == nil else { return refusal(withStatusAlone: 500) }
    // Visits and log records have an action, by which the service recognizes them.
    let records = batch.records.filter { ["location", "trip"].contains($0.type) }
    guard !records.isEmpty else { return refusal(withStatusAlone: 504) }
    try keep(records)
    try keepState(batch, at: instant)
    return .json(200, #"{"result":"ok"}"#)
  }

  private func refusal(withStatusAlone status: Int) -> HTTPResponse {
    noteRefusal()
    return HTTPResponse(status: status)
  }
}

extension ReceiverContract {
  /// The answer to a request without a valid token.
  package var answerToUnknownToken: HTTPResponse {
    switch self {
    // As these services answer; see `ServiceContracts.swift`.
    case .openHumans:
      HTTPResponse(
        status: 200, headers: [HTTPHeader("Content-Type", "text/html; charset=utf-8")],
        body: Array("In receiver: no user".utf8))
    case .icecondor: HTTPResponse(status: 401)
    default: .json(self == .compass ? 200 : 401, #"{"error":"invalid token"}"#)
    }
  }
}
