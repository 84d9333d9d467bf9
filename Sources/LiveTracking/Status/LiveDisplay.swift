import LivePhone
import Terminal
import Timekeeping

/// Shows one status after the other, on the loop's thread.
protocol LiveDisplay: AnyObject {
  /// - Parameter uptime: the time, by a clock that nobody sets.
  func show(_ status: LiveStatus, at uptime: TimeSpan)
  /// Whether anybody can see it still.
  var isSeen: Bool { get }
  func end()
}

/// Lines on standard output.
final class LineDisplay: LiveDisplay {
  private var lines: StatusLines
  private var hasComplained = false

  init(interval: TimeSpan) { lines = StatusLines(interval: interval) }

  func show(_ status: LiveStatus, at uptime: TimeSpan) {
    guard let line = lines.line(for: status, at: uptime) else { return }
    Console.write(line + "\n")
    guard !hasComplained, let reason = Console.failure else { return }
    hasComplained = true
    Console.remark("odograph: standard output: \(reason); tracking goes on")
  }

  var isSeen: Bool { !Console.isUnheard }
  func end() {}
}

/// A screen of the terminal, and its keys.
final class ScreenDisplay: LiveDisplay {
  private static let noticeSpan = TimeSpan.seconds(8 as Int64)

  private let terminal: LiveTerminal
  private let perform: (LiveControl) -> LiveAnswer
  private var dialog = KeyDialog()
  private var status: LiveStatus?
  private var uptime = TimeSpan.zero
  /// What became of the last key, for a while.
  private var notice: (text: String, until: TimeSpan)?

  /// Nil where standard output is no terminal.
  init?(on loop: LiveLoop, perform: @escaping (LiveControl) -> LiveAnswer) {
    guard let terminal = LiveTerminal() else { return nil }
    self.terminal = terminal
    self.perform = perform
    let keys = loop.listen { [weak self] (key: Character) in self?.press(key) }
    terminal.readKeys { keys.put($0) }
    let changes = loop.listen { [weak self] (_: Void) in self?.draw() }
    terminal.onChange { changes.put(()) }
  }

  func show(_ status: LiveStatus, at uptime: TimeSpan) {
    self.status = status
    self.uptime = uptime
    draw()
  }

  /// A terminal that is gone says so by a signal.
  let isSeen = true
  func end() { terminal.end() }

  private func press(_ key: Character) {
    guard let status else { return }
    notice = nil
    if case .control(let control) = dialog.press(key, on: status) {
      notice = (perform(control).text, uptime + Self.noticeSpan)
    }
    draw()
  }

  private func draw() {
    guard let status else { return }
    let size = terminal.size
    if let notice, uptime > notice.until { self.notice = nil }
    let footer = [notice?.text].compactMap { $0 } + dialog.footer(for: status)
    let screen = StatusScreen(
      columns: size.columns, rows: size.rows, isColored: Console.isColored, footer: footer)
    terminal.draw(screen.lines(of: status))
  }
}
