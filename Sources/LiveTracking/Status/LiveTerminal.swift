import Foundation
import Synchronization
import Terminal

/// The terminal as a display. It uses a separate screen without a cursor, and typed keys are not
/// shown.
///
/// The terminal is always restored: by `end` at a normal end, before ^Z stops the program, and by a
/// signal handler after a crash. A signal handler must not allocate memory, so the data that the
/// handler needs are in memory that was allocated before.
final class LiveTerminal: Sendable {
  private struct State {
    var isHeld = false
    var isOver = false
    var shown: [String] = []
    var onChange: @Sendable () -> Void = {}
  }

  private let state = Mutex(State())
  private let sources: Mutex<[any DispatchSourceSignal]> = Mutex([])

  /// Sets up the terminal; nil if standard output is not a terminal.
  init?() {
    guard isatty(STDOUT_FILENO) == 1, TerminalMemory.keep() else { return nil }
    // Skip signals that are already ignored: they do not end the program.
    for number in TerminalMemory.deadlySignals where !isIgnored(number) {
      signal(number, TerminalMemory.giveBackAndDie)
    }
    // A program in the background must not be stopped for reading or writing the terminal.
    for number in [SIGTTIN, SIGTTOU] { signal(number, SIG_IGN) }
    TerminalMemory.take()
    sources.withLock {
      $0 = [listen(SIGTSTP, pause), listen(SIGCONT, goOn), listen(SIGWINCH, drawAnew)]
    }
  }

  /// Sets the function that redraws the screen after the terminal's size has changed or the program
  /// has continued after ^Z.
  ///
  /// The function is called on another thread.
  func onChange(_ act: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = act }
  }

  /// Starts to read keys on a separate thread, if standard input is a terminal too.
  func readKeys(_ onKey: @escaping @Sendable (Character) -> Void) {
    guard isatty(STDIN_FILENO) == 1 else { return }
    Thread.detachNewThread { [self] in
      while !state.withLock({ $0.isOver }) {
        for key in nextKeys() { onKey(key) }
      }
    }
  }

  /// Waits for keys for at most a second, and returns the typed keys.
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

  /// Returns the keys that consist of a single byte. Arrows, accented letters and other keys of
  /// several bytes are skipped.
  static func keys(in bytes: some Sequence<UInt8>) -> [Character] {
    var keys: [Character] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      if byte == 0x1B {
        // ESC O and a letter, or ESC [, parameters and a letter; otherwise the Escape key itself.
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

  /// Draws the lines over the previous lines, if any line has changed.
  func draw(_ lines: [String]) {
    state.withLock { state in
      guard !state.isHeld, !state.isOver, lines != state.shown, TerminalMemory.isOurs else {
        return
      }
      state.shown = lines
      // The last line has no line end, since that would scroll the screen.
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

  /// Makes each of these signals restore the terminal and end the program at once.
  static func endAtOnce(on signals: [Int32]) {
    for number in signals { signal(number, TerminalMemory.giveBackAndDie) }
  }

  // MARK: Stopping and going on

  private func listen(_ number: Int32, _ act: @escaping () -> Void) -> any DispatchSourceSignal {
    // A dispatch source receives an ignored signal; an ignored SIGCONT still continues the process.
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

  /// Sets up the terminal again after the program was stopped, even by a signal that cannot be
  /// handled.
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

/// The terminal's former state and the functions that restore it. A signal handler may call these
/// functions.
private enum TerminalMemory {
  /// The signals that end a program by default and for which the terminal is restored.
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

  /// Stores the terminal's current state. Returns false if the state cannot be read.
  static func keep() -> Bool {
    before.initialize(to: termios())
    return leaving.1 > 0 && tcgetattr(STDOUT_FILENO, before) == 0
  }

  /// True if the program runs in the terminal's foreground, or if the terminal has no job control.
  static var isOurs: Bool {
    let group = tcgetpgrp(STDOUT_FILENO)
    return group == getpgrp() || group < 0
  }

  /// Sets up the terminal for the display. ^C and ^Z still send signals.
  static func take() {
    var settings = before.pointee
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Set first, so that a crash in between restores the terminal.
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
