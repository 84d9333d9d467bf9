import Campaigns
import Experiments
import Foundation
import Statistics
import Text

/// `study.html`: a study as one file that needs no network.
package struct StudyPage {
  /// The largest number of participants whose dots are drawn; tables are over all participants.
  static let dotsMax = 400

  let study: Study
  let words: StudyText
  let marks: TrackerMarks
  /// The participants whose dots are drawn: every one, or evenly chosen ones of many.
  let shown: [ParticipantRecord]
  let measures: [String]
  let reached: [Reached]

  /// The number of participants that reach each step from recruited to usable.
  struct Reached {
    var hours = 0
    var validDay = 0
    var usable = 0
  }

  package init(_ outcome: StudyOutcome) throws {
    study = outcome.study
    words = StudyText(study: study)
    marks = TrackerMarks(study.trackers.map(\.tracker))
    measures = outcome.measures
    let step = (study.participants + Self.dotsMax - 1) / Self.dotsMax
    var shown: [ParticipantRecord] = []
    var reached = study.trackers.map { _ in Reached() }
    var index = 0
    try outcome.forEachParticipant { participant in
      if index % max(1, step) == 0 { shown.append(participant) }
      index += 1
      for (tracker, record) in zip(reached.indices, participant.trackers) {
        if record.hoursPerDay ?? 0 > 0 { reached[tracker].hours += 1 }
        if record.validDays > 0 { reached[tracker].validDay += 1 }
        if outcome.isUsable(record) { reached[tracker].usable += 1 }
      }
    }
    self.shown = shown
    self.reached = reached
  }

  package func html() throws -> Data {
    let facts =
      "\(words.people(study.participants)) over \(words.length) from \(words.start)"
    return try SectionedPage(
      title: study.name, brand: "the data that a study would yield",
      facts: [facts] + (study.isComplete ? [] : [words.part]), answer: answer, sections: sections,
      provenance: study.provenance.sentence(hashOf: "study")
    ).html()
  }

  /// The sentence that says which tracker yields the most usable participants.
  var answer: String {
    let most = study.trackers.map(\.usable.count).max() ?? 0
    let best = study.trackers.filter { $0.usable.count == most }
    guard let first = best.first else { return "The study has no tracker." }
    let share =
      "\(FigureText.count(Double(most))) of \(words.people(study.participants)) recruited "
      + "(\(FigureText.percent(first.usable.share)) %, 95 % interval "
      + "\(words.range(first.usable.interval, FigureText.percent)) %)"
    if most == 0 { return "No tracker yields a usable participant: \(share)." }
    if study.trackers.count == 1 { return "\(first.tracker) yields \(share) as usable." }
    if best.count > 1 {
      let names = best.map(\.tracker).joined(separator: ", ")
      return "Equally many usable participants come from \(names): \(share) each."
    }
    return "\(first.tracker) yields the most usable participants: \(share)."
  }

  private var sections: [Section] {
    [funnel, recruitment, distributions, missing, mobility, remarks]
  }

  private var remarks: Section {
    Section(
      id: "notes", title: "Notes",
      notes: [
        "A day is valid with \(words.validDayRule); a participant is usable with "
          + "\(words.usableRule).",
        "Intervals are over participants, each counted once.",
      ] + study.warnings + [study.map].compactMap { $0 } + study.assumptions)
  }
}

extension StudyPage {
  typealias Section = SectionedPage.Section
  typealias Group = SectionedPage.Group
  typealias Figure = SectionedPage.Figure
  typealias Rows = SectionedPage.Rows
  typealias Row = SectionedPage.Row
  typealias Cell = SectionedPage.Cell
  typealias Meter = SectionedPage.Meter
}
