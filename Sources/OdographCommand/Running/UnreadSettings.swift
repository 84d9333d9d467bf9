import Scenarios
import Simulation
import Terminal
import Text

extension [TrackerChoice] {
  /// Warns on standard error of each setting that no behavior of its preset reads. Each setting is
  /// mentioned once.
  func warnOfUnreadSettings(isQuiet: Bool) throws(InputError) {
    guard !isQuiet else { return }
    var warnings: [String] = []
    for choice in self { warnings += choice.unreadWarnings(try choice.readPreset()) }
    for warning in warnings.withoutRepeats { Console.remark("odograph: warning: " + warning) }
  }
}
