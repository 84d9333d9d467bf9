import LivePhone
import PhoneAPI
import ReceiverService
import Text
import Timekeeping

/// A server that accepts messages of readings as the bodies of HTTP requests, as sensor apps send
/// them.
final class WebSensorServer: SensorTransport {
  private let server: HTTPServer

  init(_ address: GPSDAddress, _ token: SensorToken?, _ feed: SensorFeed) throws(InputError) {
    var limits = HTTPLimits()
    // A batch of a minute from ten sensors at 100 Hz has about 8 MB; apps send one a second.
    limits.bodyBytesMax = 2 << 20
    limits.bytesInFlightMax = 8 << 20
    limits.connectionsMax = 16
    limits.connectionsPerAddressMax = 8
    do {
      server = try HTTPServer(
        host: address.numericHost, port: address.port, limits: limits,
        admit: { request in
          Self.refusal(of: request, token, feed).map { .refused($0) } ?? .granted
        },
        handle: { request in
          Self.refusal(of: request, token, feed) ?? Self.answer(request, feed)
        })
    } catch {
      throw .cannotListen(address, "\(error)")
    }
    let server = server
    Task { try? await server.run() }
  }

  /// Returns the answer to a request without the token; nil if the request is allowed.
  ///
  /// Some apps cannot send headers. Therefore the token may also be the last part of the path.
  private static func refusal(
    of request: HTTPRequest, _ token: SensorToken?, _ feed: SensorFeed
  ) -> HTTPResponse? {
    guard let token else { return nil }
    let bearer = request.headers.first { $0.name.lowercased() == "authorization" }?.value
    let path = request.url.prefix { $0 != "?" }.split(separator: "/").last
    let offered =
      [bearer.map { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : $0 }]
      + [path.map(String.init)]
    if offered.compactMap({ $0 }).contains(where: token.matches) { return nil }
    feed.reject(SensorRefusal.wrongToken)
    return response(401, "error", "the token is missing or wrong")
  }

  private static func answer(_ request: HTTPRequest, _ feed: SensorFeed) -> HTTPResponse {
    guard request.method == "POST" || request.method == "PUT" else {
      return response(405, "error", "readings are sent by POST")
    }
    if let reason = feed.take(request.body) { return response(400, "error", reason) }
    return response(200, "result", "ok")
  }

  private static func response(_ status: Int, _ name: String, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [HTTPHeader("Content-Type", "application/json")],
      body: Array("{\"\(name)\":\(Escaping.json(text))}\n".utf8))
  }

  /// Stops the server. The call returns at once, since the program ends soon after.
  func end() {
    let server = server
    Task { await server.stop(grace: .zero) }
  }
}
