import Evaluation
import Experiments

/// Where many trackers run: for each the foremost reason why it saw nothing, and what took most of its energy.
extension TerminalReport {
  var foremost: [String] {
    var table = TextTable()
    table.add(["", "saw", "mostly", "", "mostly"].map(heading))
    table.add(["", "nothing", "because", "energy", "for"].map(heading))
    for tracker in trackers {
      table.add([.init(tracker.name, .bold)] + unseen(by: tracker) + energy(of: tracker))
    }
    return table.lines(widthMax: TerminalReport.width, pen: pen) + ["", pen.paint(Self.more, .dim)]
  }

  private static let more = "--preset NAME tells more of one of them, --verbose more of each."

  private func heading(_ text: String) -> TextTable.Cell {
    .init(text, .dim, isWords: text == "mostly" || text == "because" || text == "for")
  }

  private func unseen(by tracker: TrackerResults) -> [TextTable.Cell] {
    let causes = tracker.gapCauses(\.recorded)
    guard let first = causes.first else {
      return [.init(FigureText.none, .dim), .init("", isWords: true)]
    }
    let total = causes.reduce(0) { $0 + $1.seconds }
    let style = first.cause == .unexplained ? TextStyle.bad : .plain
    return [
      .init(FigureText.duration(total)), .init(first.cause.words, style, isWords: true),
    ]
  }

  private func energy(of tracker: TrackerResults) -> [TextTable.Cell] {
    guard tracker.mean({ $0.energy.comparedSeconds }) > 0,
      let first = tracker.energyByComponent.first
    else { return [.init(FigureText.none, .dim), .init("", isWords: true)] }
    let total = tracker.mean { $0.energy.marginalJoules }
    return [.init(FigureText.joules(total)), .init(componentWords(first.name), isWords: true)]
  }
}
