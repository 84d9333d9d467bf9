import Evaluation
import Experiments
import SimulatedPhone
import Simulation
import Text
import Timekeeping

/// The sentences on a tracker that all forms of a report share.
extension TrackerResults {
  /// A sentence on the app's launches, suspensions and ends, such as "Launched 3 times, suspended
  /// twice; ended by force quit once."
  var life: String {
    let launches = mean { Double($0.lifecycle.launches) }
    let suspensions = mean { Double($0.lifecycle.suspensions) }
    var text = "Launched \(FigureText.times(launches))"
    if suspensions > 0 { text += ", suspended \(FigureText.times(suspensions))" }
    let deaths = AppDeath.allCases.compactMap { cause -> String? in
      let count = mean { Double($0.lifecycle.deaths[cause] ?? 0) }
      return count > 0 ? "\(deathWords(cause.rawValue)) \(FigureText.times(count))" : nil
    }
    if !deaths.isEmpty { text += "; ended by " + deaths.joined(separator: ", ") }
    let queued = mean { Double($0.lifecycle.queuedAtEnd) }
    if queued > 0 {
      text += "; \(FigureText.counted(Int(queued.rounded()), "record")) still to send at the end"
    }
    let off = mean { $0.energy.secondsOff }
    if off > 0 { text += "; phone off for \(FigureText.duration(off))" }
    return text + "."
  }

  /// A sentence on the share of the tracker's energy that the screen uses; nil if the share is a
  /// quarter or less.
  ///
  /// The screen is on because the scenario's person opens the app. With any other tracker, this
  /// energy would be the same.
  var openings: String? {
    let screen = mean { run in
      run.energy.byComponent.first { $0.name == "screen" }?.marginalJoules ?? 0
    }
    let total = mean { $0.energy.marginalJoules }
    guard total > 0, screen > 0.25 * total else { return nil }
    return
      "\(FigureText.percent(min(screen / total, 1))) % of its energy is the screen while the app is "
      + "open, because the scenario opens it."
  }
}

/// Returns a note that explains figures over several seeds; nil for one seed.
func seedsNote(_ trackers: [TrackerResults]) -> String? {
  let seeds = trackers.first?.runs.map(\.seed) ?? []
  guard let first = seeds.first, let last = seeds.last, seeds.count > 1 else { return nil }
  return "Seeds \(first) to \(last): the mean, and below it the lowest and the highest"
}

/// Returns warnings that readers of the tracker's figures need.
func cautions(_ report: Report, _ trackers: [TrackerResults]) -> [String] {
  var lines: [String] = []
  for tracker in trackers {
    if tracker.mean({ $0.coverage.judgedShare ?? 1 }) < 0.8 {
      let share = FigureText.percent(tracker.mean { $0.coverage.judgedShare })
      lines.append(
        "Only \(share) % of the time of \(tracker.name) could be judged: for the rest the "
          + "person's true position is not known. The judged hours may be the easier ones.")
    }
    let unexplained = tracker.mean { run in
      run.gapCauses.recorded.first { $0.cause == .unexplained }?.seconds ?? 0
    }
    if unexplained > 0 {
      lines.append(
        "\(FigureText.duration(unexplained)) of \(tracker.name)'s gaps have no known cause. This "
          + "is a defect of the simulation.")
    }
  }
  // Battery per day, extrapolated from a few hours, is not reliable.
  let seconds = trackers.first?.mean { $0.energy.comparedSeconds } ?? 0
  if seconds > 0, seconds < 4 * 3600 {
    lines.append(
      "Battery per day is extrapolated from \(FigureText.duration(seconds)).")
  }
  return lines
}

extension Provenance {
  /// Returns a sentence on the origin of the results, for the end of a page.
  func sentence(hashOf scenarios: String) -> String {
    "Odograph \(odograph), \(toolchain), \(platform), time zones \(timeZoneData); "
      + "\(scenarios) \(scenarioHash), model \(profileHash); \(options.joined(separator: ", "))."
  }
}
