/// A path to values in a JSON text, in a subset of JSONPath (RFC 9535): members such as `.name` or
/// `['name']`, indexes such as `[0]`, and `[*]` for each element of a list or each member of an
/// object.
///
/// `$` is the whole text. `@` is the current value, and may be left out: `time` is `@.time`.
package struct JSONPath: Sendable, Hashable, CustomStringConvertible {
  package enum Step: Sendable, Hashable {
    case member(String)
    case index(Int)
    case each
  }

  package let description: String
  package let steps: [Step]
  /// True if the path begins at the whole text, false if it begins at the current value.
  package let isFromRoot: Bool

  package static let accepted =
    "a JSON path of members, indexes and [*], such as $.locations[*] or coordinates[1]"

  /// Reads a path. Nil if the text is no path of this subset.
  package init?(_ text: String) {
    var rest = Substring(text)
    isFromRoot = rest.hasPrefix("$")
    if isFromRoot || rest.hasPrefix("@") {
      rest.removeFirst()
    } else if let first = rest.first, first != "[", first != "." {
      rest = "." + rest
    }
    var steps: [Step] = []
    while !rest.isEmpty {
      guard let step = Self.step(&rest) else { return nil }
      steps.append(step)
    }
    guard !text.isEmpty, steps.count <= JSONScanner.depthMax else { return nil }
    self.steps = steps
    description = text
  }

  private static func step(_ rest: inout Substring) -> Step? {
    switch rest.removeFirst() {
    case ".":
      let name = rest.prefix { $0 != "." && $0 != "[" && $0 != "]" }
      rest.removeFirst(name.count)
      return name.isEmpty ? nil : name == "*" ? .each : .member(String(name))
    case "[":
      guard let quote = rest.first, quote == "'" || quote == "\"" else { return index(&rest) }
      rest.removeFirst()
      let name = rest.prefix { $0 != quote }
      rest.removeFirst(name.count)
      guard rest.hasPrefix("\(quote)]") else { return nil }
      rest.removeFirst(2)
      return .member(String(name))
    default: return nil
    }
  }

  private static func index(_ rest: inout Substring) -> Step? {
    let inside = rest.prefix { $0 != "]" }
    rest.removeFirst(inside.count)
    guard !rest.isEmpty else { return nil }
    rest.removeFirst()
    if inside == "*" { return .each }
    return inside.allSatisfy(\.isNumber) ? Int(inside).map { .index($0) } : nil
  }

  /// Returns the values to which the path leads, in the order of the text.
  ///
  /// - Parameters:
  ///   - value: the current value, at which a path without `$` begins.
  ///   - root: the whole text, at which a path with `$` begins.
  package func values(in value: JSONValue, of root: JSONValue) -> [JSONValue] {
    steps.reduce([isFromRoot ? root : value]) { values, step in
      values.flatMap { $0.values(of: step) }
    }
  }

  /// Returns the first step that leads nowhere, with the values that it was looked for in; nil if
  /// the path leads to a value.
  package func firstMiss(in root: JSONValue) -> (step: Step, values: [JSONValue])? {
    var values = [root]
    for step in steps {
      let next = values.flatMap { $0.values(of: step) }
      if next.isEmpty { return (step, values) }
      values = next
    }
    return nil
  }
}

extension JSONValue {
  fileprivate func values(of step: JSONPath.Step) -> [JSONValue] {
    switch step {
    case .member(let name): self[name].map { [$0] } ?? []
    case .index(let index):
      elements.map { $0.indices.contains(index) ? [$0[index]] : [] } ?? []
    case .each: elements ?? members?.map(\.value) ?? []
    }
  }

  /// A description of the value's form for messages: the names of an object's members, or the form
  /// of a list's first element, to a small depth.
  package var shape: String { shape(depth: 5) }

  private func shape(depth: Int) -> String {
    switch self {
    case .object(let members):
      guard depth > 0 else { return "{…}" }
      let shown = members.prefix(8).map { member in
        member.value.isContainer
          ? "\(quoted(member.name)): \(member.value.shape(depth: depth - 1))"
          : quoted(member.name)
      }
      return "{" + (shown + (members.count > 8 ? ["…"] : [])).joined(separator: ", ") + "}"
    case .array(let elements):
      guard depth > 0, let first = elements.first else { return elements.isEmpty ? "[]" : "[…]" }
      return "[\(first.shape(depth: depth - 1))\(elements.count > 1 ? ", …" : "")]"
    case .string: return "a text"
    case .number: return "a number"
    case .bool: return "true or false"
    case .null: return "null"
    }
  }

  private var isContainer: Bool { members != nil || elements != nil }
}
