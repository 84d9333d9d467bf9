import Foundation
import LivePhone
import LiveTestSupport
import Testing
import Timekeeping

/// Ways in which users start and stop programs in a shell.
@Suite("odograph live in a shell")
struct LiveShellTests {
  // MARK: Starts that fail

  /// The arguments of a start that fails, the exit status and words of the message.
  private struct FailedStart {
    var arguments: [String]
    var status: Int32
    var words: String
  }

  @Test("A start that fails leaves nothing that was not there before")
  func failedStarts() async throws {
    try await onOwnThread {
      let taken = try ScriptedGPSD { client, _ in
        client.greet()
        client.stay()
      }
      let gpsd = ["--gpsd", "127.0.0.1:\(taken.port)"]
      let starts = [
        FailedStart(arguments: [], status: 3, words: "nothing listens there"),
        FailedStart(
          arguments: gpsd + ["--map-port", "\(taken.port)"], status: 2, words: "cannot be used"),
        FailedStart(
          arguments: gpsd + ["--map", "--record", "none/walk.gpx"], status: 2,
          words: "cannot be opened"),
        FailedStart(
          arguments: ["--server", "https://example.org", "--token-file", "open"], status: 2,
          words: "users other than its owner may read the file"),
        FailedStart(arguments: ["--setup", "link"], status: 2, words: "no set-up link found"),
        FailedStart(arguments: ["--preset", "nonesuch"], status: 2, words: "nonesuch"),
      ]
      for start in starts {
        for store in [[], ["--store", "a/b/records.sqlite"], ["--store", "old/records.sqlite"]] {
          let folder = try Self.home()
          let before = try Self.files(folder)
          // The last --gpsd of several applies.
          let absent = ["--gpsd", "127.0.0.1:\(try freePort())"]
          let outcome = try CommandRun(
            ["live"] + absent + store + start.arguments, in: folder,
            environment: Self.own(folder))
          #expect(outcome.status == start.status, "\(outcome.errors)")
          #expect(outcome.errors.contains(start.words), "\(outcome.errors)")
          #expect(try Self.files(folder) == before)
        }
      }
      taken.stop()
    }
  }

