import Foundation
import LinkedApps
import PhoneAPI
import Receiver
import Scenarios
import SimulatedPhone
import Timekeeping

/// The server that receives the tracker's records in the simulated network, with the faults and
/// answers that the scenario scripts.
final class ReceiverServer: SimulatedServer {
  /// The program that answers the requests.
  enum Backend {
    case receiver(Receiver)
    /// A real server on this machine.
    case loopback(LoopbackClient)
  }

  private let backend: Backend
  private var script: ServerScript
  /// Called with each request that reached the program, and its answer before faults on its way.
  var onAnswer: ((HTTPRequest, HTTPResponse, Instant) -> Void)?
  /// The reason for which the run cannot go on.
  private(set) var failure: LoopbackFailure?

  init(_ backend: Backend, script: ServerScript = ServerScript()) {
    self.backend = backend
    self.script = script
  }

  convenience init(receiver: Receiver, script: ServerScript = ServerScript()) {
    self.init(.receiver(receiver), script: script)
  }

  private var receiver: Receiver? {
    if case .receiver(let receiver) = backend { receiver } else { nil }
  }

  func respond(to request: HTTPRequest, at instant: Instant) -> HTTPResponse {
    var response = answer(request, at: instant)
    onAnswer?(request, response, instant)
    if response.isSuccess, let members = script.takeMembers(at: instant) {
      response.body = merging(members, into: response.body)
    }
    return response
  }

  private func answer(_ request: HTTPRequest, at instant: Instant) -> HTTPResponse {
    switch backend {
    case .receiver(let receiver): return receiver.handle(request, at: instant)
    case .loopback(let client):
      do throws(LoopbackFailure) {
        return try client.response(to: request)
      } catch {
        failure = failure ?? error
        return HTTPResponse(status: 502)
      }
    }
  }

  func reply(to request: HTTPRequest, at instant: Instant) -> ServerReply {
    answerStudies(at: instant)
    switch script.fault(at: instant) {
    case nil: return .answers(respond(to: request, at: instant), after: .zero)
    case .status(let status, let retryAfter):
      return .answers(.scripted(status, retryAfter: retryAfter), after: .zero)
    case .delay(let delay): return .answers(respond(to: request, at: instant), after: delay)
    case .refusesEntry(let position):
      receiver?.refusedEntry = position
      defer { receiver?.refusedEntry = nil }
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

  /// Stores the participant's consents and refusals whose time in the scenario has come.
  ///
  /// `try?` hides no error, because a store in memory never fails.
  private func answerStudies(at instant: Instant) {
    guard let receiver else { return }
    while let consent = script.takeConsent(at: instant) {
      for kind in consent.kinds {
        try? receiver.setConsent(
          to: kind.code, isGiven: consent.answer == .given, at: consent.at)
      }
    }
  }

  /// Returns the server's answer `body` with the members of `json` added.
  ///
  /// Returns `body` unchanged if one of the two is not a JSON object.
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
