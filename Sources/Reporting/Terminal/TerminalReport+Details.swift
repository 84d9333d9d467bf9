import Evaluation
import Experiments
import ModelParameters
import PhoneProfiles
import SimulatedPhone
import Simulation
import Timekeeping

/// The details of one tracker: its gaps by cause, and its energy use by component of the phone.
extension TerminalReport {
  private static let causesWidth = 57
  private static let barWidth = 8

  func details(_ tracker: TrackerResults) -> [String] {
    var lines = [pen.paint(tracker.name, .bold)]
    lines += wrapped(tracker.life, width: TerminalReport.width, indent: 2)
    let gaps = gapCauses("Gaps by cause", tracker, \.recorded)
    lines += sideBySide(gaps, energy(of: tracker))
    if let openings = tracker.openings {
      lines += wrapped(openings, width: TerminalReport.width, indent: 2)
    }
    guard isVerbose else { return lines }
    let settings = tracker.runs.first?.settings.joined(separator: ", ") ?? ""
    lines += wrapped("Settings: " + settings, width: TerminalReport.width, indent: 2)
    let received = gapCauses("Gaps at the server by cause", tracker, { $0.received ?? [] })
    lines += tracker.runs.contains { $0.delivery != nil } ? received.map(\.painted) : []
    for run in tracker.runs { lines += longGaps(of: run) }
    return lines
  }

  /// A line of text and its width on the screen. The escape sequences for colors add no width.
  private struct Line {
    var painted: String
    var width: Int

    init(_ text: String, _ style: TextStyle, _ pen: Pen) {
      painted = pen.paint(text, style)
      width = text.displayWidth
    }
  }

  private func sideBySide(_ left: [Line], _ right: [Line]) -> [String] {
    (0..<max(left.count, right.count)).map { index in
      let first = index < left.count ? left[index] : Line("", .plain, pen)
      guard index < right.count else { return first.painted }
      let space = max(TerminalReport.causesWidth + 3 - first.width, 1)
      return first.painted + String(repeating: " ", count: space) + right[index].painted
    }
  }

  private func gapCauses(
    _ title: String, _ tracker: TrackerResults, _ view: (GapCauseReport) -> [CauseSeconds]
  ) -> [Line] {
    let causes = tracker.gapCauses(view)
    let total = causes.reduce(0) { $0 + $1.seconds }
    guard total > 0 else { return [Line("  \(title): no gaps", .dim, pen)] }
    let judged = tracker.mean { $0.coverage.judgedSeconds }
    let share = judged > 0 ? FigureText.percent(total / judged) : FigureText.none
    let heading = "  \(title): \(FigureText.duration(total)), \(share) %"
    return [Line(heading, .dim, pen)]
      + causes.map { cause, seconds in
        let text =
          "    " + padded(cause.words, to: 26) + aligned(FigureText.duration(seconds), to: 13)
          + aligned(FigureText.percent(seconds / total), to: 6) + "% "
          + FigureText.bar(seconds / total, width: TerminalReport.barWidth)
        return Line(text, cause == .unexplained ? .bad : .plain, pen)
      }
  }

  private func energy(of tracker: TrackerResults) -> [Line] {
    guard tracker.mean({ $0.energy.comparedSeconds }) > 0 else {
      return [
        Line("No energy comparison: the phone was off", .dim, pen),
        Line("with an empty battery from the start", .dim, pen),
      ]
    }
    let total = tracker.mean { $0.energy.marginalJoules }
    let components = tracker.energyByComponent
    guard !components.isEmpty else { return [Line("No additional energy", .dim, pen)] }
    return [Line("Where its energy went: \(FigureText.joules(total))", .dim, pen)]
      + components.map { name, joules in
        let share = total > 0 && joules > 0 ? FigureText.percent(joules / total) + "%" : ""
        return Line(
          "  " + padded(componentWords(name), to: 19) + aligned(FigureText.joules(joules), to: 10)
            + aligned(share, to: 7), .plain, pen)
      }
  }

  private func longGaps(of run: RunResult) -> [String] {
    guard !run.longGaps.isEmpty else { return [] }
    let calendar = LocalCalendar(identifier: report.scenario.timeZone) ?? .utc
    return [pen.paint("  Long gaps with seed \(run.seed)", .dim)]
      + run.longGaps.map { gap in
        "    \(calendar.dateAndClock(gap.start)) to \(calendar.dateAndClock(gap.end))"
          + aligned(gap.length.description, to: 13) + "  " + gap.cause.words
      }
  }

  // MARK: Warnings

  var warnings: [String] {
    cautions(report, trackers).flatMap { marked("!", $0) }.map { pen.paint($0, .fair) }
      + tableNotes(report, trackers).flatMap { marked("*", $0) }
  }

  /// The warnings of the scenario. They come before the tables, because they concern every figure.
  var dayWarnings: [String] {
    report.scenario.warnings.flatMap { marked("!", $0) }.map { pen.paint($0, .fair) }
  }

  private func marked(_ mark: String, _ text: String) -> [String] {
    let lines = wrapped(text, width: TerminalReport.width, indent: 2)
    return lines.enumerated().map { $0 == 0 ? mark + $1.dropFirst() : $1 }
  }

  /// The lines on the model parameters of the phone, for each seed. All trackers of a seed share
  /// them.
  var model: [String] {
    (trackers.first?.runs ?? []).flatMap { run in
      [pen.paint("The phone's model with seed \(run.seed)", .bold)] + run.model.map(line)
        + run.readings.map(line)
    }
  }

  private func line(_ parameter: ModelParameter) -> String {
    let range = parameter.rangeText.isEmpty ? "" : parameter.rangeText + "  "
    let value = aligned(FigureText.shortest(parameter.value), to: 12)
    return "  " + padded(parameter.name, to: 46) + value + "  " + range + parameter.source
  }

  private func line(_ reading: ModelVariant) -> String {
    let others = reading.choices.filter { $0 != reading.choice }.joined(separator: ", ")
    return "  " + padded(reading.name, to: 46) + reading.choice + "  not \(others)  "
      + reading.source
  }
}
