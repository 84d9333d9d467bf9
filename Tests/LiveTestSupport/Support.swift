import Foundation

/// Gone with the test.
package final class TemporaryFolder {
  package let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("odograph-live-\(UUID().uuidString)").path

  package init() {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Of a folder in it with all that it holds, at once: into one that is just being removed, its owner could put
  /// a new file.
  package func removeFolder(_ name: String) throws {
    let condemned = path + "/removed-\(UUID())"
    try FileManager.default.moveItem(atPath: path + "/" + name, toPath: condemned)
    try FileManager.default.removeItem(atPath: condemned)
  }
}

/// A live phone's loop waits; on the tests' own threads, of which there are few, it would hold up the
/// very server that it waits for.
package func onOwnThread<Outcome: Sendable>(
  _ body: @escaping @Sendable () throws -> Outcome
) async throws -> Outcome {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
