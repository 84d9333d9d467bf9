import LivePhone
import Terminal
import Timekeeping

/// A display of statuses, used on the loop's thread.
protocol LiveDisplay: AnyObject {
  /// Shows a status.
  ///
  /// - Parameter uptime: The time of a clock that cannot be set.
  func show(_ status: LiveStatus, at uptime: TimeSpan)
  /// True while the display still has a reader.
  var isSeen: Bool { get }
  func end()
}

/// A display as lines on standard output.
final class LineDisplay: LiveDisplay {
  private var lines: StatusLines
  private var hasComplained = false

  init(interval: TimeSpan) { lines = StatusLines(interval: interval) }

  func show(_ status: LiveStatus, at uptime: TimeSpan) {
    guard let line = lines.line(for: status, at: uptime) else { return }
    Console.write(line + "\n")
    guard !hasComplained, let reason = Console.failure else { return }
    hasComplained = true
    Console.remark("odograph: standard output: \(reason); tracking continues")
  }

  var isSeen: Bool { !Console.isUnheard }
  func end() {}
}

/// A display on the terminal's screen, with keys.
final class ScreenDisplay: LiveDisplay {
  private static let noticeSpan = TimeSpan.seconds(8 as Int64)

  private let terminal: LiveTerminal
  private let perform: (LiveControl) -> LiveAnswer
  private var dialog = KeyDialog()
  private var status: LiveStatus?
  private var uptime = TimeSpan.zero
  /// The answer to the last key, shown for some seconds.
  private var notice: (text: String, until: TimeSpan)?

  /// Creates the display; nil if standard output is not a terminal.
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

  /// Always true: a terminal that is closed sends a signal.
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
