import Foundation

/// As much of JSON Schema as our schemas use; a keyword that it does not know is an error, so that none
/// passes unheeded.
struct JSONSchema {
  private let root: [String: Any]

  init(text: String) throws {
    root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  /// - Parameter path: in this repository.
  init(repository path: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    try self.init(text: String(contentsOf: root.appendingPathComponent(path), encoding: .utf8))
  }

  /// What is wrong with a document, each with the place; empty for a valid one.
  func complaints(_ data: Data) throws -> [String] {
    judge(try JSONSerialization.jsonObject(with: data), root, at: "$")
  }

  private func judge(_ value: Any, _ schema: [String: Any], at place: String) -> [String] {
    schema.sorted { $0.key < $1.key }.flatMap { keyword, demand -> [String] in
      switch keyword {
      case "$schema", "title", "description", "$defs": []
      case "$ref": judge(value, definition(demand), at: place)
      case "anyOf":
        (demand as? [[String: Any]] ?? []).contains { judge(value, $0, at: place).isEmpty }
          ? [] : ["\(place): none of the forms"]
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
    (value as? String).map { $0 == other as? String } ?? false
  }

  private func matches(_ value: Any, _ pattern: Any) -> Bool {
    guard let text = value as? String, let pattern = pattern as? String,
      let regex = try? Regex(pattern)
    else { return !(value is String) }
    return text.firstMatch(of: regex) != nil
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
    return object.keys.sorted().filter { known[$0] == nil }
      .map { "\(place).\($0) is not in the schema" }
  }
}
