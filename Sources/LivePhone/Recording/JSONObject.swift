import Foundation
import Text
import Timekeeping

/// A JSON object as text, with members in the order in which they are given.
///
/// A member is left out if its value is nil or not a finite number.
struct JSONObject: ExpressibleByDictionaryLiteral {
  let text: String

  init(dictionaryLiteral members: (String, (any JSONText)?)...) {
    let texts = members.compactMap { key, value in
      value?.jsonText.map { "\"\(key)\":\($0)" }
    }
    text = "{" + texts.joined(separator: ",") + "}"
  }
}

/// A value in a `JSONObject`.
protocol JSONText {
  /// The value as JSON; nil if JSON cannot represent it.
  var jsonText: String? { get }
}

extension Double: JSONText { var jsonText: String? { isFinite ? "\(self)" : nil } }

extension Int: JSONText { var jsonText: String? { "\(self)" } }

extension Bool: JSONText { var jsonText: String? { "\(self)" } }

extension String: JSONText { var jsonText: String? { Escaping.json(self) } }

extension Instant: JSONText {
  /// The instant as JSON, to the millisecond, as in gpsd's reports.
  var jsonText: String? { "\"\(iso8601(fractionDigits: 3))\"" }
}

extension [JSONObject]: JSONText {
  var jsonText: String? { "[" + map(\.text).joined(separator: ",") + "]" }
}

@Sendable func isWholeJSON(_ line: ArraySlice<UInt8>) -> Bool {
  (try? JSONSerialization.jsonObject(with: Data(line))) != nil
}
