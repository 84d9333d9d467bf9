import Foundation

/// The folder of the package.
package let packageRoot = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The folder of real recordings; nil where it is absent.
package let dataFolder: URL? = {
  let path = ProcessInfo.processInfo.environment["ODOGRAPH_DATA"] ?? "../shared/data"
  let url = URL(fileURLWithPath: path, relativeTo: packageRoot)
  return FileManager.default.fileExists(atPath: url.path) ? url : nil
}()

/// A separate folder for one test's files.
package struct Workplace: ~Copyable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "odograph-scenarios-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  package func write(_ data: Data, to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try data.write(to: file)
    return file.path
  }
}
