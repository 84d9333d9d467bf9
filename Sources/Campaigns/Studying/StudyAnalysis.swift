import Evaluation
import Experiments
import Foundation
import Simulation
import Statistics
import Text

/// The analysis of participants' figures for a study. To save memory, it reads one figure of all
/// participants at a time.
struct StudyAnalysis {
  private let plan: StudyPlan
  private let people: StudyPeople
  private let figures: FigureFile
  private let sample: PeopleSample

  /// - Parameter figures: The figures of exactly the participants in `people`.
  init(_ plan: StudyPlan, _ people: StudyPeople, _ figures: FigureFile) {
    self.plan = plan
    self.people = people
    self.figures = figures
    sample = PeopleSample(count: people.count)
  }

  func study() throws -> Study {
    let document = plan.document
    let summaries = try plan.trials.map { scenario in
      let day = try SimulatedDay(scenario: scenario, seed: document.seed)
      let remarks = try zip(scenario.trackers, plan.presets).flatMap {
        try day.provision($0, preset: $1).remarks
      }
      return ScenarioSummary(
        scenario, assumptions: scenario.remarks + day.world.assumptions + remarks,
        warnings: day.warnings)
    }
    return Study(
      provenance: plan.provenance, name: document.name,
      isComplete: people.count == document.participants,
      participantsPlanned: document.participants, participants: people.count,
      participantsLeftOut: leftOut, days: document.days, start: summaries[0].start,
      timeZone: summaries[0].timeZone, validDay: document.validDay, usable: document.usable,
      population: PopulationSummary(people, lives: document.lifeShares.map(\.name), sample),
      map: try document.mapRemark(),
      trackers: plan.trackers.indices.compactMap(findings),
      assumptions: summaries.flatMap(\.assumptions).withoutRepeats,
      warnings: summaries.flatMap(\.warnings).withoutRepeats)
  }

  /// The numbers of missing participants as text; nil if only the last ones are missing, or none.
  private var leftOut: String? {
    guard let last = people.numbers.last, last > people.count else { return nil }
    let there = Set(people.numbers)
    return NumberList((1...plan.document.participants).filter { !there.contains($0) }).text
  }

  /// Returns a tracker's figure for each participant.
  private func column(_ tracker: Int, _ place: Int) -> [Double?] {
    let all = figures.column(scenario: 0, tracker: tracker, measure: place)
    return people.count == all.count ? all : people.numbers.map { all[$0 - 1] }
  }

  private func distribution(_ tracker: Int, _ place: Int) -> Distribution? {
    sample.distribution(of: column(tracker, place))
  }

  private func findings(ofTracker index: Int) -> StudyFindings? {
    let form = plan.form
    let days = column(index, form.validDays)
    guard let validDays = sample.distribution(of: days) else { return nil }
    let (usable, wish) = (days.count { plan.isUsable(validDays: $0 ?? 0) }, plan.document.recruit)
    return StudyFindings(
      tracker: plan.trackers[index], preset: plan.presets[index].name,
      measures: zip(plan.measures, form.measures).map { measure, place in
        .init(measure: measure, distribution: distribution(index, place))
      },
      validDays: validDays, hoursPerDay: distribution(index, form.hoursPerDay),
      usable: .init(
        count: usable, share: Double(usable) / Double(people.count),
        interval: Beta(seen: usable, of: people.count).interval),
      recruitment: Recruitment(
        usable: wish.usable, certainty: wish.certainty, seen: usable, of: people.count),
      missingness: .init(
        byHour: slots(index, form.missingByHour, from: 0),
        byStudyDay: slots(index, form.missingByDay, from: 1),
        byDaysSinceOpened: slots(index, form.missingByDaysSinceOpened, from: 0).known),
      mobility: MobilityMeasure.allCases.enumerated().compactMap { mobility(index, $0, $1) },
      gapCauses: causes(index))
  }

