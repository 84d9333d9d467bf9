import Foundation
import Synchronization
import Terminal

/// The terminal while it is a display: another screen than the shell's, without a cursor, and keys that come
/// one by one and unseen.
///
/// However the program ends or is stopped, the terminal is given back as it was: at an end of its own by
/// `end`, on ^Z before it stops, and when it crashes by a signal handler, for which what it needs lies in
/// plain memory.
final class LiveTerminal: Sendable {
  private struct State {
    var isHeld = false
    var isOver = false
    var shown: [String] = []
    var onChange: @Sendable () -> Void = {}
  }

  private let state = Mutex(State())
  private let sources: Mutex<[any DispatchSourceSignal]> = Mutex([])

  /// Nil where standard output is no terminal.
  init?() {
    guard isatty(STDOUT_FILENO) == 1, TerminalMemory.keep() else { return nil }
    // One that is ignored kills nobody.
    for number in TerminalMemory.deadlySignals where !isIgnored(number) {
      signal(number, TerminalMemory.giveBackAndDie)
    }
    // Whoever is in the background is not to be stopped for asking.
    for number in [SIGTTIN, SIGTTOU] { signal(number, SIG_IGN) }
    TerminalMemory.take()
    sources.withLock {
      $0 = [listen(SIGTSTP, pause), listen(SIGCONT, goOn), listen(SIGWINCH, drawAnew)]
    }
  }

  /// Has what is shown drawn anew, for another size or after a stop; called on another thread.
  func onChange(_ act: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = act }
  }

  /// Keys, if standard input is a terminal too, from a thread of their own.
  func readKeys(_ onKey: @escaping @Sendable (Character) -> Void) {
    guard isatty(STDIN_FILENO) == 1 else { return }
    Thread.detachNewThread { [self] in
      while !state.withLock({ $0.isOver }) {
        for key in nextKeys() { onKey(key) }
      }
    }
  }

  /// What was typed within a second.
  private func nextKeys() -> [Character] {
    guard TerminalMemory.isOurs else {
      sleep(1)
      return []
    }
    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 1000) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count <= 0 { sleep(1) }
    return Self.keys(in: bytes.prefix(max(0, count)))
  }

  /// Keys that send more than one byte, such as arrows and letters with accents, mean nothing.
  static func keys(in bytes: some Sequence<UInt8>) -> [Character] {
    var keys: [Character] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      if byte == 0x1B {
        // ESC O and a letter, or ESC [, parameters and a letter; else the key of that name.
        if let second = rest.first, second == UInt8(ascii: "[") || second == UInt8(ascii: "O") {
          rest = rest.dropFirst().drop { (0x20...0x3F).contains($0) }.dropFirst()
          continue
        }
      }
      if byte < 0x80 { keys.append(Character(Unicode.Scalar(byte))) }
    }
    return keys
  }

  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// In place, and only if anything has changed.
  func draw(_ lines: [String]) {
    state.withLock { state in
      guard !state.isHeld, !state.isOver, lines != state.shown, TerminalMemory.isOurs else {
        return
      }
      state.shown = lines
      // The last line has no end: it would have the screen roll.
      TerminalMemory.write(
        "\u{1B}[H" + lines.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[K\u{1B}[J")
    }
  }

  func end() {
    state.withLock { state in
      guard !state.isOver else { return }
      state.isOver = true
      TerminalMemory.giveBack()
    }
    sources.withLock { sources in
      for source in sources { source.cancel() }
      sources = []
    }
    for number in TerminalMemory.deadlySignals where !isIgnored(number) { signal(number, SIG_DFL) }
    for number in [SIGTSTP, SIGCONT, SIGWINCH] { signal(number, SIG_DFL) }
  }

  /// From here on these signals end the program at once, with the terminal as it was.
  static func endAtOnce(on signals: [Int32]) {
    for number in signals { signal(number, TerminalMemory.giveBackAndDie) }
  }

  // MARK: Stopping and going on

  private func listen(_ number: Int32, _ act: @escaping () -> Void) -> any DispatchSourceSignal {
    // A dispatch source hears of a signal that is ignored; SIGCONT goes on all the same.
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    nonisolated(unsafe) let act = act
    source.setEventHandler { act() }
    source.resume()
    return source
  }

  private func pause() {
    state.withLock { state in
      guard !state.isOver else { return }
      state.isHeld = true
      TerminalMemory.giveBack()
    }
    kill(getpid(), SIGSTOP)
  }

  /// Also after a stop that nobody could prepare for.
  private func goOn() {
    state.withLock { state in
      guard !state.isOver else { return }
      state.isHeld = false
      if TerminalMemory.isOurs { TerminalMemory.take() }
    }
    drawAnew()
  }

  private func drawAnew() {
    let act = state.withLock { state in
      state.shown = []
      return state.onChange
    }
    act()
  }
}

/// How the terminal was, and what gives it back; everything here may be called by a signal handler.
private enum TerminalMemory {
  /// All that end a program which has not asked for them.
  static let deadlySignals = [
    SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGUSR1, SIGUSR2, SIGALRM,
    SIGVTALRM,
    SIGPROF, SIGSYS, SIGXCPU, SIGXFSZ,
  ]

  private nonisolated(unsafe) static let before = UnsafeMutablePointer<termios>.allocate(
    capacity: 1)
  private nonisolated(unsafe) static let isTaken: UnsafeMutablePointer<Bool> = {
    let memory = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
    memory.initialize(to: false)
    return memory
  }()
  private nonisolated(unsafe) static let leaving: (UnsafeMutablePointer<UInt8>, Int) = {
    let bytes = Array("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l".utf8)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    memory.initialize(from: bytes, count: bytes.count)
    return (memory, bytes.count)
  }()

  /// Notes how the terminal is.
  static func keep() -> Bool {
    before.initialize(to: termios())
    return leaving.1 > 0 && tcgetattr(STDOUT_FILENO, before) == 0
  }

  /// Whether the program is in the foreground of this terminal; always on one that no shell rules.
  static var isOurs: Bool {
    let group = tcgetpgrp(STDOUT_FILENO)
    return group == getpgrp() || group < 0
  }

  /// ^C and ^Z stay signals.
  static func take() {
    var settings = before.pointee
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // First, for a crash in between to give it back.
    isTaken.pointee = true
    tcsetattr(STDOUT_FILENO, TCSADRAIN, &settings)
    write("\u{1B}[?1049h\u{1B}[?25l")
  }

  static func giveBack() {
    guard isTaken.pointee else { return }
    isTaken.pointee = false
    _ = Foundation.write(STDOUT_FILENO, leaving.0, leaving.1)
    tcsetattr(STDOUT_FILENO, TCSANOW, before)
  }

  static let giveBackAndDie: @convention(c) (Int32) -> Void = { number in
    TerminalMemory.giveBack()
    signal(number, SIG_DFL)
    raise(number)
  }

  static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
