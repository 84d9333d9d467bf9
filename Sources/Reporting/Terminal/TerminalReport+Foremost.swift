import Evaluation
import Experiments

/// The table for many trackers. It shows each tracker's largest gap cause, and the component of the
/// phone that used most of its energy.
extension TerminalReport {
  var foremost: [String] {
    let table = Table(
      columns: [
        .init(lines: ["", "gaps"]), .init(lines: ["main", "cause"], kind: .words),
        .init(lines: ["", "energy"]), .init(lines: ["main", "part"], kind: .words),
      ],
      rows: trackers.map { .init(name: $0.name, cells: unseen(by: $0) + energy(of: $0)) })
    return table.terminal(width: TerminalReport.width, pen: pen) + ["", pen.paint(Self.more, .dim)]
  }

  private static let more = "--preset NAME shows one of them in detail, --verbose shows all."

  private func unseen(by tracker: TrackerResults) -> [Table.Cell] {
    let causes = tracker.gapCauses(\.recorded)
    guard let first = causes.first else {
      return [.init(FigureText.none, .dim), .init("")]
    }
    let total = causes.reduce(0) { $0 + $1.seconds }
    let style = first.cause == .unexplained ? TextStyle.bad : .plain
    return [
      .init(FigureText.duration(total)), .init(first.cause.words, style),
    ]
  }

  private func energy(of tracker: TrackerResults) -> [Table.Cell] {
    guard tracker.mean({ $0.energy.comparedSeconds }) > 0,
      let first = tracker.energyByComponent.first
    else { return [.init(FigureText.none, .dim), .init("")] }
    let total = tracker.mean { $0.energy.marginalJoules }
    return [.init(FigureText.joules(total)), .init(componentWords(first.name))]
  }
}
