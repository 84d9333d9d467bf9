import LivePhone
import Maps
import PhoneAPI
import Timekeeping

extension RoutingServer {
  /// Sends a request over the network.
  static let fetch: Fetch = { url, content throws(RoutingFailure) in
    let request = HTTPRequest(
      method: content == nil ? "GET" : "POST", url: url,
      headers: content.map { [HTTPHeader("Content-Type", $0.type)] } ?? [],
      body: content.map { Array($0.text.utf8) } ?? [], timeout: .seconds(60 as Int64))
    if let problem = CurlLibrary.problem { throw .unusable(problem) }
    switch WaitingHTTP.send(request) {
    case .success(let answer): return (answer.status, answer.body)
    case .failure(let error): throw .unusable(Self.reason(error, url))
    }
  }

  private static func reason(_ error: HTTPError, _ url: String) -> String {
    switch error {
    case .badURL: "its address is not an address such as http://localhost:5000"
    case .timedOut: "it did not answer within a minute"
    case .networkConnectionLost: "its answer was cut off"
    case .notConnectedToInternet, .cannotConnectToHost, .cancelled, .unavailable:
      "no server answers there"
    }
  }
}
