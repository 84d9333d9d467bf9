import Documents
import Text

/// A strict reader of one kind of YAML document.
package protocol DocumentReader: Sendable {
  associatedtype Document
  static var kind: DocumentKind { get }

  /// Reads a document from its parsed YAML.
  ///
  /// - Parameter root: the document's root node. The caller has checked that the document is of
  ///   this reader's kind.
  func read(_ root: SourceNode, file: String) throws(InputError) -> Document
}

extension DocumentReader {
  /// Reads a document from a file.
  ///
  /// - Parameter mention: the place in another file that names this file. If this file is missing,
  ///   the error message shows that place.
  package func read(
    path: String, mention: SourceLocation = .commandLine
  ) throws(InputError) -> Document {
    try readKind(
      YAMLDocument.read(path: path, asWhat: Self.accepted, mention: mention), file: path)
  }

  /// Reads a document from text in memory. Paths in the text are relative to the folder of `file`.
  /// The file itself need not exist.
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
  /// Reads the version of the document's format, and throws an error unless it is 1.
  func requireVersion(_ key: String) throws(InputError) {
    let version = try required(key, accepted: "\(key): 1")
    guard try version.text("1") == "1" else { throw version.refused(accepted: "1") }
  }
}
