import Foundation

/// A file that is removed with this object.
package final class TemporaryFile {
  package let path: String

  package init(_ text: String, suffix: String) throws {
    let folder = FileManager.default.temporaryDirectory
    path = folder.appendingPathComponent("odograph-\(UUID().uuidString)\(suffix)").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
