import Experiments
import Simulation
import Text

/// Returns the notes that explain the tables of a report, for all forms of the report.
///
/// After the notes of the tables come the scenario's notes, which say what the simulator assumed.
func tableNotes(_ report: Report, _ trackers: [TrackerResults]) -> [String] {
  [costOfRun(trackers), costOfGaps(trackers)].compactMap(\.self) + identicalRows(trackers)
    + report.scenario.assumptions
}

/// Returns a note on the battery use over the time compared, which is shorter with a tracker under
/// which the phone runs empty. Nil if it is about a day with all trackers, because the table then
/// has the same figures.
private func costOfRun(_ trackers: [TrackerResults]) -> String? {
  let spans = trackers.map { $0.mean { $0.energy.comparedSeconds } }
  guard spans.contains(where: { $0 > 0 && abs($0 / 86_400 - 1) > 0.1 }) else { return nil }
  let isOneSpan = spans.allSatisfy { abs($0 - spans[0]) < 1 }
  let costs = zip(trackers, spans).compactMap { tracker, seconds in
    tracker.spread { run in
      run.energy.marginalBatteryPercentPerDay.map { $0 * run.energy.comparedSeconds / 86_400 }
    }.map { points in
      "\(tracker.name) \(FigureText.decimal(points.mean, 2))"
        + (isOneSpan ? "" : " in \(FigureText.duration(seconds))")
    }
  }
  guard !costs.isEmpty else { return nil }
  let span = isOneSpan ? FigureText.duration(spans[0]) : "the time compared"
  return "Over \(span), in points of a full battery: "
    + listing(costs, atMost: 12) + ". The table has the same per day."
}

/// Returns a note on the battery use in gaps of a recording. Nil without such gaps.
private func costOfGaps(_ trackers: [TrackerResults]) -> String? {
  guard let first = trackers.first else { return nil }
  let seconds = first.mean { $0.energy.unrecorded?.seconds }
  guard seconds > 0 else { return nil }
  let costs = trackers.compactMap { tracker in
    tracker.spread { $0.energy.unrecordedShare }.map { share in
      let recorded = tracker.mean { $0.energy.recordedBatteryPercentPerDay }
      return "\(tracker.name) \(FigureText.percent(share.mean)) %"
        + " (\(FigureText.decimal(recorded, 2)) a day in recorded time)"
    }
  }
  return "For \(FigureText.duration(seconds)) of the"
    + " \(FigureText.duration(first.mean { $0.energy.comparedSeconds })) compared there is no"
    + " recording: the movement is assumed and not judged, but its energy is in the table."
    + (costs.isEmpty
      ? "" : " Its share of the battery use: " + listing(costs, atMost: 12) + ".")
}

/// Returns a note for each group of trackers with equal rows. Equal rows may look like a mistake.
private func identicalRows(_ trackers: [TrackerResults]) -> [String] {
  let columns = ReportColumn.overview + ReportColumn.records
  var groups: [(row: [Spread?], trackers: [TrackerResults])] = []
  for tracker in trackers {
    let row = tracker.spreads(columns)
    if let index = groups.firstIndex(where: { $0.row == row }) {
      groups[index].trackers.append(tracker)
    } else {
      groups.append((row, [tracker]))
    }
  }
  return groups.filter { $0.trackers.count > 1 }.map { sentence(ofEqual: $0.trackers) }
}

private func sentence(ofEqual trackers: [TrackerResults]) -> String {
  let names = trackers.map(\.name)
  let both = names.count == 2 ? "Both rows are" : "All these rows are"
  let listed = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  let differences = differences(among: trackers)
  guard !differences.isEmpty else {
    return "\(listed): \(both.lowercased()) equal because the trackers are."
  }
  return "\(listed): \(both.lowercased()) equal because their differences had no effect here: "
    + listing(differences, atMost: 6) + "."
}

/// Returns the behaviors and settings in which trackers differ, in the order in which the first
/// tracker lists them.
private func differences(among trackers: [TrackerResults]) -> [String] {
  let facts = trackers.compactMap { $0.runs.first }.map { $0.behaviours + $0.settings }
  let shared = facts.dropFirst().reduce(Set(facts.first ?? [])) { $0.intersection($1) }
  var names: [String] = []
  for fact in facts.joined() where !shared.contains(fact) {
    let name = String(fact.prefix { $0 != "=" })
    if !names.contains(name) { names.append(name) }
  }
  return names
}
