import Campaigns
import Experiments

/// A study's participants as CSV, with a row for each participant and tracker.
///
/// A row has the participant's persona, drawn values and figures. Figures are in SI units, as in
/// `study.json`; fields that do not apply are empty.
package enum StudyCSV {
  /// Calls `write` with each line of the file, including its line end.
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