  @Test("A start beside a running one takes nothing from it")
  func besideRunning() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let gpsd = try ScriptedGPSD { client, _ in
        client.greet()
        client.stay()
      }
      let address = GPSDAddress(host: "127.0.0.1", port: gpsd.port)
      let live = try LiveProcess([], gpsd: address, in: folder)
      try live.wait(for: "no report from a receiver")
      let before = try Self.files(folder)
      #expect(try LiveProcess([], gpsd: address, in: folder).ended().status == 2)
      #expect(try Self.files(folder) == before)
      live.end(SIGTERM)
      gpsd.stop()
    }
  }

  @Test("^C before gpsd has answered ends it, and nothing is left")
  func interruptedStart() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let host = try SwallowingHost()
      let live = try LiveProcess(
        [], gpsd: GPSDAddress(host: "127.0.0.1", port: host.port), in: folder, waits: false)
      try waitUntil { handles(SIGINT, live.running.process) }
      live.end(SIGINT)
      let outcome = try live.ended()
      #expect(outcome.status == 130)
      #expect(outcome.errors == "odograph: interrupted before gpsd had answered\n")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/app"))
    }
  }

  /// Returns a home with a store's folder that contains a file of another program.
  private static func home() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("old"), withIntermediateDirectories: false)
    try folder.write("{}", to: "old/values.json")
    try folder.write("mine", to: "old/mine")
    try folder.write("x", to: "open", mode: 0o644)
    try folder.write("no link", to: "link")
    return folder
  }

  /// Returns an environment without the folders of the home in which the tests run.
  private static func own(_ folder: TemporaryFolder) -> [String: String] {
    [
      "XDG_STATE_HOME": folder.path + "/state", "XDG_DATA_HOME": folder.path + "/data",
      "XDG_RUNTIME_DIR": "",
    ]
  }

  /// Returns the paths in the folder, without the files through which the tests talk to the
  /// program.
  private static func files(_ folder: TemporaryFolder) throws -> Set<String> {
    let speech = [".input-", ".output-", ".errors-"]
    return Set(
      try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
        !speech.contains { path.hasPrefix($0) }
      })
  }

  // MARK: Readers that are gone

  @Test("Its reader gone it ends, and cleanly")
  func closedPipe() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let gpsd = try ScriptedGPSD { client, _ in
        client.greet()
        client.stay()
      }
      let pipe = Pipe()
      // Another line would come in a minute.
      let live = try LiveProcess(
        ["--preset", "drives"], gpsd: GPSDAddress(host: "127.0.0.1", port: gpsd.port),
        in: folder, output: pipe.fileHandleForWriting)
      try pipe.fileHandleForWriting.close()
      let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      #expect(line.contains(" | "))
      // The text is about this machine, which has no settings like a phone's.
      #expect(!line.contains("Settings"), "\(line)")
      if !FileManager.default.fileExists(atPath: "/sys/bus/iio/devices/iio:device0") {
        #expect(line.contains("Drives are detected by speed: this machine has no accelerometer"))
      }
      try pipe.fileHandleForReading.close()
      try waitUntil { !live.running.process.isRunning }
      let outcome = try live.ended()
      #expect(outcome.status == 0)
      #expect(outcome.errors == "Ended; nothing waits to be sent.\n")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/app/control.sock"))
      gpsd.stop()
    }
  }

  @Test("A disk too full for its lines is told, and tracking goes on to its end with status 3")
  func fullDisk() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let gpsd = try ScriptedGPSD { client, _ in
        client.greet()
        client.stay()
      }
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let live = try LiveProcess(
        [], gpsd: GPSDAddress(host: "127.0.0.1", port: gpsd.port), in: folder, output: full)
      let reason = "odograph: standard output: No space left on device"
      try waitUntil { try live.running.complained() == reason + "; tracking continues\n" }
      let status = try CommandRun(
        ["live", "--send", "status", "--store", "app/records.sqlite"], in: folder)
      #expect(status.output.contains("Tracking  on"))
      live.end(SIGTERM)
      let outcome = try live.ended()
      #expect(outcome.status == 3)
      #expect(outcome.errors.hasSuffix("Ended; nothing waits to be sent.\n\(reason)\n"))
      gpsd.stop()
    }
  }

  @Test(
    "The end of its terminal ends it cleanly, unless nohup has it stay", .enabled(if: hearsHangUps))
  func hangUp() async throws {
    try await onOwnThread {
      let gpsd = try ScriptedGPSD { client, _ in
        client.greet()
        client.stay()
      }
      let address = GPSDAddress(host: "127.0.0.1", port: gpsd.port)
      let live = try LiveProcess(["--record", "walk.gpx"], gpsd: address, in: TemporaryFolder())
      try live.wait(for: "no report from a receiver")
      kill(live.running.process.processIdentifier, SIGHUP)
      try waitUntil { !live.running.process.isRunning }
      let outcome = try live.ended()
      #expect(outcome.status == 0)
      #expect(
        outcome.errors == "Ended; nothing waits to be sent.\n0 positions are in walk.gpx.\n")

      let staying = try LiveProcess(
        [], gpsd: address, in: TemporaryFolder(), by: ["/usr/bin/nohup"])
      try staying.wait(for: "no report from a receiver")
      kill(staying.running.process.processIdentifier, SIGHUP)
      // The effects of a signal would appear sooner than this.
      for _ in 0..<3 {
        #expect(try Self.ask("status", of: staying).status == 0)
      }
      staying.end(SIGTERM)
      gpsd.stop()
    }
  }

  private static func ask(_ word: String, of live: LiveProcess) throws -> CommandRun {
    try CommandRun(["live", "--send", word, "--store", "app/records.sqlite"], in: live.folder)
  }

  @Test("A client that connects to its socket and sends nothing blocks no other client")
  func idleClient() async throws {
    try await onOwnThread {
      let gpsd = try ScriptedGPSD { client, _ in
        client.greet()
        client.stay()
      }
      let live = try LiveProcess(
        [], gpsd: GPSDAddress(host: "127.0.0.1", port: gpsd.port), in: TemporaryFolder())
      try live.wait(for: "no report from a receiver")
      let idle = try connected(to: live.folder.path + "/app/control.sock")
      let before = LiveClock.machineUptime
      #expect(try Self.ask("tracking-off", of: live).output == "Tracking is off.\n")
      // An idle client is allowed ten seconds.
      #expect(LiveClock.machineUptime - before < .seconds(8 as Int64))
      close(idle)
      live.end(SIGTERM)
      gpsd.stop()
    }
  }
}

/// True if these tests were not started by nohup or the like, whose child processes ignore SIGHUP.
let hearsHangUps: Bool = {
  let before = signal(SIGHUP, SIG_DFL)
  signal(SIGHUP, before)
  return unsafeBitCast(before, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
}()

/// Returns true if a process handles or ignores the signal, so that the signal does not end it.
func handles(_ signal: Int32, _ process: Process) -> Bool {
  let path = "/proc/\(process.processIdentifier)/status"
  let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
  return lines.contains { line in
    guard line.hasPrefix("SigIgn:") || line.hasPrefix("SigCgt:") else { return false }
    let mask = line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
    return mask >> (signal - 1) & 1 == 1
  }
}

private func connected(to path: String) throws -> Int32 {
  let file = socket(AF_UNIX, streamType, 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let status = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
  return file
}
