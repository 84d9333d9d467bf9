import Evaluation
import PhoneProfiles
import SimulatedPhone

/// The changes of the phone: rules of the system with other parameter values, and other model
/// variants.
///
/// No app developer can make these changes. The report lists them since they show the reason for a
/// gap.
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

  /// Returns the ids of the parameters' sources in FACTS.md, such as "SLC-1, SLC-3".
  private func facts(behind rule: Rule) -> String {
    let names = rule.values.map(\.parameter)
    let sources = model.parameters.filter { names.contains($0.name) }.map(\.source)
    let words = sources.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "-" } }
    return words.filter { word in
      word.contains("-") && word.first?.isUppercase == true && word.last?.isNumber == true
    }.map(String.init).withoutRepeats.joined(separator: ", ")
  }

  /// A time limit that no scenario reaches, in seconds. It switches a rule off.
  private static let neverSeconds = 1e9

  private static let rules: [Rule] = [
    Rule(
      name: "memoryPressure", causes: [.appDeadMemoryPressure],
      words: "the system never ended apps to free memory",
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
      causes: Set<GapCause>.notDelivered.and(.appDead).subtracting([.nothingAsked]),
      words: "significant changes came every 100 m, at once",
      values: [
        ("significant.distanceMetersMin", 100), ("significant.intervalSecondsMin", 10),
        ("significant.medianMeters", 100), ("significant.sigma", 0.01),
      ]),
    Rule(
      name: "regions",
      causes: [.pausedAutomatically, .belowServiceResolution, .suspended, .appDeadMemoryPressure],
      words: "fences were as small as requested and reported at once",
      values: [
        ("region.radiusMetersMin", 1), ("region.cushionMeters", 1), ("region.dwellSeconds", 0.1),
        ("region.latencyMeanSeconds", 0.1), ("region.missedExitProbability", 0),
      ]),
    Rule(
      name: "refreshTasks", causes: [.belowServiceResolution, .stale, .appDeadMemoryPressure],
      words: "refresh tasks ran whenever the app may request them",
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
      words: "positions from Wi-Fi and cells were accurate",
      values: [
        ("wifi.errorShare", 0.1), ("wifi.strayShare", 0), ("wifi.strayShareOnTrains", 0),
        ("cell.accuracyMeters", 30), ("cell.errorShare", 0.5),
      ]),
    Rule(
      name: "backgroundTasks", causes: [.appDeadBackgroundTaskOverrun],
      words: "background tasks had no time limit",
      values: [("app.backgroundTaskSeconds", neverSeconds)]),
    Rule(
      name: "watchdog", causes: [.appDeadWatchdog],
      words: "the watchdog did not end hanging apps",
      values: [("app.hangSecondsMax", neverSeconds)]),
    Rule(
      name: "processorLimit", causes: [.appDeadProcessorLimit],
      words: "apps had no processor limit", values: [("app.processorShareMax", 1e6)]),
    Rule(
      name: "inactivityRestart", causes: [.appDeadInactivityRestart],
      words: "unused phones did not restart", values: [("restart.inactivitySeconds", neverSeconds)]),
    Rule(
      name: "lowPowerOffer", causes: [.stalled],
      words: "the user never accepted Low Power Mode", values: [("lowPower.acceptProbability", 0)]),
  ]

  // MARK: Model variants

  /// The model variants with which trackers miss less time, one for each disputed property of the
  /// phone. Such a variant is tried unless the phone already uses it.
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
          "moves launched apps before the first unlock", restarts
        ),
        ("regionsAfterReboot", "watched", "fences survived restarts", restarts),
        ("afterLowPowerMode", "recovers", "reports resumed after Low Power Mode", [.stalled]),
        (
          "missedVisit", "that-stay", "a missed visit did not suppress later ones",
          [.stalled, .belowServiceResolution]
        ),
        (
          "suspendedUpdates", "queued", "positions missed in suspension were delivered afterwards",
          [.suspended, .stale]
        ),
        (
          "significantChangesAtRest", "quarter-hour",
          "significant changes came every 15 min at rest",
          Set<GapCause>.notDelivered.and(.appDead)
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
