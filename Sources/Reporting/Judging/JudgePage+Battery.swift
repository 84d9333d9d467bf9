import Experiments
import Text
import Timekeeping

/// The battery of a judged log.
extension JudgePage {
  // MARK: Battery

  var battery: SectionedPage.Section? {
    guard let battery = judgment.battery else { return nil }
    let caption =
      "The battery of the log's phone"
      + (judgment.simulation == nil ? "" : ", on the 90 % range of the simulated phones")
    let drawing = batteryDrawing(battery, caption: caption)
    return SectionedPage.Section(
      id: "battery", title: "Battery", notes: words.battery(battery) + battery.remarks,
      groups: drawing.map { [.init(figures: [.init(caption: caption, drawing: $0)])] } ?? [],
      tables: [rates(battery), hours(battery)].compactMap(\.self))
  }

  private func rates(_ battery: JudgedBattery) -> SectionedPage.Rows? {
    guard let drain = battery.drain else { return nil }
    let range = battery.simulatedDrain
    let isOutside = range?.place.isOutside == true
    return SectionedPage.Rows(
      caption: "Drain without a charger after the time at 100 %",
      columns: [
        "figure", "log", "possible", "simulated median", "simulated 90 %", "rank", "place",
      ],
      rows: [
        .init(
          style: isOutside ? "changed" : "", name: "drain",
          cells: ([
            JudgeText.rate(drain.percentPerHour),
            interval(FigureText.decimal(drain.low, 2), JudgeText.rate(drain.high)),
          ] + JudgePage.cells(range, { FigureText.decimal($0, 2) }, JudgeText.rate)).map {
            .init(text: $0)
          })
      ])
  }

  private func hours(_ battery: JudgedBattery) -> SectionedPage.Rows? {
    guard let most = battery.drainByHour.map(\.percentPerHour).max(), most > 0 else { return nil }
    return SectionedPage.Rows(
      summary: "Drain by hour of the day", caption: "Drain by hour of the local day",
      columns: ["hour", "drain", "measured over"],
      rows: battery.drainByHour.map { hour in
        .init(
          name: "\(hour.hour):00",
          cells: [
            .init(
              text: JudgeText.rate(hour.percentPerHour),
              meter: .init(
                style: "plain-bar",
                width: Drawing.rounded(max(0, hour.percentPerHour) / most * 100))),
            .init(text: FigureText.decimal(hour.hours, 1) + " h"),
          ])
      })
  }
}
