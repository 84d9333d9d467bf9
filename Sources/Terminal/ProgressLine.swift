import Dispatch
import Foundation
import Synchronization

/// A display of the progress of long work on standard error. A terminal gets a bar; other outputs
/// get a line every ten seconds.
///
/// The bar disappears when the work is done. Work of less than ten seconds prints no line.
package final class ProgressLine: Sendable {
  private let title: String
  private let unit: String
  private let form: Form
  private let state: Mutex<State>

  private enum Form { case none, bar, lines }

  private struct State {
    let start = DispatchTime.now().uptimeNanoseconds
    var done = 0
    var lastShown: UInt64?

    var elapsedSeconds: Double { Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9 }
  }

  package init(_ title: String, unit: String = "runs", isQuiet: Bool) {
    self.title = title
    self.unit = unit
    form = isQuiet ? .none : Console.takesCommands(STDERR_FILENO) ? .bar : .lines
    state = Mutex(State())
  }

  /// Shows the number of items that are done. Call it from any thread, in any order.
  package func report(done: Int, of total: Int) {
    guard form != .none else { return }
    state.withLock { state in
      guard done > state.done else { return }
      state.done = done
      let progress = Progress(
        done: done, total: total, unit: unit, elapsedSeconds: state.elapsedSeconds)
      switch form {
      case .bar: write("\r\(title): \(progress.bar)\u{1B}[K")
      case .lines: writeLine(progress, &state)
      case .none: break
      }
    }
  }

  package func clear() {
    guard form == .bar else { return }
    write("\r\u{1B}[K")
  }

  private func writeLine(_ progress: Progress, _ state: inout State) {
    let now = DispatchTime.now().uptimeNanoseconds
    guard now - (state.lastShown ?? state.start) >= 10_000_000_000 else { return }
    state.lastShown = now
    write("\(title): \(progress.text)\n")
  }

  private func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
