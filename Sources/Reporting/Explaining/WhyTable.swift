import Experiments

extension WhyText {
  /// Returns a table with a row for each change. A row has the missed time that the change regains,
  /// the certainty of this gain, and the battery use of the change.
  static func table(_ changes: [TriedChange], withFacts: Bool = true) -> Table {
    Table(
      title: "change",
      columns: [
        .init(lines: ["regained"], title: "regained"), .init(lines: ["95 %"], title: "95 %"),
        .init(lines: ["in motion"], title: "in motion"),
        .init(lines: ["of this"], title: "of this cause"),
        .init(lines: ["battery"], title: "battery, points a day"),
      ],
      rows: changes.map { row($0, withFacts: withFacts) })
  }

  private static func row(_ change: TriedChange, withFacts: Bool) -> Table.Row {
    let effect = change.advised
    return Table.Row(
      name: label(change, effect, withFacts: withFacts), style: .plain, isIndented: true,
      cells: [
        .init(regained(effect), effect.regained.isSure == false ? .fair : .bold),
        .init(range(effect.regained.interval, minutes), .dim),
        .init(effect.regainedMoving.map { minutes($0.mean) } ?? FigureText.none),
        .init(minutes(effect.regainedOfCause.mean)), .init(battery(effect.batteryPercentPerDay)),
      ])
  }
}
