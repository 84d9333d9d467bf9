import Foundation

/// A folder that is removed with the test.
package final class TemporaryFolder {
  package let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("odograph-live-\(UUID().uuidString)").path

  package init() {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Removes a folder with its content, after renaming it: its owner could put a new file into a
  /// folder that is being removed.
  package func removeFolder(_ name: String) throws {
    let condemned = path + "/removed-\(UUID())"
    try FileManager.default.moveItem(atPath: path + "/" + name, toPath: condemned)
    try FileManager.default.removeItem(atPath: condemned)
  }
}

/// Runs `body` on a separate thread. A live phone's loop waits; on the tests' own threads, of which
/// there are few, it would block the server that it waits for.
package func onOwnThread<Outcome: Sendable>(
  _ body: @escaping @Sendable () throws -> Outcome
) async throws -> Outcome {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
