import Foundation
import PhoneAPI

/// What a server of Overland's interface answers: whether the batch has arrived, where the phone is in
/// words, and which settings it wants the app to have.
struct OverlandAnswer {
  private struct Body: Decodable {
    var result: JSONElement?
    var set: JSONElement?
    var geocode: JSONElement?
    var error: JSONElement?
  }

  private let isSuccess: Bool
  private let body: Body?

  init(_ response: HTTPResponse) {
    isSuccess = response.isSuccess
    body = try? JSONDecoder().decode(Body.self, from: Data(response.body))
  }

  /// A 2xx status is not enough by itself: servers are known to answer 200 with an error inside.
  func acknowledges(acceptsAnyHTTP2xx: Bool) -> Bool {
    isSuccess && (acceptsAnyHTTP2xx || body?.result == .text("ok"))
  }

  /// What the server says is the matter, on one line.
  var complaint: String? {
    body?.error?.text.map { text in
      String(text.prefix(120).map { $0.isNewline ? " " : $0 })
    }
  }

  /// The settings that the server wants, as it wrote them.
  var wishes: JSONElement? { body?.set == .null ? nil : body?.set }

  var placeName: String? { body?.geocode?.members?["full_name"]?.text }
}
