import Evaluation
import SimulatedPhone

/// What of the phone could have been otherwise: rules of the system by their parameters, and contradicting
/// accounts of them. They say whose doing a gap is; nobody can buy them.
struct RuleChanges {
  let model: PhoneModel

  var all: [CandidateChange] { Self.rules.map(change) + accounts }

  // MARK: Parameters

  private struct Rule: Sendable {
    var name: String
    var causes: Set<GapCause>
    var words: String
    var values: [(parameter: String, value: Double)]

  }

  private func change(_ rule: Rule) -> CandidateChange {
    CandidateChange(
      "rule.\(rule.name)", .rule, rule.causes, facts: facts(behind: rule), rule.words
    ) { setup in
      for (parameter, value) in rule.values { setup.fix(parameter, at: value) }
    }
  }

  /// Ids of the facts that the parameters rest on, "SLC-1, SLC-3".
  private func facts(behind rule: Rule) -> String {
    let names = rule.values.map(\.parameter)
    let sources = model.parameters.filter { names.contains($0.name) }.map(\.source)
    let words = sources.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "-" } }
    return words.filter { word in
      word.contains("-") && word.first?.isUppercase == true && word.last?.isNumber == true
    }.map(String.init).withoutRepeats.joined(separator: ", ")
  }

  /// Longer than any scenario.
  private static let neverSeconds = 1e9

  private static let rules: [Rule] = [
    Rule(
      name: "memoryPressure", causes: [.appDeadMemoryPressure],
      words: "the system never ended apps for their memory",
      values: [
        ("app.memoryKillMeanSeconds", 1e12), ("app.memoryKillMeanSecondsInUse", 1e12),
      ]),
    Rule(
      name: "suspension", causes: [.suspended, .appDeadMemoryPressure, .stale],
      words: "the system never suspended apps",
      values: [
        ("app.backgroundGraceSeconds", neverSeconds),
        ("session.lowGradeSuspensionSeconds", neverSeconds),
        ("app.wakeWindowSeconds", neverSeconds), ("app.whenInUseGraceSeconds", neverSeconds),
      ]),
    Rule(
      name: "automaticPause", causes: [.pausedAutomatically, .stale],
      words: "the system never paused updates",
      values: [
        ("pause.secondsMin", neverSeconds), ("pause.secondsMax", neverSeconds),
        ("session.liveStationarySeconds", neverSeconds),
      ]),
    Rule(
      name: "significantChanges",
      causes: Set<GapCause>.unheard.and(.appDead).subtracting([.nothingAsked]),
      words: "significant changes came every 100 m, at once",
      values: [
        ("significant.distanceMetersMin", 100), ("significant.intervalSecondsMin", 10),
        ("significant.medianMeters", 100), ("significant.sigma", 0.01),
      ]),
    Rule(
      name: "regions",
      causes: [.pausedAutomatically, .belowServiceResolution, .suspended, .appDeadMemoryPressure],
      words: "fences were as small as asked for and told at once",
      values: [
        ("region.radiusMetersMin", 1), ("region.cushionMeters", 1), ("region.dwellSeconds", 0.1),
        ("region.latencyMeanSeconds", 0.1), ("region.missedExitProbability", 0),
      ]),
    Rule(
      name: "refreshTasks", causes: [.belowServiceResolution, .stale, .appDeadMemoryPressure],
      words: "refresh tasks ran whenever the app may ask",
      values: [
        ("refresh.perDay", 200), ("refresh.perDayInWeeklyUse", 200),
        ("refresh.intervalSecondsMin", 60),
      ]),
    Rule(
      name: "satelliteStart", causes: [.acquiring],
      words: "satellites were found within a second",
      values: [
        ("gnss.hotStartSeconds", 1), ("gnss.warmStartSeconds", 1), ("gnss.coldStartSeconds", 1),
        ("gnss.coldUnassistedSeconds", 1), ("gnss.hardSkyShare", 0),
      ]),
    Rule(
      name: "fixesAtRest", causes: [.heldByOperatingSystem, .stale, .recordedTooInaccurate],
      words: "positions came at rest as often as on the move",
      values: [
        ("standard.stillFixSecondsWithSky", 1), ("standard.stillFixSecondsIndoors", 1),
        ("network.fixIntervalSeconds", 1), ("network.fixStillIntervalSeconds", 1),
        ("network.coarseFixIntervalSeconds", 1),
      ]),
    Rule(
      name: "networkPositions", causes: [.recordedTooInaccurate, .stale, .noSignal],
      words: "positions by Wi-Fi and cell were right",
      values: [
        ("wifi.errorShare", 0.1), ("wifi.strayShare", 0), ("wifi.strayShareOnTrains", 0),
        ("cell.accuracyMeters", 30), ("cell.errorShare", 0.5),
      ]),
    Rule(
      name: "backgroundTasks", causes: [.appDeadBackgroundTaskOverrun],
      words: "background tasks could take as long as they like",
      values: [("app.backgroundTaskSeconds", neverSeconds)]),
    Rule(
      name: "watchdog", causes: [.appDeadWatchdog],
      words: "the watchdog let hanging apps be", values: [("app.hangSecondsMax", neverSeconds)]),
    Rule(
      name: "processorLimit", causes: [.appDeadProcessorLimit],
      words: "apps might compute as much as they like", values: [("app.processorShareMax", 1e6)]),
    Rule(
      name: "inactivityRestart", causes: [.appDeadInactivityRestart],
      words: "unused phones did not restart", values: [("restart.inactivitySeconds", neverSeconds)]),
    Rule(
      name: "lowPowerOffer", causes: [.stalled],
      words: "nobody took the offer of Low Power Mode", values: [("lowPower.acceptProbability", 0)]),
  ]

  // MARK: Contradicting accounts

  /// The account under which less is missed, where the phone follows another one.
  private static let better:
    [(reading: String, account: String, words: String, causes: Set<GapCause>)] = {
      let restarts: Set<GapCause> = [
        .appDeadReboot, .appDeadSystemUpdate, .appDeadInactivityRestart, .appDeadPhoneOff,
      ]
      return [
        (
          "forceQuitRelaunch", "relaunches", "moves launched an app that was force-quit",
          [.appDeadForceQuit]
        ),
        (
          "visitsAfterForceQuit", "relaunches", "visits launched an app that was force-quit",
          [.appDeadForceQuit]
        ),
        (
          "significantChangeBeforeUnlock", "launches",
          "moves launched apps before the first unlocking", restarts
        ),
        ("regionsAfterReboot", "watched", "fences outlasted restarts", restarts),
        ("afterLowPowerMode", "recovers", "reports came again after Low Power Mode", [.stalled]),
        (
          "missedVisit", "that-stay", "one missed visit silenced no others",
          [.stalled, .belowServiceResolution]
        ),
        (
          "suspendedUpdates", "queued", "positions missed in suspension were given afterwards",
          [.suspended, .stale]
        ),
        (
          "significantChangesAtRest", "quarter-hour",
          "significant changes came each 15 min at rest",
          Set<GapCause>.unheard.and(.appDead)
        ),
      ]
    }()

  private var accounts: [CandidateChange] {
    Self.better.compactMap { reading, account, words, causes in
      guard let present = model.readings.first(where: { $0.name == reading }),
        present.choice != account
      else { return nil }
      return CandidateChange("rule.\(reading)", .rule, causes, facts: present.source, words) {
        $0.read(reading, as: account)
      }
    }
  }
}
