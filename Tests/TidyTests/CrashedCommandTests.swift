import Foundation
import Testing

/// `Scripts/again-after-crash` with commands that write a line each time they run.
@Suite("Commands that crash")
struct CrashedCommandTests {
  @Test("A command that crashed runs once more, and no other does")
  func repetition() throws {
    // Each command, how often it runs, and the status of its last run: 128 and the signal's number
    // if a signal ended it.
    let expected: [(command: String, runs: Int, status: Int32)] = [
      ("exit 0", 1, 0),
      ("exit 1", 1, 1),
      // A segmentation fault in the first run alone.
      ("[ $(wc -l < runs) -ge 2 ] || kill -SEGV $$", 2, 0),
      ("kill -SEGV $$", 2, 128 + SIGSEGV),
      ("kill -ILL $$", 2, 128 + SIGILL),
      ("[ $(wc -l < runs) -lt 2 ] || exit 3; kill -BUS $$", 2, 3),
      // Ended by the system, for want of memory for example.
      ("kill -KILL $$", 1, 128 + SIGKILL),
    ]
    for (command, runs, status) in expected {
      let found = try run(command)
      #expect(found.runs == runs, "\(command)")
      #expect(found.status == status, "\(command)")
    }
  }

  private func run(_ command: String) throws -> (runs: Int, status: Int32) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("crashed-command-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    let script = repository.appendingPathComponent("Scripts/again-after-crash").path
    // The outer shell turns the signal that ended the last run into a status.
    shell.arguments = [
      "-c", "\"$0\" bash -c \"$1\"; exit $?", script, "echo run >> runs; \(command)",
    ]
    shell.currentDirectoryURL = folder
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    let runs = try String(contentsOf: folder.appendingPathComponent("runs"), encoding: .utf8)
    return (runs.split(separator: "\n").count, shell.terminationStatus)
  }
}
