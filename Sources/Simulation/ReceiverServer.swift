import Foundation
import PhoneAPI
import Receiver
import Scenarios
import SimulatedPhone
import Timekeeping

/// The server that receives the tracker's records in the simulated network, with the faults and
/// answers that the scenario scripts.
final class ReceiverServer: SimulatedServer {
  private let receiver: Receiver
  private var script: ServerScript

  init(receiver: Receiver, script: ServerScript = ServerScript()) {
    self.receiver = receiver
    self.script = script
  }

  func respond(to request: HTTPRequest, at instant: Instant) -> HTTPResponse {
    var response = receiver.handle(request, at: instant)
    if response.isSuccess, let members = script.takeMembers(at: instant) {
      response.body = merging(members, into: response.body)
    }
    return response
  }

  func reply(to request: HTTPRequest, at instant: Instant) -> ServerReply {
    answerStudies(at: instant)
    switch script.fault(at: instant) {
    case nil: return .answers(respond(to: request, at: instant), after: .zero)
    case .status(let status, let retryAfter):
      return .answers(.scripted(status, retryAfter: retryAfter), after: .zero)
    case .delay(let delay): return .answers(respond(to: request, at: instant), after: delay)
    case .refusesEntry(let position):
      receiver.refusedEntry = position
      defer { receiver.refusedEntry = nil }
      return .answers(respond(to: request, at: instant), after: .zero)
    case .fails(let manner): return fail(manner, request, at: instant)
    }
  }

  /// Returns a response that reports a failure. Records accepted before the failure are stored, and
  /// the app sends them again.
  private func fail(
    _ manner: ServerFault.FailureKind, _ request: HTTPRequest, at instant: Instant
  ) -> ServerReply {
    switch manner {
    case .errorWith200: return .answers(.scripted(200), after: .zero)
    case .garbage: return .answers(.foreignPage, after: .zero)
    case .redirect: return .answers(.redirect, after: .zero)
    case .cutShort:
      var response = respond(to: request, at: instant)
      response.body.removeLast((response.body.count + 1) / 2)
      return .answers(response, after: .zero)
    case .breaksOff:
      _ = respond(to: request, at: instant)
      return .breaksOff
    case .hangs:
      _ = respond(to: request, at: instant)
      return .hangs
    }
  }

  /// Gives the participant's answers to the studies that are due. A store in memory never fails, so
  /// `try?` hides no error.
  private func answerStudies(at instant: Instant) {
    while let consent = script.takeConsent(at: instant) {
      for kind in consent.kinds {
        try? receiver.setConsent(
          to: kind.code, isGiven: consent.answer == .given, at: consent.at)
      }
    }
  }

  /// Returns the server's answer, a JSON object, with the scripted members added; `body` unchanged
  /// if either text is not a JSON object.
  private func merging(_ json: String, into body: [UInt8]) -> [UInt8] {
    guard
      let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any],
      let members = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any],
      let merged = try? JSONSerialization.data(
        withJSONObject: object.merging(members) { $1 }, options: [.sortedKeys])
    else { return body }
    return [UInt8](merged)
  }
}

extension HealthData {
  package var code: HealthCode {
    switch self {
    case .geoposition: .geoposition
    case .timeInterval: .timeInterval
    }
  }
}

extension HTTPResponse {
  fileprivate static func scripted(_ status: Int, retryAfter: TimeSpan? = nil) -> HTTPResponse {
    var headers = [HTTPHeader("Content-Type", "application/json")]
    if let retryAfter {
      headers.append(HTTPHeader("Retry-After", "\(Int(retryAfter.seconds.rounded(.up)))"))
    }
    return HTTPResponse(
      status: status, headers: headers, body: Array(#"{"error":"the server is not well"}"#.utf8))
  }

  /// The sign-in page that a hotel's network returns in place of the server's answer.
  fileprivate static let foreignPage = HTTPResponse(
    status: 200, headers: [HTTPHeader("Content-Type", "text/html")],
    body: Array("<!DOCTYPE html><title>Welcome</title><p>Please sign in to our Wi-Fi.</p>".utf8))

  fileprivate static let redirect = HTTPResponse(
    status: 302, headers: [HTTPHeader("Location", "https://elsewhere.example/")])
}
