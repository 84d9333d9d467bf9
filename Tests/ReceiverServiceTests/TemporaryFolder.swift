import Foundation

/// A folder that is removed with the test.
final class TemporaryFolder: Sendable {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("odograph-receiver-\(UUID().uuidString)").path

  init() {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
