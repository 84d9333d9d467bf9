import Evaluation
import Experiments
import Scenarios
import Simulation
import Text

/// A check or an update of baselines. All of its input is read and checked before it starts.
struct PlannedCheck {
  let scenarios: [CheckedScenario]
  let options: CheckOptions
  /// The user's own apps of `--app`.
  let apps: [TrackerChoice]

  /// Reads and checks the input.
  ///
  /// - Throws: `InputError` if the scenarios, baselines, trackers or options have a mistake that
  ///   can be found without a run.
  init(_ named: [String], _ options: CheckOptions) throws(InputError) {
    self.options = options
    apps = try options.apps.choices()
    scenarios = try CheckedScenarios(
      folder: options.baselines, isUpdate: options.update, apps: options.apps
    )
    .read(named)
    for name in options.measureNames { try PlannedComparison.refuseUnjudged(name, "--measure") }
  }

  // MARK: Checking

  func plan() throws(InputError) -> CheckPlan {
    var names: [[String]] = []
    for scenario in scenarios { names.append(try checkedNames(in: scenario)) }
    try refuseUnknown(among: names)
    var entries: [CheckPlan.Entry] = []
    var origins: [String] = []
    for (scenario, names) in zip(scenarios, names) {
      let plain = try choices(names, [], in: scenario)
      guard !plain.isEmpty else { continue }
      let own = options.shared.set.filter { text in
        plain.contains { text.hasPrefix($0.name + ".") }
          || plain.count == 1 && SettingOverride.namesNoTracker(text)
      }
      for choice in plain where !origins.contains(choice.name) { origins.append(choice.name) }
      entries.append(
        CheckPlan.Entry(
          scenario: scenario.scenario, path: scenario.path, baseline: scenario.baseline,
          choices: try choices(names, own, in: scenario)))
    }
    let apps = Dictionary(
      entries.flatMap(\.choices).compactMap { choice in choice.app.map { (choice.origin, $0) } },
      uniquingKeysWith: { first, _ in first })
    for text in options.shared.set {
      _ = try SettingOverride.parse(text, trackers: origins, apps: apps)
    }
    guard !entries.isEmpty else {
      throw InputError(.commandLine, "there is nothing to check")
    }
    let seeds = options.seeds ?? CheckOptions.usualSeeds
    return CheckPlan(
      entries: entries, seeds: (0..<UInt64(seeds)).map { options.shared.firstSeed + $0 })
  }

  /// Returns the trackers that occur in the scenario's expectations or in its baseline. Each name
  /// has the form that `TrackerSelection` accepts.
  private func checkedNames(in checked: CheckedScenario) throws(InputError) -> [String] {
    let expected = checked.scenario.expectations.map(\.tracker)
    var names: [String] = []
    for name in expected where !names.contains(name) { names.append(name) }
    for tracker in checked.baseline?.trackers ?? [] where !expected.contains(tracker.name) {
      guard let name = selectable(tracker, in: checked.scenario) else {
        throw InputError(
          SourceLocation(file: checked.baselinePath),
          "no preset or tracker is called '\(tracker.name)' any more", word: tracker.name,
          oneOf: checked.scenario.trackers.map(\.name) + PresetLibrary.names)
      }
      names.append(name)
    }
    return names
  }

  /// Returns the names of the trackers of a scenario's own that are passed over, since neither its
  /// baseline nor its expectations name them.
  func uncheckedTrackers(of checked: CheckedScenario) -> [String] {
    guard let baseline = checked.baseline, options.presetNames.isEmpty else { return [] }
    let known = baseline.trackers.map(\.name) + checked.scenario.expectations.map(\.tracker)
    return Self.ownTrackers(of: checked.scenario).filter { !known.contains($0) }
  }

  /// Returns the names of a scenario's trackers that are more than a preset.
  private static func ownTrackers(of scenario: Scenario) -> [String] {
    scenario.trackers.map(\.name).filter { !PresetLibrary.names.contains($0) }
  }

  /// Returns the name that selects a tracker of the baseline; nil if the tracker no longer exists.
  private func selectable(_ tracker: Baseline.Tracker, in scenario: Scenario) -> String? {
    if apps.contains(where: { $0.name == tracker.name }) { return tracker.name }
    if scenario.trackers.contains(where: { $0.name == tracker.name }) { return tracker.name }
    if PresetLibrary.isPath(tracker.preset) { return tracker.preset }
    return PresetLibrary.names.contains(tracker.name) ? tracker.name : nil
  }

