import Foundation

/// Gone with the test.
final class TemporaryFolder {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("odograph-live-\(UUID().uuidString)").path

  init() {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A live phone's loop waits; on the tests' own threads, of which there are few, it would hold up the
/// very server that it waits for.
func onOwnThread<Outcome: Sendable>(
  _ body: @escaping @Sendable () throws -> Outcome
) async throws -> Outcome {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
