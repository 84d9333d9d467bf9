import Evaluation
import Experiments
import ModelParameters
import PhoneProfiles
import SimulatedPhone
import Simulation
import Text

/// The evidence behind the headline figures: the model parameters that each figure depends on, and
/// the share of a figure that depends on parameters without a source.
///
/// A parameter is *weak* if its source says "judgement", "unsourced" or "folklore". A parameter
/// that a scenario sets is the author's choice and not weak. A parameter that a calibration by logs
/// of a real phone has moved is measured and not weak. A figure consists of parts: the components
/// of the phone for the energy, the gap causes for the gaps. A part is weak if any of its
/// parameters is weak. The share of a figure that depends on weak parameters is
///
///     energy     joules of the weak components ÷ joules of all components
///     gaps       seconds of the weak gap causes ÷ seconds of all gaps
///
/// Joules are those beyond the baseline day. Components that used no more than on the baseline day
/// do not count. The share is an upper bound, because all of a weak part's energy or time counts,
/// even if the parameter has little influence. The actual influence appears in runs with several
/// seeds, because each seed draws the uncertain parameters anew.
struct ParameterEvidence {
  /// A component of the phone or a gap cause, which contributes to a figure.
  struct Part: Sendable {
    /// The name of the component or the cause, as in the report.
    var name: String
    var words: String
    var parameters: [Parameters]
  }

  /// A list of parameters by name. A name that ends in a dot stands for all parameters whose names
  /// begin with it.
  struct Parameters: Sendable {
    var names: [String]
    /// The services that make these parameters matter, such as standard updates; empty if the
    /// parameters always matter. They matter if one of the services used energy in the run.
    var usedFor: [String] = []
  }

  struct Row: Encodable {
    var name: String
    var weak: String
    var strong: String
  }

  static let introduction = """
    The model was compared with published measurements of real phones: \
    Docs/Validation.md lists each measurement, the model's figure, and where the model misses \
    ("odograph validation"). No current iPhone is among them. \
    Every parameter of the phone's model names its source, or says that it has none. The table \
    shows the share of each figure that depends on a parameter without a source. For battery, \
    that is the energy of the parts of the phone with such a parameter. For the time in which the \
    place was not known, and so for all coverage, it is the time whose cause has such a parameter. \
    The share is an upper bound and not an error bar: several seeds show how far the figures move \
    when the parameters are drawn anew from their ranges.
    """

  static let energy: [Part] = [
    part(
      "processor",
      Parameters(names: [
        "processor.awakeIdleWatts", "processor.coreWatts", "processor.wakeJoules",
        "app.wakeWindowSeconds", "app.backgroundGraceSeconds",
      ]),
      Parameters(
        names: [
          "processor.awakeShareFine", "processor.awakeShareHundredMeters",
          "processor.awakeShareCoarse", "processor.hostJoulesPerFixComputed",
          "processor.hostJoulesPerFixDelivered",
        ], usedFor: ["standardUpdates", "locationRequest"]),
      Parameters(
        names: ["processor.networkFixHostJoules"],
        usedFor: [
          "standardUpdates", "locationRequest", "significantChanges", "regions", "visits",
        ])),
    part(
      "gnss",
      Parameters(names: [
        "gnss.acquiringWatts", "gnss.trackingGoodWatts", "gnss.weakSignalFactor",
        "gnss.dualFrequencyFactorIndoors", "gnss.dualFrequencyFactorOutdoors", "gnss.tailSeconds",
        "gnss.stillShare", "gnss.coldStartSeconds", "gnss.warmStartSeconds",
        "gnss.hotStartSeconds", "gnss.giveUpSeconds",
      ])),
    part(
      "networkPositioning",
      Parameters(names: ["wifi.scanJoules", "network.cacheMissShare"]),
      Parameters(
        names: [
          "network.fixIntervalSeconds", "network.fixStillIntervalSeconds",
          "network.coarseFixIntervalSeconds",
        ], usedFor: ["standardUpdates"])),
    part("modem", Parameters(names: ["modem."])),
    part(
      "wifi",
      Parameters(names: [
        "wifi.activeWatts", "wifi.associationJoules", "wifi.bitsPerSecond", "wifi.burstSecondsMin",
        "wifi.tailSeconds",
      ])),
    part("screen", Parameters(names: ["screen."])),
    part("motion", Parameters(names: ["motion.coprocessorWatts", "motion.sentinelShare"])),
    part("base", Parameters(names: ["base."])),
  ]

  private static func part(_ component: String, _ parameters: Parameters...) -> Part {
    Part(name: component, words: componentWords(component), parameters: parameters)
  }

