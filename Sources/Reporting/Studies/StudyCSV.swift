import Campaigns
import Experiments

/// Participants as a table with a row for each of them and each tracker: who they are, what was drawn for
/// them, and their figures, in SI as in `study.json`; what does not apply is empty.
package enum StudyCSV {
  /// Gives out line by line, each with its end.
  package static func write(_ outcome: StudyOutcome, _ write: (String) throws -> Void) throws {
    let drawn = outcome.study.population.drawn.map(\.name)
    let mobility = MobilityMeasure.allCases.flatMap {
      ["\($0.rawValue).true", "\($0.rawValue).recorded"]
    }
    let columns =
      [
        "participant", "seed", "life", "phone", "system", "tracker", "usable", "validDays", "days",
        "windowHoursPerDay",
      ] + outcome.measures + mobility + drawn
    try write(Table.csv(columns) + "\n")
    let trackers = outcome.study.trackers.map(\.tracker)
    try outcome.forEachParticipant { participant in
      for (tracker, record) in zip(trackers, participant.trackers) {
        let isUsable = outcome.isUsable(record)
        try write(row(participant, tracker, record, isUsable: isUsable, drawn) + "\n")
      }
    }
  }

  private static func row(
    _ participant: ParticipantRecord, _ tracker: String, _ record: TrackerRecord,
    isUsable: Bool, _ drawn: [String]
  ) -> String {
    let who: [String?] = [
      "\(participant.number)", "\(participant.seed)", participant.life, participant.phone,
      participant.system, tracker, "\(isUsable)", "\(record.validDays)", "\(record.days)",
    ]
    let numbers =
      [record.hoursPerDay] + record.figures + record.mobility.flatMap { [$0.truth, $0.recorded] }
    let texts: [String?] = drawn.map { name in
      participant.drawn.first { $0.name == name }?.text ?? ""
    }
    return Table.csv(who + numbers.map(Table.field) + texts)
  }
}
