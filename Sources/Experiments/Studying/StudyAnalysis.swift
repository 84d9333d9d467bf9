import Evaluation
import Foundation
import Scenarios
import Statistics

/// From participants' figures to what the study amounts to.
struct StudyAnalysis {
  private let plan: StudyPlan
  private let participants: [ParticipantRecord]
  private let sample: PeopleSample

  init(_ plan: StudyPlan, _ participants: [ParticipantRecord]) {
    self.plan = plan
    self.participants = participants
    sample = PeopleSample(count: participants.count)
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
      isComplete: participants.count == document.participants,
      participantsPlanned: document.participants, participants: participants.count,
      days: document.days, start: summaries[0].start, timeZone: summaries[0].timeZone,
      validDay: document.validDay, usable: document.usable,
      population: PopulationSummary(participants, lives: document.lifeShares.map(\.name), sample),
      trackers: plan.trackers.indices.compactMap(findings),
      assumptions: summaries.flatMap(\.assumptions).withoutRepeats,
      warnings: summaries.flatMap(\.warnings).withoutRepeats)
  }

  private func findings(ofTracker index: Int) -> StudyFindings? {
    let records = participants.map { $0.trackers[index] }
    guard let validDays = sample.distribution(of: records.map { Double($0.validDays) }) else {
      return nil
    }
    let usable = records.count(where: \.isUsable)
    let wish = plan.document.recruit
    return StudyFindings(
      tracker: plan.trackers[index], preset: plan.presets[index].name,
      measures: plan.measures.enumerated().map { place, measure in
        .init(
          measure: measure, distribution: sample.distribution(of: records.map { $0.figures[place] })
        )
      },
      validDays: validDays, hoursPerDay: sample.distribution(of: records.map(\.hoursPerDay)),
      usable: .init(
        count: usable, share: Double(usable) / Double(records.count),
        interval: Beta(seen: usable, of: records.count).interval),
      recruitment: Recruitment(
        usable: wish.usable, certainty: wish.certainty, seen: usable, of: records.count),
      missingness: .init(
        byHour: slots(records.map(\.missingByHour), from: 0),
        byStudyDay: slots(records.map(\.missingByDay), from: 1),
        byDaysSinceOpened: slots(records.map(\.missingByDaysSinceOpened), from: 0)),
      mobility: MobilityMeasure.allCases.enumerated().compactMap { place, measure in
        mobility(measure, records.map { $0.mobility[place] })
      },
      gapCauses: causes(records))
  }

  /// Each participant's share first, then the mean over participants.
  private func slots(_ rows: [[Double?]], from first: Int) -> [StudyFindings.Slot] {
    (0..<(rows.map(\.count).max() ?? 0)).map { place in
      let distribution = sample.distribution(
        of: rows.map { place < $0.count ? $0[place] : nil })
      return StudyFindings.Slot(
        at: first + place, count: distribution?.count ?? 0, mean: distribution?.mean,
        interval: distribution?.interval)
    }
  }

  /// Over those of whom both are known.
  private func mobility(
    _ measure: MobilityMeasure, _ pairs: [TrackerRecord.MobilityPair]
  ) -> StudyFindings.Mobility? {
    let both = pairs.map { $0.truth == nil || $0.recorded == nil ? nil : $0 }
    guard let truth = sample.distribution(of: both.map { $0?.truth }),
      let recorded = sample.distribution(of: both.map { $0?.recorded }),
      let bias = sample.distribution(
        of: both.map { pair in
          pair?.recorded.flatMap { recorded in pair?.truth.map { recorded - $0 } }
        })
    else { return nil }
    let known = both.compactMap { $0 }
    return StudyFindings.Mobility(
      measure: measure, truth: truth, recorded: recorded, bias: bias,
      rankCorrelation: RankCorrelation.between(
        known.compactMap(\.truth), known.compactMap(\.recorded)))
  }

  private func causes(_ records: [TrackerRecord]) -> [StudyFindings.Cause] {
    let causes = GapCause.allCases.enumerated().compactMap { place, cause in
      sample.distribution(of: records.map { $0.gapHoursPerDay[place] }).map {
        StudyFindings.Cause(cause: cause, hoursPerDay: $0)
      }
    }
    return causes.filter { $0.hoursPerDay.mean > 0 }
      .sorted {
        ($1.hoursPerDay.mean, $0.cause.rawValue) < ($0.hoursPerDay.mean, $1.cause.rawValue)
      }
  }
}

extension PopulationSummary {
  init(_ participants: [ParticipantRecord], lives: [String], _ sample: PeopleSample) {
    self.lives = lives.map { life in
      Count(name: life, count: participants.count { $0.life == life })
    }
    phones = Self.counts(participants.map(\.phone))
    systems = Self.counts(participants.map(\.system))
    let names = participants.flatMap { $0.drawn.map(\.name) }.withoutRepeats
    drawn = names.map { name in
      Drawn(
        name,
        participants.map { participant in participant.drawn.first { $0.name == name }?.text },
        sample)
    }
  }

  /// In the order of words.
  fileprivate static func counts(_ words: [String]) -> [Count] {
    Set(words).sorted().map { word in Count(name: word, count: words.count { $0 == word }) }
  }
}

extension PopulationSummary.Drawn {
  /// - Parameter texts: nil for participants for whom it was not drawn.
  fileprivate init(_ name: String, _ texts: [String?], _ sample: PeopleSample) {
    let known = texts.compactMap { $0 }
    let numbers = texts.map { $0.flatMap(Self.number) }
    let units = Set(numbers.compactMap { $0?.unit })
    let areNumbers = numbers.count { $0 != nil } == known.count && units.count == 1
    self.init(
      name: name, counts: areNumbers ? [] : PopulationSummary.counts(known),
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
