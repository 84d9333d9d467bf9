import Experiments

/// Participants as a table with a row for each of them and each tracker: who they are, what was drawn for
/// them, and their figures, in SI as in `study.json`; what does not apply is empty.
public enum StudyCSV {
  public static func text(_ outcome: StudyOutcome) -> String {
    let drawn = outcome.study.population.drawn.map(\.name)
    let mobility = MobilityMeasure.allCases.flatMap {
      ["\($0.rawValue).true", "\($0.rawValue).recorded"]
    }
    let columns =
      [
        "participant", "seed", "life", "phone", "system", "tracker", "usable", "validDays", "days",
        "windowHoursPerDay",
      ] + outcome.measures + mobility + drawn
    var rows = [columns.map(ComparisonCSV.quoted).joined(separator: ",")]
    for participant in outcome.participants {
      for (tracker, record) in zip(outcome.study.trackers.map(\.tracker), participant.trackers) {
        rows.append(row(participant, tracker, record, drawn))
      }
    }
    return rows.joined(separator: "\n") + "\n"
  }

  private static func row(
    _ participant: ParticipantRecord, _ tracker: String, _ record: TrackerRecord,
    _ drawn: [String]
  ) -> String {
    let who = [
      "\(participant.number)", "\(participant.seed)", participant.life, participant.phone,
      participant.system, tracker, "\(record.isUsable)", "\(record.validDays)", "\(record.days)",
    ]
    let numbers =
      [record.hoursPerDay] + record.figures + record.mobility.flatMap { [$0.truth, $0.recorded] }
    let texts = drawn.map { name in
      participant.drawn.first { $0.name == name }?.text ?? ""
    }
    return
      (who.map(ComparisonCSV.quoted) + numbers.map { $0.map { "\($0)" } ?? "" }
      + texts.map(ComparisonCSV.quoted)).joined(separator: ",")
  }
}
