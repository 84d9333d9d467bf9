import Text

/// A strict reader of one kind of YAML document.
package protocol DocumentReader: Sendable {
  associatedtype Document
  static var kind: DocumentKind { get }

  /// - Parameter root: the root of a document that was not recognized as another kind.
  func read(_ root: SourceNode, file: String) throws(InputError) -> Document
}

extension DocumentReader {
  package func read(path: String) throws(InputError) -> Document {
    try readKind(YAMLDocument.read(path: path, asWhat: Self.accepted), file: path)
  }

  /// Reads text that is not in a file. Paths in it are relative to `file`.
  package func read(text: String, file: String) throws(InputError) -> Document {
    try readKind(
      YAMLDocument.read(bytes: text.utf8, file: file, asWhat: Self.accepted), file: file)
  }

  private static var accepted: String { "\(kind.rawValue) in YAML" }

  private func readKind(_ root: SourceNode, file: String) throws(InputError) -> Document {
    try root.refuse(unless: Self.kind)
    return try read(root, file: file)
  }
}

extension Fields {
  /// Reads the version of the format, which must be 1.
  func requireVersion(_ key: String) throws(InputError) {
    let version = try required(key, accepted: "\(key): 1")
    guard try version.text("1") == "1" else { throw version.refused(accepted: "1") }
  }
}
