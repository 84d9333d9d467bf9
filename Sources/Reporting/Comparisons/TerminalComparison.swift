import Experiments

/// A comparison for somebody at a terminal: a table of trackers with intervals, the front, how sure the
/// order is and what it hangs on, and what to choose. At most 100 columns wide.
public struct TerminalComparison {
  static let width = 100

  let comparison: Comparison
  let pen: Pen
  let isVerbose: Bool

  public init(_ comparison: Comparison, isColoured: Bool = false, isVerbose: Bool = false) {
    self.comparison = comparison
    self.isVerbose = isVerbose
    pen = Pen(isColoured: isColoured)
  }

  /// Ends with a line feed.
  public var text: String {
    var sections = [heading, interruption]
    if let portfolio = comparison.portfolio {
      sections.append([pen.paint("Over \(comparison.scenarios.count) scenarios", .bold)])
      sections += findings(portfolio)
      sections += comparison.scenarios.flatMap(short)
    } else if let only = comparison.scenarios.first {
      sections += findings(only.findings)
    }
    sections += [warnings, legend]
    return sections.filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private func findings(_ findings: Findings) -> [[String]] {
    [table(findings), front(findings), differences(findings)]
      + findings.orders.map { certainty($0) } + [evidence(findings), choice(findings)]
  }

  /// One of several scenarios, without the reasons unless they are asked for.
  private func short(_ scenario: ScenarioComparison) -> [[String]] {
    let title = [pen.paint(scenario.scenario.name, .bold)]
    guard isVerbose else {
      return [title + table(scenario.findings) + front(scenario.findings)]
    }
    return [title] + findings(scenario.findings)
  }

  // MARK: Head and foot

  private var heading: [String] {
    let names = comparison.scenarios.map(\.scenario.name)
    let title = names.count == 1 ? names[0] : "\(names.count) scenarios"
    return [
      pen.paint("\(FigureText.counted(comparison.trackers.count, "tracker")) on \(title)", .bold),
      comparison.runsText,
    ]
  }

  private var interruption: [String] {
    guard let line = comparison.incompletenessText else { return [] }
    return wrapped("! " + line, width: Self.width).map { pen.paint($0, .fair) }
  }

  private var warnings: [String] {
    comparison.scenarios.flatMap { scenario in
      scenario.scenario.warnings.flatMap {
        wrapped("! \(scenario.scenario.name): \($0)", width: Self.width)
      }
    }.map { pen.paint($0, .fair) }
  }

  private var legend: [String] {
    let lines = [
      ("figures", "means over seeds; below them " + below),
      ("on the front", "nobody has as much of \(comparison.axis) for as little battery"),
      ("draws", "of the phone's figures that no source tells: in how many of them the order holds"),
      (
        "ignorance",
        "share of the spread that these cause; the rest is chance: days, people, phones"
      ),
    ]
    return lines.map { name, meaning in pen.paint(padded(name, to: 14) + meaning, .dim) }
  }

  private var below: String {
    comparison.hasIntervals
      ? "their 95 % intervals, and the draws on the front"
      : "the draws on the front; intervals take ten seeds"
  }

  // MARK: Figures

  private static let usualColumns = [
    "positionCoverage", "positionCoverageMoving", "pathCoverage", "stayRecall", "tripRecall",
  ]

  /// The usual ones, and what was asked for.
  var columns: [String] {
    let asked = [comparison.axis] + (comparison.findings?.choice.map(\.need.measuresTold) ?? [])
    let usual = Self.usualColumns + [comparison.cost]
    return Self.usualColumns + asked.filter { !usual.contains($0) }.prefix(3) + [comparison.cost]
  }

  private func table(_ findings: Findings) -> [String] {
    var table = TextTable()
    let texts = columns.map(MeasureText.init)
    table.add([.init("")] + texts.map { .init($0.heading.0, .dim) } + [.init("on the", .dim)])
    table.add([.init("")] + texts.map { .init($0.heading.1, .dim) } + [.init("front", .dim)])
    for (tracker, place) in zip(findings.trackers, findings.front) {
      let figures = columns.map { tracker.figure($0) }
      table.add(
        [.init(tracker.tracker, .bold)]
          + zip(texts, figures).map { .init($1?.mean.map($0.text) ?? FigureText.none) }
          + [.init(place.isOnFront ? "yes" : "no", place.isOnFront ? .good : .dim)])
      guard figures.contains(where: { $0?.interval != nil }) else { continue }
      let ranges = zip(texts, figures).map { text, figure -> TextTable.Cell in
        .init(figure?.interval.map(text.range) ?? "", .dim)
      }
      table.add([.init("")] + ranges + [.init("\(place.drawsOnFront)/\(place.draws)", .dim)])
    }
    return table.lines(widthMax: Self.width, pen: pen)
  }

  private func front(_ findings: Findings) -> [String] {
    let names = findings.front.filter(\.isOnFront).map(\.tracker)
    guard !names.isEmpty else { return ["No front: \(comparison.axis) does not apply here."] }
    return wrapped(
      "Front of \(comparison.axis) against \(comparison.cost): \(names.joined(separator: ", ")).",
      width: Self.width)
  }

  private func differences(_ findings: Findings) -> [String] {
    var table = TextTable()
    let texts = columns.map(MeasureText.init)
    for tracker in findings.differences {
      let figures = columns.map { tracker.figure($0) }
      table.add(
        [.init("  " + tracker.tracker)]
          + zip(texts, figures).map { .init($1?.mean.map($0.difference) ?? FigureText.none) })
      let ranges = zip(texts, figures).map { text, figure -> TextTable.Cell in
        .init(figure?.interval.map(text.differenceRange) ?? "", .dim)
      }
      if ranges.contains(where: { !$0.text.isEmpty }) { table.add([.init("")] + ranges) }
    }
    let lines = table.lines(widthMax: Self.width, pen: pen)
    return lines.isEmpty ? [] : ["Against \(comparison.reference), seed by seed:"] + lines
  }
}

extension Need {
  var measuresTold: [String] { requirements.map(\.measure) + [objective] }
}
