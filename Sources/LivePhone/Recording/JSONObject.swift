import Foundation
import Text
import Timekeeping

/// An object's text, member by member in the order of adding; what is nil or no number is left out.
struct JSONObject {
  private var members = ""

  var text: String { "{" + members + "}" }

  mutating func add(_ key: String, _ value: Double?) {
    if let value, value.isFinite { add(key, raw: "\(value)") }
  }

  mutating func add(_ key: String, _ value: Int?) {
    if let value { add(key, raw: "\(value)") }
  }

  mutating func add(_ key: String, _ value: Bool) { add(key, raw: "\(value)") }

  /// To the millisecond, as gpsd has it.
  mutating func add(_ key: String, _ value: Instant?) {
    if let value { add(key, raw: "\"\(value.iso8601(fractionDigits: 3))\"") }
  }

  mutating func add(_ key: String, _ value: String?) {
    if let value { add(key, raw: Escaping.json(value)) }
  }

  mutating func add(_ key: String, _ values: [JSONObject]) {
    add(key, raw: "[" + values.map(\.text).joined(separator: ",") + "]")
  }

  private mutating func add(_ key: String, raw value: String) {
    if !members.isEmpty { members += "," }
    members += "\"\(key)\":\(value)"
  }
}

@Sendable func isWholeJSON(_ line: ArraySlice<UInt8>) -> Bool {
  (try? JSONSerialization.jsonObject(with: Data(line))) != nil
}
