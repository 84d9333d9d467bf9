import Foundation
import Testing

/// `odograph serve` as a user starts and ends it. Other tests check its answers.
@Suite("odograph serve")
struct ServeTests {
  /// Starts the server on a free port, waits until it listens, and ends it like ^C.
  private func serve(_ arguments: String..., in folder: WorkingFolder) throws -> Program.Outcome {
    try serve(arguments, in: folder)
  }

  private func serve(_ arguments: [String], in folder: WorkingFolder) throws -> Program.Outcome {
    let running = try Program.start(["serve", "--port", "0"] + arguments, in: folder)
    while running.process.isRunning, try !running.saidSoFar().hasSuffix("\n") { usleep(20_000) }
    if running.process.isRunning { kill(running.process.processIdentifier, SIGINT) }
    return try running.outcome()
  }

  private func tokens(_ name: String, in folder: WorkingFolder) throws -> [String] {
    String(decoding: try folder.data(name), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func mode(_ name: String, in folder: WorkingFolder) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  @Test("Says where it listens, keeps the tokens to its owner, and ends well")
  func firstStart() throws {
    let folder = try WorkingFolder()
    let outcome = try serve(in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("The page: http://127.0.0.1:"))
    #expect(outcome.output.contains("/overland\n"))
    #expect(outcome.errors.contains("all acknowledged records are in"))
    let name = "odograph-receiver.sqlite.tokens"
    let lines = try tokens(name, in: folder)
    #expect(lines.contains { $0.hasPrefix("# overland://setup?url=http%3A%2F%2F127.0.0.1%3A") })
    #expect(try mode(name, in: folder) == 0o600)
    #expect(try mode("odograph-receiver.sqlite", in: folder) == 0o600)
    for line in lines where !line.hasPrefix("#") {
      let token = line.split(separator: " ").last ?? ""
      #expect(token.count >= 32)
      #expect(!outcome.output.contains(token))
    }
  }

  @Test("Keeps its tokens from start to start, until new ones are wanted")
  func laterStarts() throws {
    let folder = try WorkingFolder()
    _ = try serve("--token-file", "tokens", in: folder)
    let first = try tokens("tokens", in: folder)
    #expect(try serve("--token-file", "tokens", in: folder).output.contains("have not changed"))
    #expect(try tokens("tokens", in: folder) == first)
    _ = try serve("--token-file", "tokens", "--new-tokens", in: folder)
    #expect(try tokens("tokens", in: folder) != first)
  }

  @Test("Open, it has no tokens")
  func open() throws {
    let folder = try WorkingFolder()
    let outcome = try serve("--no-auth", "--contract", "overland", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("No token is needed"))
    #expect(!outcome.output.contains("compass"))
    #expect(folder.contents.allSatisfy { !$0.contains("tokens") })
  }

  @Test(
    "What it cannot do is told in one line",
    arguments: [
      (["--store", "notes.txt"], "notes.txt: --store"),
      (["--store", "none/store.sqlite"], "none/store.sqlite: --store"),
      (["--token-file", "readable"], "readable: --token-file: users other than"),
      (["--token-file", "half"], "half: --token-file: a token is missing"),
      (["--token-file", "short"], "short: a token is not valid"),
      (["--contract", "overlan"], "odograph: --contract is 'overlan'"),
      (["--no-auth", "--new-tokens"], "odograph: --no-auth is given with tokens"),
      (["--host", "192.0.2.1"], "odograph: the server cannot listen on --host 192.0.2.1"),
      (["--host", "evil"], "odograph: --host 'evil' is not an address; accepted: an address"),
      (["--port", "70000"], "odograph: "),
    ])
  func mistakes(_ arguments: [String], _ message: String) throws {
    let folder = try WorkingFolder()
    for (name, text) in [
      ("notes.txt", "buy milk"), ("readable", "device: a\nadmin: b\n"), ("half", "device: a\n"),
      ("short", "device: short\nadmin: short\n"),
    ] {
      try folder.write(text, to: name)
      chmod(folder.path + "/" + name, name == "readable" ? 0o644 : 0o600)
    }
    let outcome = try serve(arguments, in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.count == 1 && outcome.errors.hasPrefix(message), "\(outcome.errors)")
  }

  @Test("A port that cannot be had leaves no store behind")
  func takenPort() throws {
    let folder = try WorkingFolder()
    // The parser refuses ports below 0 and above 65535. 192.0.2.1 is reserved for documentation,
    // and is no machine's address.
    let outcome = try serve("--host", "192.0.2.1", "--store", "s.sqlite", in: folder)
    #expect(outcome.status != 0 && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(folder.contents.isEmpty)
  }

  @Test("What README.md says of it", arguments: ReadmeTests.serveCommands)
  func readme(_ line: String) throws {
    let folder = try WorkingFolder()
    let arguments = line.split(separator: " ").dropFirst().map(String.init)
    let outcome = try serve(arguments + ["--port", "0"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
