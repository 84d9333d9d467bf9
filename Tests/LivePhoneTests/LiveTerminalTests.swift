#if os(Linux)
  import Foundation
  import LivePhone
  import Testing

  @Suite("The terminal that odograph live has shown itself on")
  struct LiveTerminalTests {
    @Test(
      "Is given back as it was: after a SIGTERM, a crash, and a stop in between",
      .enabled(if: GPSDFixture.isInstalled, GPSDFixture.skipped))
    func givenBack() async throws {
      try await onOwnThread {
        let gpsd = try GPSDFixture(sentences: ["# silence"], secondsPerPacket: 1)
        for signal in [SIGTERM, SIGSEGV] {
          let terminal = try PseudoTerminal()
          let folder = TemporaryFolder()
          let live = try terminal.run(
            ["live", "--gpsd", "\(gpsd.address)", "--store", "app/records.sqlite", "--wait"],
            in: folder)
          defer { if live.isRunning { kill(live.processIdentifier, SIGKILL) } }
          try terminal.wait(for: "q quit")
          #expect(!terminal.isCooked)
          // Keys: the trip's mode is asked for, and chosen.
          terminal.type("t")
          try terminal.wait(for: "Trip by: ")
          terminal.type("c")
          try terminal.wait(for: "A trip by car begins.")
          kill(live.processIdentifier, SIGTSTP)
          // The terminal is given back first.
          try waitUntil { try Self.isStopped(live) }
          #expect(terminal.isCooked)
          kill(live.processIdentifier, SIGCONT)
          try waitUntil { !terminal.isCooked }
          kill(live.processIdentifier, signal)
          live.waitUntilExit()
          try waitUntil { terminal.isCooked }
          try terminal.wait(for: "\u{1B}[?25h\u{1B}[?1049l")
          if signal == SIGTERM {
            #expect(live.terminationStatus == 0)
          } else {
            #expect(live.terminationReason == .uncaughtSignal)
          }
        }
      }
    }

    private static func isStopped(_ process: Process) throws -> Bool {
      let text = try String(
        contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
      return text.split(separator: ")").last?.hasPrefix(" T") == true
    }
  }

  /// A terminal without anybody before it.
  private final class PseudoTerminal {
    private let master: Int32
    private let slave: Int32
    private var shown = ""

    init() throws {
      // What posix_openpt, unlockpt and ptsname do, which Swift does not see.
      master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var (isLocked, number) = (Int32(0), Int32(0))
      guard master >= 0, ioctl(master, UInt(lockTerminal), &isLocked) == 0,
        ioctl(master, UInt(numberOfTerminal), &number) == 0
      else { throw POSIXError(.ENXIO) }
      slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      guard slave >= 0 else { throw POSIXError(.ENXIO) }
      var size = winsize(ws_row: 30, ws_col: 90, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
      _ = fcntl(master, F_SETFL, O_NONBLOCK)
    }

    deinit {
      close(slave)
      close(master)
    }

    func run(_ arguments: [String], in folder: TemporaryFolder) throws -> Process {
      let process = Process()
      process.executableURL =
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("odograph")
      process.arguments = arguments
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.environment = ["HOME": folder.path, "PATH": "/usr/bin", "TERM": "xterm"]
      let end = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
      process.standardInput = end
      process.standardOutput = end
      process.standardError = end
      try process.run()
      return process
    }

    func type(_ key: String) { _ = Foundation.write(master, key, key.utf8.count) }

    func wait(for words: String) throws {
      try waitUntil {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = read(master, &bytes, bytes.count)
        if count > 0 { shown += String(decoding: bytes.prefix(count), as: UTF8.self) }
        return shown.contains(words)
      }
    }

    /// Whether it hands over whole lines, and shows what is typed.
    var isCooked: Bool {
      var settings = termios()
      tcgetattr(slave, &settings)
      return settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }
  }

  /// From <asm-generic/ioctls.h>.
  private let lockTerminal = 0x4004_5431
  private let numberOfTerminal = 0x8004_5430
#endif
