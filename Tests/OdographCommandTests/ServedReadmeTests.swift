import Foundation
import LiveTestSupport
import TestSupport
import Testing

/// Runs the commands of README.md and the guide that need a server.
@Suite("README.md, beside a server")
struct ServedReadmeTests {
  private static func commands(_ name: String) -> [[String]] {
    UserPages.commands.filter { $0.hasPrefix(name + " ") }
      .map { $0.split(separator: " ").map(String.init) }
  }

  @Test("Uploads and the sign-in do what it says")
  func uploads() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      let people = LoginCommandTests()
      try folder.makeStore(0..<5, named: "unsent.sqlite")
      try folder.makeStore(5..<10, named: "study.sqlite")
      try folder.write("device: \(ServedReceiver.deviceToken)\n", to: "tokens")
      try people.consent(receiver, in: folder)
      func run(_ arguments: [String], input: String = "") throws {
        let here = arguments.map { $0.replacing(":8765", with: ":\(receiver.port)") }
        let outcome = try CommandRun(here, in: folder, input: input)
        #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
        #expect(!outcome.output.isEmpty)
      }
      for login in Self.commands("login") {
        try run(login, input: try people.invite(receiver, in: folder))
      }
      let uploads = Self.commands("upload")
      #expect(uploads.count == 3)
      for upload in uploads { try run(upload) }
      for name in ["profile", "consent", "logout"] {
        let commands = Self.commands(name)
        #expect(!commands.isEmpty)
        for command in commands { try run(command) }
      }
      #expect(try folder.counts("unsent.sqlite").waiting == 0)
      #expect(try folder.counts("study.sqlite").waiting == 0)
    }
  }
}
