import Files
import Foundation
import Testing

@testable import OdographCommand

@Suite("Results that ^C may have cut short")
struct InterruptibleResultTests {
  @Test(
    "Incomplete results go beside complete ones of each kind, and replace all others",
    arguments: [
      (#"{"schema": "odograph.comparison/1", "isComplete": true}"#, "partial/"),
      (#"{"schema": "odograph.comparison/1", "isComplete": false}"#, ""),
      (#"{"schema": "odograph.judge/1", "simulation": {"isComplete": true}}"#, "partial/"),
      (#"{"schema": "odograph.judge/1", "simulation": {"isComplete": false}}"#, ""),
      // A judgment that has simulated nothing cannot be cut short.
      (#"{"schema": "odograph.judge/1"}"#, "partial/"),
      ("{", ""), (nil, ""),
    ])
  func place(found: String?, subfolder: String) throws {
    let path = NSTemporaryDirectory() + "interruptible-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = try StagedFolder(path)
    defer { folder.discard() }
    try found.map { try Data($0.utf8).write(to: URL(fileURLWithPath: path + "/result.json")) }
    let part = InterruptibleResult(["result.json"], in: folder, isComplete: false)
    #expect(part.subfolder == subfolder)
    #expect(InterruptibleResult(["result.json"], in: folder, isComplete: true).subfolder.isEmpty)
  }
}
