import Evaluation
import Experiments
import SimulatedPhone
import Timekeeping

/// For one tracker: why it saw nothing, and where its energy went.
extension TerminalReport {
  private static let causesWidth = 57
  private static let barWidth = 8

  func details(_ tracker: TrackerResults) -> [String] {
    var lines = [pen.paint(tracker.name, .bold)]
    lines += wrapped(life(of: tracker), width: TerminalReport.width, indent: 2)
    let gaps = gapCauses("Why it saw nothing", tracker, \.recorded)
    lines += sideBySide(gaps, energy(of: tracker))
    if let openings = openings(of: tracker) {
      lines += wrapped(openings, width: TerminalReport.width, indent: 2)
    }
    guard isVerbose else { return lines }
    let settings = tracker.runs.first?.settings.joined(separator: ", ") ?? ""
    lines += wrapped("Settings: " + settings, width: TerminalReport.width, indent: 2)
    let received = gapCauses("Why the server saw nothing", tracker, { $0.received ?? [] })
    lines += tracker.runs.contains { $0.delivery != nil } ? received.map(\.painted) : []
    for run in tracker.runs { lines += longGaps(of: run) }
    return lines
  }

  /// A line and how wide it is on the screen, which its colours hide.
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
    guard total > 0 else { return [Line("  \(title): it saw everything", .dim, pen)] }
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
        Line("Its energy cannot be compared: the phone", .dim, pen),
        Line("was off, its battery empty, from the start", .dim, pen),
      ]
    }
    let total = tracker.mean { $0.energy.marginalJoules }
    let components = tracker.energyByComponent
    guard !components.isEmpty else { return [Line("It cost no energy", .dim, pen)] }
    return [Line("Where its energy went: \(FigureText.joules(total))", .dim, pen)]
      + components.map { name, joules in
        let share = total > 0 && joules > 0 ? FigureText.percent(joules / total) + "%" : ""
        return Line(
          "  " + padded(componentWords(name), to: 19) + aligned(FigureText.joules(joules), to: 10)
            + aligned(share, to: 7), .plain, pen)
      }
  }

  /// Where it is much, what the scenario's own openings of the app cost: another tracker would cost it
  /// too.
  private func openings(of tracker: TrackerResults) -> String? {
    let screen = tracker.mean { run in
      run.energy.byComponent.first { $0.name == "screen" }?.marginalJoules ?? 0
    }
    let total = tracker.mean { $0.energy.marginalJoules }
    guard total > 0, screen > 0.25 * total else { return nil }
    return
      "\(FigureText.percent(min(screen / total, 1))) % of its energy is the screen while the app is "
      + "open, because the scenario opens it."
  }

  /// "Launched 3 times, suspended twice; ended by force quit once."
  private func life(of tracker: TrackerResults) -> String {
    let launches = tracker.mean { Double($0.lifecycle.launches) }
    let suspensions = tracker.mean { Double($0.lifecycle.suspensions) }
    var text = "Launched \(FigureText.times(launches))"
    if suspensions > 0 { text += ", suspended \(FigureText.times(suspensions))" }
    let deaths = AppDeath.allCases.compactMap { cause -> String? in
      let count = tracker.mean { Double($0.lifecycle.deaths[cause] ?? 0) }
      return count > 0 ? "\(deathWords(cause.rawValue)) \(FigureText.times(count))" : nil
    }
    if !deaths.isEmpty { text += "; ended by " + deaths.joined(separator: ", ") }
    let queued = tracker.mean { Double($0.lifecycle.queuedAtEnd) }
    if queued > 0 {
      let count = FigureText.count(queued)
      text += "; \(count) record\(count == "1" ? "" : "s") still to send at the end"
    }
    let off = tracker.mean { $0.energy.secondsOff }
    if off > 0 { text += "; phone off for \(FigureText.duration(off))" }
    return text + "."
  }

  private func longGaps(of run: RunResult) -> [String] {
    guard !run.longGaps.isEmpty else { return [] }
    let calendar = LocalCalendar(identifier: report.scenario.timeZone) ?? .utc
    func clock(_ instant: Instant) -> String {
      let (date, time) = calendar.fields(of: instant)
      return "\(date) \(TimeOfDay(hour: time.hour, minute: time.minute))"
    }
    return [pen.paint("  Long gaps with seed \(run.seed)", .dim)]
      + run.longGaps.map { gap in
        "    \(clock(gap.start)) to \(clock(gap.end))"
          + aligned(gap.length.description, to: 13) + "  " + gap.cause.words
      }
  }

  // MARK: What to beware of

  var warnings: [String] {
    var lines: [String] = []
    for tracker in trackers {
      if tracker.mean({ $0.coverage.judgedShare ?? 1 }) < 0.8 {
        let share = FigureText.percent(tracker.mean { $0.coverage.judgedShare })
        lines.append(
          "Only \(share) % of the time of \(tracker.name) could be judged: of the rest nobody knows "
            + "where the person was. Judged hours may be the easier ones.")
      }
      let unexplained = tracker.mean { run in
        run.gapCauses.recorded.first { $0.cause == .unexplained }?.seconds ?? 0
      }
      if unexplained > 0 {
        lines.append(
          "\(FigureText.duration(unexplained)) of \(tracker.name)'s gaps have no known cause. That "
            + "is a defect of the simulation.")
      }
    }
    if let extrapolation { lines.append(extrapolation) }
    return lines.flatMap { marked("!", $0) }.map { pen.paint($0, .fair) }
      + report.scenario.assumptions.flatMap { marked("*", $0) }
  }

  /// What makes every figure below it say something else than was meant.
  var dayWarnings: [String] {
    report.scenario.warnings.flatMap { marked("!", $0) }.map { pen.paint($0, .fair) }
  }

  /// A day of points from an hour says little about a day.
  private var extrapolation: String? {
    let seconds = trackers.first?.mean { $0.energy.comparedSeconds } ?? 0
    guard seconds > 0, seconds < 4 * 3600 else { return nil }
    return "The battery's points a day are extrapolated from \(FigureText.duration(seconds))."
  }

  private func marked(_ mark: String, _ text: String) -> [String] {
    let lines = wrapped(text, width: TerminalReport.width, indent: 2)
    return lines.enumerated().map { $0 == 0 ? mark + $1.dropFirst() : $1 }
  }

  /// The phone's model of each seed, which every tracker of the seed shares.
  var model: [String] {
    (trackers.first?.runs ?? []).flatMap { run in
      [pen.paint("The phone's model with seed \(run.seed)", .bold)] + run.model.map(line)
        + run.readings.map(line)
    }
  }

  private func line(_ parameter: ModelParameter) -> String {
    let isDrawn = parameter.low < parameter.high
    let range =
      parameter.isFixed
      ? "set by the scenario  "
      : isDrawn ? "\(shortest(parameter.low))–\(shortest(parameter.high))  " : ""
    let value = aligned(shortest(parameter.value), to: 12)
    return "  " + padded(parameter.name, to: 46) + value + "  " + range + parameter.source
  }

  private func line(_ reading: ModelReading) -> String {
    let others = reading.choices.filter { $0 != reading.choice }.joined(separator: ", ")
    return "  " + padded(reading.name, to: 46) + reading.choice + "  not \(others)  "
      + reading.source
  }

  private func shortest(_ value: Double) -> String {
    let digits = FigureText.decimal(value, abs(value) < 1 ? 4 : abs(value) < 100 ? 2 : 0)
    guard digits.contains(".") else { return digits }
    return String(digits.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
  }
}