  static func gaps(_ cause: GapCause) -> [Parameters] {
    func names(_ names: String...) -> [Parameters] { [Parameters(names: names)] }
    switch cause {
    case .appDeadMemoryPressure:
      return names("app.memoryKillMeanSeconds", "app.memoryKillMeanSecondsInUse")
    case .appDeadForceQuit: return names("forceQuit.relaunchProbability")
    case .appDeadWatchdog: return names("app.hangSecondsMax")
    case .appDeadProcessorLimit:
      return names("app.processorShareMax", "app.processorWindowSeconds")
    case .appDeadBackgroundTaskOverrun: return names("app.backgroundTaskSeconds")
    case .appDeadReboot: return names("restart.byHandUnlockSeconds")
    case .appDeadSystemUpdate: return names("restart.updateHourMin", "restart.updateHourMax")
    case .appDeadInactivityRestart: return names("restart.inactivitySeconds")
    case .phoneOff, .appDeadPhoneOff:
      return names("battery.healthShare", "battery.restartShare", "battery.designJoules")
    case .pausedAutomatically: return names("pause.")
    case .suspended:
      return names("app.backgroundGraceSeconds", "app.wakeWindowSeconds", "session.")
    case .stalled: return names("lowPower.stallProbability")
    case .belowServiceResolution: return services
    case .acquiring:
      return names(
        "gnss.coldStartSeconds", "gnss.warmStartSeconds", "gnss.hotStartSeconds",
        "gnss.hardSkySeconds", "gnss.hardSkyShare", "gnss.giveUpSeconds")
    case .recordedTooInaccurate:
      return names(
        "wifi.errorShare", "wifi.strayShare", "cell.accuracyMeters", "cell.errorShare",
        "gnss.openAccuracyMeters", "gnss.urbanAccuracyMeters", "gnss.errorTimeSeconds")
    case .stale:
      return names(
        "network.fixIntervalSeconds", "network.fixStillIntervalSeconds",
        "standard.stillFixSecondsIndoors", "standard.stillFixSecondsWithSky")
    case .notYetSent: return names("network.serverSeconds", "network.transferFailuresPerSecond")
    // Caused by the scenario, the person or the app's own settings.
    case .phoneNotWithPerson, .notPermitted, .appDeadCrash, .appDeadAppUpdate, .nothingAsked,
      .noSignal, .heldByOperatingSystem, .heldByEngine, .lost, .unexplained:
      return []
    }
  }

  /// The parameters of iOS's services for large moves, regions and visits, and of iOS's background
  /// app refresh.
  private static let services: [Parameters] = [
    Parameters(names: ["significant."], usedFor: ["significantChanges"]),
    Parameters(names: ["region."], usedFor: ["regions"]),
    Parameters(names: ["visit."], usedFor: ["visits"]),
    Parameters(names: ["refresh."], usedFor: ["backgroundTask"]),
  ]

  // MARK: - One run

  let run: RunResult
  private let used: Set<String>
  private let parameterByName: [String: ModelParameter]

  init(of run: RunResult) {
    self.run = run
    used = Set(run.energy.byCause.filter { $0.joules > 0 }.map(\.name))
    parameterByName = Dictionary(run.model.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The share of the additional energy that depends on weak parameters. Nil if no component used
  /// more energy than on the baseline day.
  var weakEnergyShare: Double? {
    let marginal = run.energy.byComponent.filter { $0.marginalJoules > 0 }
    let all = marginal.reduce(0) { $0 + $1.marginalJoules }
    guard all > 0 else { return nil }
    let weak = marginal.filter { component in
      ParameterEvidence.energy.first { $0.name == component.name }.map { isWeak($0.parameters) }
        ?? false
    }
    return weak.reduce(0) { $0 + $1.marginalJoules } / all
  }

  /// The share of the uncovered time that depends on weak parameters; nil if all time was covered.
  var weakGapShare: Double? {
    let causes = run.gapCauses.recorded
    let all = causes.reduce(0) { $0 + $1.seconds }
    guard all > 0 else { return nil }
    return causes.filter { isWeak(ParameterEvidence.gaps($0.cause)) }.reduce(0) { $0 + $1.seconds }
      / all
  }

  /// Returns the parts of this run's figures, each with the parameters that it depends on.
  ///
  /// - Parameter known: the names of rows that are not needed.
  func rows(except known: Set<String>) -> [Row] {
    let components = run.energy.byComponent.filter { $0.marginalJoules > 0 }.map(\.name)
    let energy = ParameterEvidence.energy.filter { components.contains($0.name) }
      .map { (name: $0.words, parameters: $0.parameters) }
    let gaps = run.gapCauses.recorded.filter { $0.seconds > 0 }
      .map { (name: "gaps: \($0.cause.words)", parameters: ParameterEvidence.gaps($0.cause)) }
    return (energy + gaps).filter { !known.contains($0.name) }.map { row($0.name, $0.parameters) }
  }

  private func row(_ name: String, _ parameters: [Parameters]) -> Row {
    let all = self.parameters(parameters)
    func list(_ some: [ModelParameter]) -> String {
      some.isEmpty ? FigureText.none : some.map(\.name).joined(separator: ", ")
    }
    return Row(
      name: name, weak: list(all.filter(\.isWeak)), strong: list(all.filter { !$0.isWeak }))
  }

  private func isWeak(_ groups: [Parameters]) -> Bool {
    names(groups).contains { name in
      name.hasSuffix(".")
        ? run.model.contains { $0.name.hasPrefix(name) && $0.isWeak }
        : parameterByName[name]?.isWeak == true
    }
  }

  private func parameters(_ groups: [Parameters]) -> [ModelParameter] {
    let names = names(groups)
    let exact = Set(names)
    let prefixes = names.filter { $0.hasSuffix(".") }
    return run.model.filter { parameter in
      exact.contains(parameter.name) || prefixes.contains { parameter.name.hasPrefix($0) }
    }
  }

  private func names(_ groups: [Parameters]) -> [String] {
    groups.filter { $0.usedFor.isEmpty || !used.isDisjoint(with: $0.usedFor) }.flatMap(\.names)
  }
}

extension ModelParameter {
  /// True if no source gives the parameter's value, neither the scenario nor the phone's profile
  /// gives it, and logs of a real phone did not settle it.
  var isWeak: Bool {
    !isFixed && calibration != .moved && calibration != .given
      && ["judgement", "unsourced", "folklore"].contains { source.containsBytes(of: $0) }
  }
}
