#if os(Linux)
  import Foundation
  import LivePhone
  import LiveTestSupport
  import TestSupport
  import Testing

  @Suite("The terminal that odograph live has shown itself on")
  struct LiveTerminalTests {
    @Test(
      "Is given back as it was: after a SIGTERM, its own end, a crash, any deadly signal, and a stop in between",
      .enabled(if: GPSDFixture.isInstalled, GPSDFixture.skipped))
    func givenBack() async throws {
      try await onOwnThread {
        let gpsd = try GPSDFixture(devices: [])
        // SIGUSR1 and the like work the same way, but threads of Dispatch, and so these children,
        // block them.
        for signal in [SIGTERM, SIGHUP, SIGSEGV, SIGPROF, SIGSYS]
        where signal != SIGHUP || hearsHangUps {
          let terminal = try PseudoTerminal()
          let folder = TemporaryFolder()
          let live = try terminal.run(
            ["live", "--gpsd", "\(gpsd.address)", "--store", "app/records.sqlite", "--wait"],
            in: folder)
          defer { if live.isRunning { kill(live.processIdentifier, SIGKILL) } }
          try terminal.wait(for: "q quit")
          #expect(!terminal.isCooked)
          // The keys start a trip: the screen asks for its mode.
          terminal.type("t")
          try terminal.wait(for: "Trip by: ")
          terminal.type("c")
          try terminal.wait(for: "A trip by car begins.")
          kill(live.processIdentifier, SIGTSTP)
          // The program restores the terminal first.
          try waitUntil { try Self.isStopped(live) }
          #expect(terminal.isCooked)
          kill(live.processIdentifier, SIGCONT)
          try waitUntil { !terminal.isCooked }
          kill(live.processIdentifier, signal)
          live.waitUntilExit()
          try waitUntil { terminal.isCooked }
          try terminal.wait(for: "\u{1B}[?25h\u{1B}[?1049l")
          if signal == SIGTERM || signal == SIGHUP {
            #expect(live.terminationReason == .exit)
            #expect(live.terminationStatus == 0)
            try terminal.wait(for: "Ended; ")
          } else {
            #expect(live.terminationReason == .uncaughtSignal)
          }
        }
      }
    }

    @Test("Gets lines where it is dumb, or has no name", arguments: ["dumb", ""])
    func dumb(_ name: String) async throws {
      try await onOwnThread {
        let gpsd = try ScriptedGPSD { client, _ in
          client.greet()
          client.stay()
        }
        let terminal = try PseudoTerminal()
        let folder = TemporaryFolder()
        let live = try terminal.run(
          ["live", "--gpsd", "127.0.0.1:\(gpsd.port)", "--store", "app/records.sqlite"],
          in: folder, name: name)
        defer { if live.isRunning { kill(live.processIdentifier, SIGKILL) } }
        try terminal.wait(for: "no report from a receiver | ")
        kill(live.processIdentifier, SIGTERM)
        live.waitUntilExit()
        try terminal.wait(for: "Ended; ")
        #expect(terminal.isCooked)
        #expect(!terminal.shown.contains("\u{1B}"))
        gpsd.stop()
      }
    }

    @Test("Is drawn on anew when its size changes")
    func resized() async throws {
      try await onOwnThread {
        let gpsd = try ScriptedGPSD { client, _ in
          client.greet()
          client.stay()
        }
        // The terminal is too narrow for the time, so that the screen does not change by itself.
        let terminal = try PseudoTerminal(columns: 36)
        let folder = TemporaryFolder()
        let live = try terminal.run(
          ["live", "--gpsd", "127.0.0.1:\(gpsd.port)", "--store", "app/records.sqlite"],
          in: folder)
        defer { if live.isRunning { kill(live.processIdentifier, SIGKILL) } }
        try terminal.wait(for: "no report from a receiver")
        for _ in 0..<3 {
          let drawn = terminal.count(of: "q quit")
          kill(live.processIdentifier, SIGWINCH)
          try waitUntil { terminal.count(of: "q quit") > drawn }
        }
        kill(live.processIdentifier, SIGTERM)
        live.waitUntilExit()
        gpsd.stop()
      }
    }

    private static func isStopped(_ process: Process) throws -> Bool {
      let text = try String(
        contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
      return text.split(separator: ")").last?.hasPrefix(" T") == true
    }
  }

  /// A terminal without a user.
  private final class PseudoTerminal {
    private let master: Int32
    private let slave: Int32
    private(set) var shown = ""

    init(columns: UInt16 = 90) throws {
      // The work of posix_openpt, unlockpt and ptsname, which Swift does not import.
      master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var (isLocked, number) = (Int32(0), Int32(0))
      guard master >= 0, ioctl(master, UInt(lockTerminal), &isLocked) == 0,
        ioctl(master, UInt(numberOfTerminal), &number) == 0
      else { throw POSIXError(.ENXIO) }
      slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      guard slave >= 0 else { throw POSIXError(.ENXIO) }
      var size = winsize(ws_row: 30, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
      _ = fcntl(master, F_SETFL, O_NONBLOCK)
    }

    deinit {
      close(slave)
      close(master)
    }

    /// - Parameter name: the value of TERM; empty for none.
    func run(
      _ arguments: [String], in folder: TemporaryFolder, name: String = "xterm"
    ) throws -> Process {
      let process = Process()
      process.executableURL = builtProgram
      process.arguments = arguments
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.environment = ["HOME": folder.path, "PATH": "/usr/bin"]
      // A report of leaks at the end would wait for room in the terminal.
      process.environment?["ASAN_OPTIONS"] =
        ProcessInfo.processInfo.environment["ASAN_OPTIONS"] ?? ""
      if !name.isEmpty { process.environment?["TERM"] = name }
      let end = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
      process.standardInput = end
      process.standardOutput = end
      process.standardError = end
      try process.run()
      return process
    }

    func type(_ key: String) { _ = Foundation.write(master, key, key.utf8.count) }

    func wait(for words: String) throws {
      try waitUntil { count(of: words) > 0 }
    }

    /// Returns how often the words occur in all output so far.
    func count(of words: String) -> Int {
      var bytes = [UInt8](repeating: 0, count: 65536)
      let count = read(master, &bytes, bytes.count)
      if count > 0 { shown += String(decoding: bytes.prefix(count), as: UTF8.self) }
      return shown.components(separatedBy: words).count - 1
    }

    /// True if the terminal delivers whole lines and echoes input.
    var isCooked: Bool {
      var settings = termios()
      tcgetattr(slave, &settings)
      return settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }
  }

  /// The requests from <asm-generic/ioctls.h>.
  private let lockTerminal = 0x4004_5431
  private let numberOfTerminal = 0x8004_5430
#endif