  /// Returns the trackers to check.
  ///
  /// The function sets up each tracker for the first seed, but does not run it. A mistake in a
  /// preset or setting is thus found before the check starts.
  private func choices(
    _ names: [String], _ overrides: [String], in checked: CheckedScenario
  ) throws(InputError) -> [TrackerChoice] {
    let named = options.presetNames
    let wanted =
      options.update || named.isEmpty
      ? names
      : names.filter { name in named.contains { isTracker(name, namedBy: $0, in: checked) } }
    guard !wanted.isEmpty else { return [] }
    try refuseForbiddenApps(of: checked, among: wanted)
    let choices = try TrackerSelection(
      presets: wanted, overrides: overrides, apps: apps.filter { wanted.contains($0.name) }
    ).comparable(in: checked.scenario)
    let day = try SimulatedDay(scenario: checked.scenario, seed: options.shared.firstSeed)
    for choice in choices { _ = try day.provision(choice) }
    return choices
  }

  /// Refuses the apps that only a baseline names: people share baselines too.
  private func refuseForbiddenApps(
    of checked: CheckedScenario, among wanted: [String]
  ) throws(InputError) {
    for tracker in checked.baseline?.trackers ?? []
    where wanted.contains(tracker.preset)
      && !options.presetNames.contains(where: { PresetLibrary.isSame($0, tracker.preset) })
    {
      try TrackerChoice(
        preset: tracker.preset, location: SourceLocation(file: checked.baselinePath)
      ).refuseForbiddenApp()
    }
  }

  /// Returns true if a name or path of `--preset` means the tracker that `tracker` selects.
  private func isTracker(
    _ tracker: String, namedBy name: String, in checked: CheckedScenario
  ) -> Bool {
    let own = checked.scenario.trackers.first { $0.name == tracker }
    return name == tracker || name == shownName(of: tracker, in: checked)
      || PresetLibrary.isPath(name) && PresetLibrary.isSame(name, own?.preset ?? tracker)
  }

  /// Returns the name under which results show a tracker that may be selected by its file's path.
  private func shownName(of tracker: String, in checked: CheckedScenario) -> String {
    checked.baseline?.trackers.first { $0.preset == tracker }?.name
      ?? PresetLibrary.name(of: tracker)
  }

  private func refuseUnknown(among known: [[String]]) throws(InputError) {
    for name in options.presetNames {
      let isKnown = zip(scenarios, known).contains { checked, trackers in
        trackers.contains { isTracker($0, namedBy: name, in: checked) }
      }
      guard !isKnown else { continue }
      throw InputError(
        .commandLine, "--preset: no tracker that is checked is called '\(name)'", word: name,
        oneOf: zip(scenarios, known).flatMap { checked, trackers in
          trackers.map { shownName(of: $0, in: checked) }
        }.withoutRepeats)
    }
  }

  // MARK: Updating

  func baselinePlan() throws(InputError) -> BaselinePlan {
    var entries: [BaselinePlan.Entry] = []
    for checked in scenarios {
      let earlier = checked.baseline
      let names = baselineNames(for: checked)
      entries.append(
        BaselinePlan.Entry(
          scenario: checked.scenario, path: checked.path,
          choices: try choices(names, [], in: checked), earlier: earlier,
          firstSeed: options.shared.seed ?? earlier?.firstSeed ?? 1,
          seedCount: options.seeds ?? earlier?.seedCount ?? CheckOptions.usualSeeds,
          measures: options.measureNames.compactMap(Measures.name(of:))))
    }
    return BaselinePlan(entries: entries)
  }

  /// Returns the baseline's trackers that still exist, and the trackers of `--preset`. For a new
  /// baseline without `--preset`, returns every preset except those that end in -as-shipped, and
  /// the scenario's trackers that have names of their own.
  private func baselineNames(for checked: CheckedScenario) -> [String] {
    var names = (checked.baseline?.trackers ?? []).compactMap {
      selectable($0, in: checked.scenario)
    }
    for name in apps.map(\.name) + options.presetNames
    where !names.contains(where: { isTracker($0, namedBy: name, in: checked) }) {
      let own = checked.scenario.trackers.filter {
        PresetLibrary.isPath(name) && PresetLibrary.isSame(name, $0.preset)
      }
      names += own.isEmpty ? [name] : own.map(\.name)
    }
    guard names.isEmpty else { return names }
    return PresetLibrary.names.filter { !$0.hasSuffix("-as-shipped") }
      + Self.ownTrackers(of: checked.scenario)
  }
}
