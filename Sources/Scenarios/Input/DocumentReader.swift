import Text

/// Reads one kind of YAML document, strictly.
package protocol DocumentReader: Sendable {
  associatedtype Document
  static var kind: DocumentKind { get }

  /// - Parameter root: of a document that is no other kind.
  func read(_ root: SourceNode, file: String) throws(InputError) -> Document
}

extension DocumentReader {
  package func read(path: String) throws(InputError) -> Document {
    try readKind(YAMLDocument.read(path: path, asWhat: Self.accepted), file: path)
  }

  /// For text that is in no file; paths are taken relative to `file`.
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
  /// The format's number, which stands under its name.
  func requireVersion(_ key: String) throws(InputError) {
    let version = try required(key, accepted: "\(key): 1")
    guard try version.text("1") == "1" else { throw version.refused(accepted: "1") }
  }
}
