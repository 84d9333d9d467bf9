/// What is wrong with a document that Odograph has written; somebody may have edited it, or another version
/// written it.
package enum WrittenDocument {
  /// Of a schema "odograph.report/1" that is none of those known.
  package static func unreadable(_ schema: String, known: [String], as kind: String) -> String {
    let parts = schema.split(separator: "/")
    let versions = known.map { $0.split(separator: "/") }
    guard parts.count == 2, let version = Int(parts[1]),
      let ours = versions.first(where: { $0[0] == parts[0] }).flatMap({ Int($0[1]) })
    else { return "this is no \(kind), but '\(schema)'" }
    return version > ours
      ? "this \(kind) is of \(schema), which a newer Odograph than \(Provenance.odographVersion) writes"
      : "this \(kind) is of \(schema), which is read no more"
  }

  /// Where in the document, and what.
  package static func reason(_ error: any Error) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      return "\(place(context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "\(place(context.codingPath)) is of another kind"
    case .dataCorrupted(let context):
      let place = place(context.codingPath)
      return place.isEmpty ? "it is not JSON to its end" : "\(place): \(context.debugDescription)"
    default: return "\(error)"
    }
  }
}
