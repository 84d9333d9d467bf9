/// Error messages for documents in Odograph's own formats, such as reports.
///
/// A user may have edited the document, or another version of Odograph may have written it.
package enum WrittenDocument {
  /// Returns the message for a document with an unknown schema, such as "odograph.report/1".
  /// `known` lists the schemas that this version reads.
  package static func unreadable(_ schema: String, known: [String], as kind: String) -> String {
    let parts = schema.split(separator: "/")
    let versions = known.map { $0.split(separator: "/") }
    guard parts.count == 2, let version = Int(parts[1]),
      let ours = versions.first(where: { $0[0] == parts[0] }).flatMap({ Int($0[1]) })
    else { return "this is not a \(kind), but '\(schema)'" }
    return version > ours
      ? "this \(kind) has the schema \(schema), which needs a newer Odograph than "
        + "\(Provenance.odographVersion)"
      : "this \(kind) has the schema \(schema), which is no longer supported"
  }

  /// Returns the message for a decoding error. It names the place in the document and the problem.
  package static func reason(_ error: any Error) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      return "\(place(context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "\(place(context.codingPath)) has the wrong type"
    case .dataCorrupted(let context):
      let place = place(context.codingPath)
      return place.isEmpty
        ? "the file is not valid JSON; it may be cut off" : "\(place): \(context.debugDescription)"
    default: return "\(error)"
    }
  }
}
