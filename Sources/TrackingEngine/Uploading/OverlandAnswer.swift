import PhoneAPI
import Text

/// The answer of an Overland server.
///
/// It says if the batch has arrived, and may contain a name of the place and settings for the app.
struct OverlandAnswer {
  private let isSuccess: Bool
  private let body: JSONValue?

  init(_ response: HTTPResponse) {
    isSuccess = response.isSuccess
    body = try? JSONValue(response.body)
  }

  /// Returns true if the server acknowledged the batch.
  ///
  /// A 2xx status alone is not enough: some servers answer 200 with an error inside.
  func acknowledges(acceptsAnyHTTP2xx: Bool) -> Bool {
    isSuccess && (acceptsAnyHTTP2xx || body?["result"]?.string == "ok")
  }

  /// The server's error text, on one line.
  var complaint: String? {
    body?["error"]?.string.map { text in
      String(text.prefix(120).map { $0.isNewline ? " " : $0 })
    }
  }

  /// The settings that the server requests, as it wrote them.
  var wishes: JSONValue? { body?["set"].flatMap { $0 == .null ? nil : $0 } }

  var placeName: String? { body?["geocode"]?["full_name"]?.string }
}
