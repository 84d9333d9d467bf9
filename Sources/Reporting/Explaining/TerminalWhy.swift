import Experiments

/// The explanation of missed time, for a terminal, at most 100 columns wide. Missed time is the
/// time in which the person's place was not known.
///
/// The gap cause with the most missed time comes first. Below each cause are the changes that make
/// this time shorter, with their battery use.
package struct TerminalWhy {
  private static let width = 100
  private static let labelWidth = 49

  private let why: Why
  private let words: WhyText
  private let pen: Pen
  private let isVerbose: Bool

  package init(_ why: Why, isColored: Bool = false, isVerbose: Bool = false) {
    self.why = why
    self.isVerbose = isVerbose
    words = WhyText(why: why)
    pen = Pen(isColored: isColored)
  }

  /// The explanation as text for a terminal. The text ends with a line feed.
  package var text: String {
    sectioned([heading] + why.trackers.flatMap(tracker) + [legend])
  }

  private var heading: [String] {
    let runs = FigureText.count(Double(why.design.runsDone))
    let warnings = why.scenario.warnings + [words.interruption].compactMap { $0 }
    return [pen.paint("Why on \(why.scenario.name): \(words.seeds), \(runs) runs", .bold)]
      + warnings.flatMap { wrapped("! \($0)", width: Self.width) }.map { pen.paint($0, .fair) }
  }

  private func tracker(_ tracker: ExplainedTracker) -> [[String]] {
    let title =
      [pen.paint(tracker.tracker, .bold)] + wrapped(words.missed(tracker), width: Self.width)
      + wrapped(WhyText.advice(tracker), width: Self.width)
    let small = words.small(tracker).map { wrapped($0, width: Self.width) } ?? []
    return [title] + tracker.causes.map(cause) + [small]
  }

  // MARK: One cause

  private func cause(_ cause: ExplainedCause) -> [String] {
    let title = words.title(cause)
    let shown = isVerbose ? cause.changes : WhyText.shown(cause)
    var lines = [pen.paint(title.prefix(1).uppercased() + title.dropFirst(), .bold)]
    if let verdict = WhyText.verdict(cause) {
      lines += wrapped(verdict, width: Self.width, indent: 2)
    }
    if !shown.isEmpty { lines += table(shown) }
    return lines + remarks(cause)
  }

  private func table(_ changes: [TriedChange]) -> [String] {
    var table = WhyText.table(changes, withFacts: isVerbose)
    table.nameWidthMin = Self.labelWidth
    for (index, change) in changes.enumerated() {
      guard let whole = WhyText.whole(change) else { continue }
      table.rows[index].notes = wrapped(whole, width: Self.width, indent: 6)
        .map { pen.paint($0, .dim) }
    }
    return table.terminal(width: Self.width, pen: pen)
  }

  private func remarks(_ cause: ExplainedCause) -> [String] {
    var remarks: [String] = []
    let count = WhyText.passedOver(cause)
    if !isVerbose, count > 0 {
      let more = count == 1 ? "1 more setting is" : "\(count) more settings are"
      remarks.append("\(more) worse than these; --verbose shows them.")
    }
    if isVerbose { remarks += [WhyText.inVain(cause)].compactMap { $0 } }
    return remarks.flatMap { wrapped($0, width: Self.width, indent: 2) }.map { pen.paint($0, .dim) }
  }

  private var legend: [String] {
    pen.legend([
      ("regained", "minutes of \(words.span) no longer missed, over all causes"),
      ("of this", "the same for this cause alone; a part may move to another cause"),
      ("?", "the interval reaches almost to 0: it may be day-to-day variation"),
      ("battery", "points of a full battery a day, more than now"),
      ("if …", "no setting changes this: it shows what caused the gap"),
    ])
  }
}
