import PhoneAPI
import Text

/// The answer of an Overland server to a batch.
///
/// It shows if the batch has arrived. It may also contain a name of the phone's place, and settings
/// for the app.
struct OverlandAnswer {
  private let isSuccess: Bool
  private let body: JSONValue?

  init(_ response: HTTPResponse) {
    isSuccess = response.isSuccess
    body = try? JSONValue(response.body)
  }

  /// Returns true if the server acknowledged the batch.
  ///
  /// A 2xx status alone is not enough, unless `acceptsAnyHTTP2xx` is true: some servers answer 200
  /// with an error in the body.
  func acknowledges(acceptsAnyHTTP2xx: Bool) -> Bool {
    isSuccess && (acceptsAnyHTTP2xx || body?["result"]?.string == "ok")
  }

  /// The server's error text in one line; nil if the answer contains none.
  var complaint: String? {
    body?["error"]?.string.map { text in
      String(text.prefix(120).map { $0.isNewline ? " " : $0 })
    }
  }

  /// The settings that the server asks the app to change, unchecked; nil if there are none.
  var wishes: JSONValue? { body?["set"].flatMap { $0 == .null ? nil : $0 } }

  var placeName: String? { body?["geocode"]?["full_name"]?.string }
}
