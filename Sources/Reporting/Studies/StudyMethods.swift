import Campaigns
import Evaluation
import Experiments
import Foundation
import Simulation
import Statistics
import Text

/// `methods.md`: draft paragraphs for the methods and results of a protocol or a paper.
///
/// They contain this study's figures and their provenance. The authors of the paper edit them.
package struct StudyMethods {
  private let study: Study
  private let words: StudyText

  package init(_ study: Study) {
    self.study = study
    words = StudyText(study: study)
  }

  package var text: String {
    ([title, design, definitions] + study.trackers.map(results) + [limits, provenance])
      .joined(separator: "\n\n") + "\n"
  }

  private var title: String {
    "<!-- A draft with figures of the simulation. Describe their use in your own words. -->\n\n"
      + "## Expected data yield of “\(study.name)”"
  }

  private var design: String {
    let people = words.people(study.participants)
    let are = study.participants == 1 ? "was" : "were"
    let drawn = study.population.drawn.map(described)
    return """
      The expected completeness of the location data was estimated by simulation before the study \
      (Odograph \(study.provenance.odograph)). \(people)\(partial) \(are) drawn, each with \
      their own habits, phone and days, and simulated over \(words.length) from \(words.start) \
      with each candidate tracker on a phone of its own; a participant had \
      the same days with every tracker. Personas were \(share(study.population.lives)). \
      Phones were \(share(study.population.phones)), with \(share(study.population.systems)).\
      \(drawn.isEmpty ? "" : " Drawn per participant: " + drawn.joined(separator: "; ") + ".")\
      \(town) \
      Parameters of the phone that published sources leave open were drawn from their ranges for \
      each participant.
      """
  }

  private var town: String {
    guard let map = study.map else { return "" }
    return " Their places were drawn from the buildings and points of interest of a map. "
      + Escaping.markdown(map)
  }

  private var partial: String {
    let planned = FigureText.count(Double(study.participantsPlanned))
    if study.isComplete { return "" }
    return study.participantsLeftOut == nil
      ? " (the first of \(planned) planned, since the simulation was interrupted)"
      : " (of \(planned) planned; the others have not been simulated)"
  }

  private func described(_ drawn: PopulationSummary.Drawn) -> String {
    guard let values = drawn.values else {
      let counts = drawn.counts
      // Many values with one or two people each, such as times of day, are given as a range.
      if counts.count > 8, let first = counts.first, let last = counts.last {
        return "\(words.title(drawn: drawn.name)) (\(first.name) to \(last.name))"
      }
      return "\(words.title(drawn: drawn.name)) (\(share(counts)))"
    }
    func text(_ value: Double) -> String {
      short(value) + (drawn.unit.isEmpty ? "" : " " + drawn.unit)
    }
    return
      "\(words.title(drawn: drawn.name)) (median \(text(values.p50)), range \(text(values.low)) to "
      + "\(text(values.high)))"
  }

  /// Returns a value as text with three significant digits, which are enough for readers.
  private func short(_ value: Double) -> String { String(format: "%.3g", value) }

  /// Returns counts with their shares, such as "office 90 (45 %), student 110 (55 %)".
  private func share(_ counts: [PopulationSummary.Count]) -> String {
    let total = Double(max(counts.reduce(0) { $0 + $1.count }, 1))
    return counts.map { count in
      "\(count.name) \(FigureText.count(Double(count.count))) (\(FigureText.decimal(Double(count.count) / total * 100, 0)) %)"
    }.joined(separator: ", ")
  }

  private var definitions: String {
    """
    A day was valid if it had \(words.validDayRule), and a participant was usable with \
    \(words.usableRule) out of \(study.days). A ten-minute epoch without any record was missing. \
    \(intervals); days of one participant were never treated as independent. The share of usable \
    participants has Jeffreys' 95 % interval. The number to recruit is the smallest with which the \
    required number is usable with the stated certainty. It assumes that recruits are usable \
    independently of one another, and that their share is known only from these participants \
    (beta-binomial, Jeffreys' prior). The numbers in parentheses are for a share at either end of \
    its interval (binomial). Derived measures were computed from the records and from the \
    simulated truth by the same definitions.
    """
  }

  /// A clause on the means, percentiles and confidence intervals. `PeopleSample` chooses the method
  /// of the intervals.
  private var intervals: String {
    switch PeopleSample.method(ofCount: study.participants) {
    case .none:
      "Means and percentiles are over participants, who are too few for intervals of means"
    case .bootstrap(let resamples):
      "Means, their 95 % confidence intervals (BCa bootstrap of participants, "
        + "\(FigureText.count(Double(resamples))) resamples, levels expanded by Student's t) and "
        + "percentiles are over participants"
    case .normal:
      "Means, their 95 % confidence intervals (normal, by the standard error over participants) and "
        + "percentiles are over participants"
    }
  }

  private func results(_ tracker: StudyFindings) -> String {
    let usable = tracker.usable
    let percent = { (share: Double) in FigureText.percent(share) + " %" }
    let days = FigureText.decimal(tracker.validDays.p50, 0)
    var sentences = [
      """
      With \(tracker.tracker), \(FigureText.count(Double(usable.count))) of \
      \(words.people(study.participants)) \
      (\(percent(usable.share)); 95 % CI \(words.range(usable.interval, percent))) \
      \(study.participants == 1 ? "was" : "were") usable. The median \
      participant had \(days) valid \(days == "1" ? "day" : "days") (10th to 90th percentile \
      \(FigureText.decimal(tracker.validDays.p10, 0)) to \(FigureText.decimal(tracker.validDays.p90, 0))).
      """,
      words.recruitment(tracker),
    ]
    sentences += [missing(tracker), bias(tracker), cost(tracker)].compactMap { $0 }
    return "**\(tracker.tracker).** " + sentences.joined(separator: " ")
  }

  private func missing(_ tracker: StudyFindings) -> String? {
    guard let covered = figure("epochCoverage", tracker) else { return nil }
    let hours = tracker.missingness.byHour.filter { $0.mean != nil }
    let worst = hours.max { ($0.mean ?? 0, $1.at) < ($1.mean ?? 0, $0.at) }
    let best = hours.min { ($0.mean ?? 0, $0.at) < ($1.mean ?? 0, $1.at) }
    var text =
      "Of the epochs, \(words.mean(covered.complement) { FigureText.percent($0) + " %" }) had no record"
    if let worst, let best, let most = worst.mean, let least = best.mean {
      text +=
        ", most in the hour from \(worst.at):00 (\(FigureText.percent(most)) %), fewest in that from "
        + "\(best.at):00 (\(FigureText.percent(least)) %)"
    }
    return text + "."
  }

  private func bias(_ tracker: StudyFindings) -> String? {
    let reported: [MobilityMeasure] = [
      .timeAwayHoursPerDay, .timeAwayHoursPerDayByApp, .tripsPerDay, .radiusOfGyrationMeters,
    ]
    let parts = reported.compactMap { measure -> String? in
      guard let figure = tracker.mobility.first(where: { $0.measure == measure }) else {
        return nil
      }
      let order = figure.rankCorrelation.map { ", rank correlation \(FigureText.decimal($0, 2))" }
      return "\(measure.title) \(measure.text(figure.recorded.mean)) against "
        + "\(measure.text(figure.truth.mean)) (difference "
        + "\(words.mean(figure.bias, measure.text))\(order ?? ""))"
    }
    guard !parts.isEmpty else { return nil }
    return "Derived from the records against the truth: " + parts.joined(separator: "; ") + "."
  }

  private func cost(_ tracker: StudyFindings) -> String? {
    figure(Measures.cost, tracker).map { cost in
      "Tracking used \(words.mean(cost) { FigureText.decimal($0, 2) }) percentage points of battery a "
        + "day."
    }
  }

  private func figure(_ name: String, _ tracker: StudyFindings) -> Distribution? {
    tracker.measures.first { $0.measure == name }?.distribution
  }

  private var limits: String {
    """
    The population's shares and ranges are the study's assumptions. No participant withdraws, \
    loses or changes the phone, or deletes the app, unless the plan says so; recruitment has to \
    allow for this in addition. Properties that all phones share and no source settles would \
    affect all participants alike, which intervals over participants cannot show.
    """
  }

  private var provenance: String {
    let origin = study.provenance
    return """
      Provenance: Odograph \(origin.odograph), \(origin.toolchain), \(origin.platform), time-zone data \
      \(origin.timeZoneData), plan and scenarios \(origin.scenarioHash), phone profiles \
      \(origin.profileHash), \(origin.options.joined(separator: ", ")).
      """
  }
}

extension Distribution {
  /// The distribution of 1 minus the figure, such as the missing share for the covered share. Only
  /// `mean` and `interval` are converted.
  fileprivate var complement: Distribution {
    var result = self
    result.mean = 1 - mean
    result.interval = interval.map { ConfidenceInterval(low: 1 - $0.high, high: 1 - $0.low) }
    return result
  }
}
