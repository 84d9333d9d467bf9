import Foundation
import PhoneAPI
import Text

extension Account {
  /// Sends a request. A background task keeps the app running until the answer arrives.
  ///
  /// Any 2xx status is a success.
  func send(_ request: HTTPRequest, _ completion: @escaping Completion<[UInt8]>) {
    let application = phone.application
    var task: BackgroundTaskToken?
    func end() {
      if let task { application.endBackgroundTask(task) }
      task = nil
    }
    task = application.beginBackgroundTask(named: "account", expirationHandler: end)
    phone.http.send(request) { result in
      defer { end() }
      switch result {
      case .failure(let error): completion(.failure(.network(error)))
      case .success(let response) where response.isSuccess: completion(.success(response.body))
      case .success(let response):
        completion(.failure(.refused(status: response.status, Self.complaint(in: response.body))))
      }
    }
  }

  /// Sends a request with the user's access token.
  func sendSigned(
    _ method: String, _ path: String, body: [UInt8] = [],
    _ completion: @escaping Completion<[UInt8]>
  ) {
    guard let server else { return completion(.failure(.noServer)) }
    guard let accessToken else { return completion(.failure(.notSignedIn)) }
    var headers = [HTTPHeader("Authorization", "Bearer " + accessToken)]
    if !body.isEmpty { headers.append(HTTPHeader("Content-Type", "application/json")) }
    send(
      HTTPRequest(method: method, url: server.root + path, headers: headers, body: body),
      completion)
  }

  func sendForm(
    _ url: String, _ fields: [(name: String, value: String)],
    _ completion: @escaping Completion<[UInt8]>
  ) {
    send(
      HTTPRequest(
        method: "POST", url: url,
        headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
        body: Array(Self.form(fields).utf8)), completion)
  }

  static func form(_ fields: [(name: String, value: String)]) -> String {
    fields.map { $0.name + "=" + Escaping.percent($0.value) }.joined(separator: "&")
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, from body: [UInt8]
  ) -> Result<Value, AccountError> {
    let decoder = JSONDecoder()
    // OAuth uses names with underscores, the exchange names without.
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return (try? decoder.decode(type, from: Data(body))).map { .success($0) }
      ?? .failure(.unreadable)
  }

  /// Returns the error text in a server's answer.
  ///
  /// RFC 6749 defines `error` and `error_description`; other servers send only one of the two.
  private static func complaint(in body: [UInt8]) -> String {
    struct Refusal: Decodable {
      var error: String?
      var errorDescription: String?
    }
    let complaint = try? decode(Refusal.self, from: body).get()
    return complaint?.errorDescription ?? complaint?.error ?? ""
  }
}
