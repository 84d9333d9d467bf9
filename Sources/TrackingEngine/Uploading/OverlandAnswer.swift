import PhoneAPI
import Text

/// What a server of Overland's interface answers: whether the batch has arrived, where the phone is in
/// words, and which settings it wants the app to have.
struct OverlandAnswer {
  private let isSuccess: Bool
  private let body: JSONValue?

  init(_ response: HTTPResponse) {
    isSuccess = response.isSuccess
    body = try? JSONValue(response.body)
  }

  /// A 2xx status is not enough by itself: servers are known to answer 200 with an error inside.
  func acknowledges(acceptsAnyHTTP2xx: Bool) -> Bool {
    isSuccess && (acceptsAnyHTTP2xx || body?["result"]?.string == "ok")
  }

  /// What the server says is the matter, on one line.
  var complaint: String? {
    body?["error"]?.string.map { text in
      String(text.prefix(120).map { $0.isNewline ? " " : $0 })
    }
  }

  /// The settings that the server wants, as it wrote them.
  var wishes: JSONValue? { body?["set"].flatMap { $0 == .null ? nil : $0 } }

  var placeName: String? { body?["geocode"]?["full_name"]?.string }
}
