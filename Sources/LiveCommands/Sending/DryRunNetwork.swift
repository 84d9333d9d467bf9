import Foundation
import PhoneAPI
import Timekeeping

/// An HTTP client that sends nothing, but writes each request as text.
///
/// The client answers each request like a server that accepts everything. Without an answer, the
/// tracker would not make its next request.
final class DryRunNetwork: HTTPClient {
  let availability = ServiceAvailability.available
  let reachability = Reachability.wifi
  private(set) var requestCount = 0
  private let clock: any Clock
  private let write: (String) -> Void

  init(_ clock: any Clock, _ write: @escaping (String) -> Void) {
    self.clock = clock
    self.write = write
  }

  func send(
    _ request: HTTPRequest, completion: @escaping (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    requestCount += 1
    write(Self.text(of: request))
    let answer = Self.answer(to: request)
    _ = clock.schedule(after: .zero, repeats: false) { completion(.success(answer)) }
  }

  // MARK: Writing

  /// Returns a request as text: the method and address, the headers, an empty line, the body and a
  /// final empty line.
  static func text(of request: HTTPRequest) -> String {
    var lines = ["\(request.method) \(request.url)"]
    lines += request.headers.map { "\($0.name): \(masked($0))" }
    if !request.body.isEmpty { lines += ["", maskedBody(of: request)] }
    return lines.joined(separator: "\n") + "\n\n"
  }

  private static func masked(_ header: HTTPHeader) -> String {
    guard header.name == "Authorization" else { return header.value }
    return header.value.prefix { $0 != " " } + " ***"
  }

  private static let secretFields: Set = ["refresh_token", "code", "code_verifier"]

  private static func maskedBody(of request: HTTPRequest) -> String {
    let body = String(decoding: request.body, as: UTF8.self)
    guard request.isForm else { return body }
    return body.split(separator: "&").map { field in
      let name = field.prefix { $0 != "=" }
      return secretFields.contains(String(name)) ? name + "=***" : String(field)
    }.joined(separator: "&")
  }

  // MARK: Answering

  private struct Bundle: Decodable {
    struct Entry: Decodable {}
    var entry: [Entry]
  }

  private static func answer(to request: HTTPRequest) -> HTTPResponse {
    if request.isForm { return json(200, #"{"access_token":"renewed","expires_in":3600}"#) }
    // Only the real server has the user's profile.
    if request.url.hasSuffix("/api/v1/users/profile") { return json(404, "{}") }
    guard let bundle = try? JSONDecoder().decode(Bundle.self, from: Data(request.body)) else {
      return json(200, #"{"result":"ok"}"#)
    }
    let taken = repeatElement(#"{"response":{"status":"201"}}"#, count: bundle.entry.count)
    return json(
      200,
      #"{"resourceType":"Bundle","type":"batch-response","entry":["#
        + taken.joined(separator: ",") + "]}")
  }

  private static func json(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(status: status, body: Array(text.utf8))
  }
}

extension HTTPRequest {
  fileprivate var isForm: Bool {
    header("Content-Type") == "application/x-www-form-urlencoded"
  }
}
