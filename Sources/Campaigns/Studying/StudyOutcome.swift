import Scenarios

/// The result of a study, with each participant's figures. The figures stay on the disk as long as
/// this value exists.
package struct StudyOutcome: Sendable {
  private static let participantsAtOnce = 256

  package let study: Study
  private let plan: StudyPlan
  private let people: StudyPeople
  private let figures: FigureFile

  init(study: Study, plan: StudyPlan, people: StudyPeople, figures: FigureFile) {
    self.study = study
    self.plan = plan
    self.people = people
    self.figures = figures
  }

  /// The names of the measures in each tracker's figures.
  package var measures: [String] { plan.measures }

  package func isUsable(_ record: TrackerRecord) -> Bool {
    plan.isUsable(validDays: Double(record.validDays))
  }

  /// Calls `receive` for each participant, in the order of numbers.
  package func forEachParticipant(_ receive: (ParticipantRecord) throws -> Void) throws {
    var units = 0..<0
    var rows: [[Double]] = []
    for (index, number) in people.numbers.enumerated() {
      if !units.contains(number - 1) {
        units = number - 1..<min(number - 1 + Self.participantsAtOnce, plan.unitCount)
        rows = figures.rows(units)
        try figures.refuseTrouble()
      }
      try receive(participant(index, rows[number - 1 - units.lowerBound]))
    }
  }

  private func participant(_ index: Int, _ row: [Double]) -> ParticipantRecord {
    let number = people.numbers[index]
    return ParticipantRecord(
      number: number, seed: plan.document.seed(of: number), life: people.lives[index] ?? "",
      phone: people.phones[index] ?? "", system: people.systems[index] ?? "",
      drawn: people.drawn.compactMap { name, texts in
        texts[index].map { DrawnText(name: name, text: $0) }
      },
      trackers: plan.trackers.indices.map {
        TrackerRecord(row: plan.figures(ofTracker: $0, in: row[...]), plan.form)
      })
  }
}
