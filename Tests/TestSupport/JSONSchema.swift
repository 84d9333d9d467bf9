import Foundation

/// The part of JSON Schema that our schemas use. An unknown keyword is an error, so that none is
/// ignored.
package struct JSONSchema {
  private let root: [String: Any]
  private let patterns = Patterns()

  package init(path: String) throws {
    try self.init(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  package init(text: String) throws { try self.init(Data(text.utf8)) }

  package init(_ data: Data) throws {
    root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// - Parameter path: the path in this repository.
  package init(repository path: String) throws {
    try self.init(path: GeneratedFile.repository.appendingPathComponent(path).path)
  }

  /// Returns the faults of a document, each with its place; empty for a valid one.
  package func complaints(_ data: Data) throws -> [String] {
    judge(try JSONSerialization.jsonObject(with: data), root, at: "$")
  }

  private func judge(_ value: Any, _ schema: [String: Any], at place: String) -> [String] {
    schema.sorted { $0.key < $1.key }.flatMap { keyword, demand -> [String] in
      switch keyword {
      case "$schema", "title", "description", "$defs": []
      case "$ref": judge(value, definition(demand), at: place)
      case "type": isOfType(value, demand) ? [] : ["\(place): not \(demand)"]
      case "const": equal(value, demand) ? [] : ["\(place): not \(demand)"]
      case "enum":
        (demand as? [Any] ?? []).contains { equal(value, $0) }
          ? [] : ["\(place): none of the words"]
      case "minimum":
        number(value).map { $0 >= number(demand) ?? 0 } ?? true ? [] : ["\(place): too low"]
      case "maximum":
        number(value).map { $0 <= number(demand) ?? 0 } ?? true ? [] : ["\(place): too high"]
      case "pattern": matches(value, demand) ? [] : ["\(place): not of the pattern"]
      case "minItems":
        (value as? [Any]).map { $0.count >= demand as? Int ?? 0 } ?? true
          ? [] : ["\(place): too few"]
      case "maxItems":
        (value as? [Any]).map { $0.count <= demand as? Int ?? 0 } ?? true
          ? [] : ["\(place): too many"]
      case "minProperties":
        (value as? [String: Any]).map { $0.count >= demand as? Int ?? 0 } ?? true
          ? [] : ["\(place): too few"]
      case "anyOf": nearest(value, demand, at: place)
      case "oneOf":
        options(demand).count { judge(value, $0, at: place).isEmpty } == 1
          ? [] : ["\(place): not exactly one of the options"]
      case "items": items(value, demand, at: place)
      case "properties": members(value, demand, at: place)
      case "required": missing(value, demand, at: place)
      case "additionalProperties": strangers(value, schema, at: place)
      default: ["\(place): the keyword \(keyword) is not known here"]
      }
    }
  }

  private func definition(_ reference: Any) -> [String: Any] {
    let path = (reference as? String ?? "").split(separator: "/").dropFirst()
    return path.reduce(root) { $0[String($1)] as? [String: Any] ?? [:] }
  }

  private func isOfType(_ value: Any, _ demand: Any) -> Bool {
    (demand as? [String] ?? [demand as? String ?? ""]).contains { type in
      switch type {
      case "object": value is [String: Any]
      case "array": value is [Any]
      case "string": value is String
      case "null": value is NSNull
      case "boolean": isBoolean(value)
      case "number": number(value) != nil
      case "integer": number(value).map { $0 == $0.rounded() } ?? false
      default: false
      }
    }
  }

  private func isBoolean(_ value: Any) -> Bool {
    (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
  }

  private func number(_ value: Any) -> Double? {
    isBoolean(value) ? nil : (value as? NSNumber)?.doubleValue
  }

  private func equal(_ value: Any, _ other: Any) -> Bool {
    if let text = value as? String { return text == other as? String }
    if isBoolean(value) || isBoolean(other) {
      return isBoolean(value) && isBoolean(other) && value as? Bool == other as? Bool
    }
    return number(value).map { $0 == number(other) } ?? false
  }

  private func matches(_ value: Any, _ pattern: Any) -> Bool {
    guard let text = value as? String else { return true }
    guard let regex = (pattern as? String).flatMap({ patterns[$0] }) else { return false }
    return text.firstMatch(of: regex) != nil
  }

  private func options(_ demand: Any) -> [[String: Any]] { demand as? [[String: Any]] ?? [] }

  /// Returns the faults under the option that fits best.
  private func nearest(_ value: Any, _ demand: Any, at place: String) -> [String] {
    let complaints = options(demand).map { judge(value, $0, at: place) }
    return complaints.min { $0.count < $1.count } ?? ["\(place): no option"]
  }

  private func items(_ value: Any, _ demand: Any, at place: String) -> [String] {
    guard let list = value as? [Any], let schema = demand as? [String: Any] else { return [] }
    return list.enumerated().flatMap { judge($1, schema, at: "\(place)[\($0)]") }
  }

  private func members(_ value: Any, _ demand: Any, at place: String) -> [String] {
    guard let object = value as? [String: Any], let schemas = demand as? [String: Any] else {
      return []
    }
    return schemas.sorted { $0.key < $1.key }.flatMap { name, schema -> [String] in
      guard let member = object[name] else { return [] }
      return judge(member, schema as? [String: Any] ?? [:], at: "\(place).\(name)")
    }
  }

  private func missing(_ value: Any, _ demand: Any, at place: String) -> [String] {
    guard let object = value as? [String: Any] else { return [] }
    return (demand as? [String] ?? []).filter { object[$0] == nil }.map {
      "\(place).\($0) is missing"
    }
  }

  private func strangers(_ value: Any, _ schema: [String: Any], at place: String) -> [String] {
    guard let object = value as? [String: Any] else { return [] }
    let known = schema["properties"] as? [String: Any] ?? [:]
    let others = object.keys.sorted().filter { known[$0] == nil }
    if let rule = schema["additionalProperties"] as? [String: Any] {
      return others.flatMap { judge(object[$0] ?? NSNull(), rule, at: "\(place).\($0)") }
    }
    return others.map { "\(place).\($0) is not in the schema" }
  }
}

/// The regular expressions of a schema. Each is compiled once: to compile one takes longer than to
/// compare it with a text.
private final class Patterns {
  private var compiled: [String: Regex<AnyRegexOutput>] = [:]

  /// The expression that is written so; nil for a malformed one.
  subscript(pattern: String) -> Regex<AnyRegexOutput>? {
    if let known = compiled[pattern] { return known }
    compiled[pattern] = try? Regex(pattern)
    return compiled[pattern]
  }
}
