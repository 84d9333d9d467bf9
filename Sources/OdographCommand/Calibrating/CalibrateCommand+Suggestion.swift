import CommandOptions
import Experiments
import Reporting
import Scenarios
import Simulation
import Terminal
import Text

extension CalibrateCommand {
  /// Prints the nights that would settle most of the difference between two presets.
  func printSuggestion(of presets: String) throws {
    let trackers = try trackers(presets)
    var suggestion = SuggestedNights(day: try day(), trackers: trackers)
    suggestion.seed = seed ?? 1
    suggestion.draws = draws
    suggestion.jobs = cores.jobs
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    let flag = interruption.flag
    let progress = ProgressLine("Comparing nights", unit: "runs", isQuiet: quiet)
    suggestion.isCancelled = { flag.isUp }
    suggestion.onProgress = { progress.report(done: $0, of: $1) }
    let result = try suggestion.run()
    progress.clear()
    guard let result else { throw AlreadyReported.interrupted("nothing is printed") }
    Console.write(TerminalSuggestion(result, trackers: suggestion.trackers.map(\.name)).text)
  }

  private func day() throws(InputError) -> Scenario {
    try phone.refuseRecording(beside: "--suggest")
    guard logs.count == 1 else {
      throw InputError(
        .commandLine, "--suggest is given with \(logs.count) files", accepted: "one scenario")
    }
    var day = try ScenarioReader(vocabulary: .simulatedPhone).read(path: logs[0])
    if phone.phone != nil || phone.system != nil || phone.batteryHealth != nil {
      day.phone = try phone.setup()
    }
    return day
  }

  private func trackers(_ presets: String) throws(InputError) -> [TrackerChoice] {
    let names = NameList.names(in: [presets])
    guard names.count == 2, names[0] != names[1] else {
      throw InputError(
        .commandLine, "--suggest is \(quoted(presets))",
        accepted: "two presets, such as adaptive,always")
    }
    var trackers: [TrackerChoice] = []
    for name in names {
      _ = try PresetLibrary.preset(name)
      trackers.append(TrackerChoice(preset: name))
    }
    return trackers
  }
}
