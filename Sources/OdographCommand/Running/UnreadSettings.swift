import Scenarios
import Simulation
import Terminal
import Text

extension [TrackerChoice] {
  /// Warns on standard error of settings that no behavior of their preset reads, each once.
  func warnOfUnreadSettings(isQuiet: Bool) throws(InputError) {
    guard !isQuiet else { return }
    var warnings: [String] = []
    for choice in self { warnings += choice.unreadWarnings(try choice.readPreset()) }
    for warning in warnings.withoutRepeats { Console.remark("odograph: warning: " + warning) }
  }
}
