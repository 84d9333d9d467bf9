import Evaluation
import PhoneProfiles
import SimulatedPhone
import Simulation
import Statistics

/// The missed time of every trial of each tracker, seed by seed.
struct TrialTable {
  /// The key of a trial: one step of one candidate change for one tracker.
  struct Key: Hashable {
    var tracker: Int
    var candidate: Int
    var step: Int
  }

  let setups: [RunSetup]
  /// The missed time of the unchanged runs, by tracker and seed.
  let usual: [[MissedTime]]
  /// The candidate changes of each tracker.
  private(set) var candidates: [[CandidateChange]] = []
  private var trials: [Key: [MissedTime]] = [:]

  init(setups: [RunSetup], usual: [[MissedTime]]) {
    self.setups = setups
    self.usual = usual
  }

  subscript(key: Key) -> [MissedTime]? { trials[key] }

  /// The period in hours to which all results in minutes refer. It is a day, or the whole scenario
  /// if the scenario is shorter than a day.
  var hours: Double { min(24, (usual.first?.first?.judgedSeconds ?? 0) / 3600) }

  /// Converts a run's seconds to minutes per period of `hours` hours.
  func minutes(_ seconds: Double) -> Double {
    seconds / 60 / max(1, (usual.first?.first?.judgedSeconds ?? 0) / 86_400)
  }

  func minutes(_ cause: GapCause, of tracker: Int) -> [Double] {
    usual[tracker].map { minutes($0.seconds(cause)) }
  }

  func meanMinutes(_ cause: GapCause, of tracker: Int) -> Double {
    let all = minutes(cause, of: tracker)
    return all.reduce(0, +) / Double(max(all.count, 1))
  }

  /// Returns the causes with at least `WhyPlan.causeMinutesMin` missed minutes.
  ///
  /// Causes of gaps in the app come first, then causes of gaps at the server (`isOfServer`). In
  /// each group, the cause with the most minutes comes first.
  func causes(of tracker: Int) -> [GapCause] {
    let large = GapCause.allCases.filter {
      meanMinutes($0, of: tracker) >= WhyPlan.causeMinutesMin
    }
    let sorted = large.sorted { meanMinutes($0, of: tracker) > meanMinutes($1, of: tracker) }
    return sorted.filter { !$0.isOfServer } + sorted.filter(\.isOfServer)
  }

  // MARK: Candidates

  /// Finds the candidate changes that may reduce the gaps of each tracker.
  ///
  /// - Returns: One key for each candidate change: the key of its largest step.
  mutating func findCandidates(in day: SimulatedDay) throws -> [Key] {
    candidates = try setups.indices.map { tracker in
      let causes = Set(causes(of: tracker))
      return try Self.candidates(for: setups[tracker], in: day).filter {
        !$0.causes.isDisjoint(with: causes)
      }
    }
    return candidates.indices.flatMap { tracker in
      candidates[tracker].indices.map {
        Key(tracker: tracker, candidate: $0, step: candidates[tracker][$0].whole)
      }
    }
  }

  private static func candidates(
    for setup: RunSetup, in day: SimulatedDay
  ) throws -> [CandidateChange] {
    let provisioned = try day.provision(setup.choice, preset: setup.preset)
    let system =
      OperatingSystemProfile.named(setup.scenario.phone.system) ?? OperatingSystemProfile.all[0]
    let settings = SettingChanges(
      preset: setup.preset.with(provisioned.executable),
      settings: provisioned.configuration.settings, system: system)
    let livable = settings.all.filter { candidate in
      var changed = setup
      candidate.steps[candidate.whole].apply(&changed)
      return (try? day.provision(changed.choice, preset: changed.preset)) != nil
    }
    return livable + EventChanges(scenario: setup.scenario).all
      + RuleChanges(model: day.model).all
  }

  // MARK: Trials

  /// Runs trials and stores their results. Interrupted trials are not stored.
  mutating func live(_ keys: [Key], _ runs: WhyRuns, _ progress: inout WhyProgress) throws {
    let found = try runs.live(keys.map(trial), &progress)
    for (key, missed) in zip(keys, found) { trials[key] = missed }
  }

  private func trial(_ key: Key) -> WhyRuns.Trial {
    let candidate = candidates[key.tracker][key.candidate]
    var setup = setups[key.tracker]
    candidate.steps[key.step].apply(&setup)
    return WhyRuns.Trial(setup: setup, keepsDay: candidate.kind == .setting)
  }

  // MARK: Trials for a cause

  func candidate(_ key: Key) -> CandidateChange { candidates[key.tracker][key.candidate] }

  func hasCandidate(for cause: GapCause, of tracker: Int) -> Bool {
    candidates[tracker].contains { $0.causes.contains(cause) }
  }

  /// Returns the changes that were tried for a cause, each at its largest step.
  func tried(of tracker: Int, for cause: GapCause) -> [Key] {
    candidates[tracker].indices.map {
      Key(tracker: tracker, candidate: $0, step: candidates[tracker][$0].whole)
    }.filter { candidate($0).causes.contains(cause) && trials[$0] != nil }
  }

  /// Returns the changes that regain a considerable time, each at its largest step.
  ///
  /// Both the time regained from the given cause and the time regained from all causes together
  /// have to reach the limit. The limit is `Why.minutesMin` or 2 % of the cause's missed
  /// minutes, whichever is more.
  func regaining(of tracker: Int, for cause: GapCause) -> [Key] {
    let least = max(Why.minutesMin, 0.02 * meanMinutes(cause, of: tracker))
    return tried(of: tracker, for: cause).filter { key in
      let ofCause = regained(key) { $0.seconds(cause) }.map(mean) ?? 0
      return ofCause >= least && meanRegained(key, inViewOf: cause) ?? 0 >= least
    }
  }

  /// Returns the settings on the Pareto front of regained time and battery use.
  func front(of tracker: Int, for cause: GapCause) -> [Key] {
    let settings = regaining(of: tracker, for: cause).filter { candidate($0).kind == .setting }
    let offers = settings.map { key in
      meanRegained(key, inViewOf: cause).flatMap { gain in
        paid(key).map { ParetoFront.Offer(gain: gain, cost: mean($0)) }
      }
    }
    return ParetoFront.positions(in: offers).map { settings[$0] }
  }

  // MARK: Regained time

  /// Returns the minutes that a trial regains, for each seed; nil if the trial was not run.
  func regained(_ key: Key, _ part: (MissedTime) -> Double) -> [Double]? {
    trials[key].map { changed in
      zip(usual[key.tracker], changed).map { minutes(part($0) - part($1)) }
    }
  }

  func meanRegained(_ key: Key, inViewOf cause: GapCause) -> Double? {
    regained(key) { $0.totalSeconds(inViewOf: cause) }.map(mean)
  }

  /// Returns the additional battery use of a trial per day, in percentage points, for each seed.
  ///
  /// The additional use is the use of the changed run minus the use of the unchanged run. Returns
  /// nil if one of these figures is unknown.
  func paid(_ key: Key) -> [Double]? {
    guard let changed = trials[key] else { return nil }
    let paid = zip(usual[key.tracker], changed).compactMap { before, after in
      after.batteryPercent.flatMap { now in before.batteryPercent.map { now - $0 } }
    }
    return paid.count == changed.count ? paid : nil
  }
}

package func mean(_ values: [Double]) -> Double {
  values.reduce(0, +) / Double(max(values.count, 1))
}
