import LivePhone
import Terminal
import Timekeeping

/// A display that shows the tracker's status. It is used on the loop's thread.
protocol LiveDisplay: AnyObject {
  /// Shows a status of the tracker.
  ///
  /// - Parameter uptime: The machine's uptime, which does not change when the wall clock is set.
  func show(_ status: LiveStatus, at uptime: TimeSpan)
  /// True if the display can still be read. It is false if the pipe's reader has closed the pipe.
  var isSeen: Bool { get }
  func end()
}

/// A display that prints the status as lines on standard output.
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

  var isSeen: Bool { !Console.hasNoReader }
  func end() {}
}

/// A display that shows the status on the terminal's screen and reads keys.
final class ScreenDisplay: LiveDisplay {
  private static let noticeSpan = TimeSpan.seconds(8 as Int64)

  private let terminal: LiveTerminal
  typealias Perform = (LiveControl, _ reply: @escaping (LiveAnswer) -> Void) -> Void

  private let perform: Perform
  private var dialog = KeyDialog()
  private var status: LiveStatus?
  private var uptime = TimeSpan.zero
  /// The answer to the last key. It is shown for some seconds.
  private var notice: (text: String, until: TimeSpan)?

  /// Creates the display; nil if standard output is not a terminal.
  init?(on loop: LiveLoop, perform: @escaping Perform) {
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

  /// True as long as the program runs. If the user closes the terminal, a signal ends the program.
  let isSeen = true
  func end() { terminal.end() }

  private func press(_ key: Character) {
    guard let status else { return }
    notice = nil
    if case .control(let control) = dialog.press(key, on: status) {
      perform(control) { [weak self] answer in
        guard let self else { return }
        notice = (answer.text, uptime + Self.noticeSpan)
        draw()
      }
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
