import Experiments
import Scenarios
import Simulation
import Statistics

/// Judges the best candidates of the search on the holdout set, together with the unchanged preset.
struct TuningJudgement {
  private let owner: TuningRun
  private let search: TuningSearch
  private let sampler: String
  private let candidates: [TuningSearch.Trial]

  init(_ run: TuningRun, _ search: TuningSearch, sampler: String) {
    owner = run
    self.search = search
    self.sampler = sampler
    candidates = search.front()
  }

  private var plan: TuningPlan { owner.plan }

  /// Returns the result of the tuning; nil if it was interrupted.
  func run() throws -> TuningOutcome? {
    let sweep = TuningSweep(
      title: "judgement", folder: "judge", half: plan.document.judge,
      trackers: [.init(name: plan.start)] + candidates.map { plan.tracker($0.name, $0.values) },
      reference: plan.start)
    guard let completed = try owner.live(sweep, .judgement),
      let comparison = try completed.comparison(),
      let findings = comparison.findings, let choice = findings.choice
    else { return nil }
    guard let worth = try worth(of: choice.chosen) else { return nil }
    let tuning = Tuning(
      provenance: provenance, name: plan.name, start: plan.start, adviser: sampler,
      search: searched, judgement: half(plan.document.judge, phoneDays: completed.plan.phoneDays),
      settings: plan.space.dimensions.map {
        .init(setting: $0.setting, start: $0.start, tried: $0.space.words)
      },
      objectives: plan.document.objectives.map {
        .init(
          measure: $0.measure.text, sense: $0.isLeastBest ? .lessIsBetter : .moreIsBetter)
      },
      requirements: plan.document.requirements, judged: judged(findings, choice), choice: choice,
      worth: worth)
    return TuningOutcome(tuning: tuning, comparison: comparison, preset: plan.preset)
  }

  // MARK: The Pareto front

  private func judged(_ findings: Findings, _ choice: Choice) -> [JudgedCandidate] {
    let means = findings.trackers.map { tracker in
      plan.measures.map { tracker.figure($0)?.mean }
    }
    let offers = zip(choice.candidates, means).map { candidate, means in
      candidate.isEligible ? plan.advantages(means) : nil
    }
    let front = ParetoFront.positions(ofBest: offers)
    return findings.trackers.enumerated().map { index, tracker in
      let better = offers.indices.filter { other in
        guard let own = offers[index], let offer = offers[other] else { return false }
        return ParetoFront.beats(offer, own)
      }
      let differences = findings.differences.first { $0.tracker == tracker.tracker }
      return JudgedCandidate(
        name: tracker.tracker,
        standing: front.contains(index)
          ? .front : choice.candidates[index].isEligible ? .beaten : .failing,
        beatenBy: better.map { findings.trackers[$0].tracker },
        changes: index == 0 ? [] : plan.space.changes(candidates[index - 1].values),
        figures: plan.measures.compactMap(tracker.figure),
        differences: plan.measures.compactMap { differences?.figure($0) },
        requirements: choice.candidates[index].requirements)
    }
  }

  // MARK: The worth of settings

  /// Returns the effect of each changed setting of a candidate; nil if the runs were interrupted.
  private func worth(of name: String?) throws -> [SettingEffect]? {
    guard let chosen = candidates.first(where: { $0.name == name }) else { return [] }
    let changed = chosen.values.indices.filter { !plan.space.isStart(chosen.values[$0], $0) }
    let sweep = TuningSweep(
      title: "worth of settings", folder: "worth", half: plan.document.judge,
      trackers: [plan.tracker(chosen.name, chosen.values)]
        + changed.map { plan.tracker(without($0), chosen.values, leavingOut: $0) },
      reference: chosen.name)
    guard let completed = try owner.live(sweep, .worth), let comparison = try completed.comparison()
    else {
      return nil
    }
    return zip(changed, comparison.findings?.differences ?? []).map { index, found in
      let differences = plan.measures.compactMap(found.figure)
      return SettingEffect(
        change: plan.space.changes(chosen.values).first {
          $0.setting == plan.space.dimensions[index].setting
        } ?? .init(setting: plan.space.dimensions[index].setting, start: "", value: ""),
        differences: differences,
        isSure: differences.contains { $0.interval.map { $0.low > 0 || $0.high < 0 } ?? false })
    }
  }

  private func without(_ index: Int) -> String {
    "without \(plan.space.dimensions[index].setting)"
  }

  // MARK: The search

  private var searched: Tuning.Search {
    Tuning.Search(
      half: half(plan.document.search, phoneDays: search.phoneDays),
      generations: plan.document.generations, candidatesAsked: search.asked,
      candidatesLived: search.trials.count,
      foundEligible: search.trials.contains { trial in
        plan.violations(trial.means).allSatisfy { $0 <= 0 }
      })
  }

  private func half(_ half: TuningDocument.Half, phoneDays: Int) -> Tuning.Half {
    let names = plan.scenarios.map(\.name)
    let isSearch = half.firstSeed == plan.document.search.firstSeed
    let own = isSearch ? names.prefix(half.scenarios.count) : names.suffix(half.scenarios.count)
    return Tuning.Half(
      scenarios: Array(own), firstSeed: half.firstSeed, seedCount: half.seeds,
      phoneDays: phoneDays)
  }

  private var provenance: Provenance {
    let document = plan.document
    var options = [
      "preset=\(PresetLibrary.name(of: document.preset.text))", "adviser=\(sampler)",
      "generations=\(document.generations)", "population=\(document.population)",
      "judged=\(document.judgedMax)",
    ]
    options += plan.space.dimensions.map { "setting=\($0.setting): \($0.space.words)" }
    options += document.objectives.map {
      ($0.isLeastBest ? "minimise=" : "maximise=") + $0.measure.text
    }
    options += document.requirements.map { "require=\($0.description)" }
    options.append("choose=\(document.choice.measure.text)")
    return Provenance(scenarios: plan.scenarios, options: options)
  }
}

/// The result of a tuning from which its files are written.
package struct TuningOutcome: Sendable {
  package var tuning: Tuning
  /// The comparison of all judged candidates on the holdout set.
  package var comparison: Comparison
  /// The unchanged preset.
  package var preset: Preset
}

extension TuningPlan {
  /// Returns a tracker for the candidate, in which one setting has the preset's value.
  fileprivate func tracker(
    _ name: String, _ values: [String], leavingOut left: Int
  ) -> TuningSweep.Tracker {
    var tracker = tracker(name, values)
    tracker.values.remove(at: left)
    return tracker
  }
}