  /// Returns a slot for each hour or day. A slot has the mean of all participants' figures for this
  /// hour or day.
  private func slots(
    _ tracker: Int, _ places: Range<Int>, from first: Int
  ) -> [StudyFindings.Slot] {
    places.enumerated().map { index, place in
      let distribution = distribution(tracker, place)
      return StudyFindings.Slot(
        at: first + index, count: distribution?.count ?? 0, mean: distribution?.mean,
        interval: distribution?.interval)
    }
  }

  /// Returns the findings on a measure of mobility, over the participants with both a true and a
  /// recorded value.
  private func mobility(
    _ tracker: Int, _ place: Int, _ measure: MobilityMeasure
  ) -> StudyFindings.Mobility? {
    let pairs = zip(
      column(tracker, plan.form.trueMobility.lowerBound + place),
      column(tracker, plan.form.recordedMobility.lowerBound + place)
    ).map { truth, recorded in truth.flatMap { truth in recorded.map { (truth, $0) } } }
    guard let truth = sample.distribution(of: pairs.map { $0?.0 }),
      let recorded = sample.distribution(of: pairs.map { $0?.1 }),
      let bias = sample.distribution(of: pairs.map { pair in pair.map { $0.1 - $0.0 } })
    else { return nil }
    let known = pairs.compactMap { $0 }
    return StudyFindings.Mobility(
      measure: measure, truth: truth, recorded: recorded, bias: bias,
      rankCorrelation: RankCorrelation.between(known.map(\.0), known.map(\.1)))
  }

  private func causes(_ tracker: Int) -> [StudyFindings.Cause] {
    let causes = zip(GapCause.allCases, plan.form.gapHoursPerDay).compactMap { cause, place in
      distribution(tracker, place).map { StudyFindings.Cause(cause: cause, hoursPerDay: $0) }
    }
    return causes.filter { $0.hoursPerDay.mean > 0 }
      .sorted {
        ($1.hoursPerDay.mean, $0.cause.rawValue) < ($0.hoursPerDay.mean, $1.cause.rawValue)
      }
  }
}

extension [StudyFindings.Slot] {
  /// The slots up to the last slot that has a figure of at least one participant.
  fileprivate var known: [StudyFindings.Slot] {
    Array(prefix((lastIndex { $0.count > 0 } ?? -1) + 1))
  }
}

extension PopulationSummary {
  init(_ people: StudyPeople, lives: [String], _ sample: PeopleSample) {
    let counts = Dictionary(uniqueKeysWithValues: people.lives.counts.map { ($0.text, $0.count) })
    self.lives = lives.map { Count(name: $0, count: counts[$0] ?? 0) }
    phones = people.phones.counts.map(Count.init)
    systems = people.systems.counts.map(Count.init)
    drawn = people.drawn.map { Drawn($0.name, $0.texts, sample) }
  }
}

extension PopulationSummary.Drawn {
  /// - Parameter texts: The drawn value of each participant as text; nil for a participant for whom
  ///   this value was not drawn.
  fileprivate init(_ name: String, _ texts: TextColumn, _ sample: PeopleSample) {
    let known = (0..<texts.count).count { texts[$0] != nil }
    let numbers = (0..<texts.count).map { texts[$0].flatMap(Self.number) }
    let units = Set(numbers.compactMap { $0?.unit })
    let areNumbers = numbers.count { $0 != nil } == known && units.count == 1
    self.init(
      name: name,
      counts: areNumbers ? [] : texts.counts.map(PopulationSummary.Count.init),
      unit: areNumbers ? units.first ?? "" : "",
      values: areNumbers ? sample.distribution(of: numbers.map { $0?.value }) : nil)
  }

  private static func number(_ text: String) -> (value: Double, unit: String)? {
    let digits = text.prefix { $0.isNumber || $0 == "." }
    let rest = text.dropFirst(digits.count)
    guard let value = Double(digits), !rest.contains(where: \.isNumber) else { return nil }
    return (value, rest.trimmingCharacters(in: .whitespaces))
  }
}

extension PopulationSummary.Count {
  fileprivate init(_ counted: (text: String, count: Int)) {
    self.init(name: counted.text, count: counted.count)
  }
}
