import Text
import Timekeeping
import TrackingEngine

/// A list of drives to read or mail. Each year and each local day has a line with the totals.
///
///     2026: 2 drives, 16.3 km, 41 min
///
///     Monday 2026-03-02: 2 drives, 16.3 km, 41 min
///       08:10–08:31  home – office  8.2 km  21 min  business
struct DrivesText: RecordWriter {
  private let calendar: LocalCalendar
  private let isNewestFirst: Bool
  /// The drives read so far. A year has some thousand drives, which fit in memory.
  private var drives: [DriveSummary] = []

  init(calendar: LocalCalendar, isNewestFirst: Bool) {
    self.calendar = calendar
    self.isNewestFirst = isNewestFirst
  }

  mutating func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {
    if let drive = extras.details.flatMap(DriveSummary.init(json:)) { drives.append(drive) }
  }

  mutating func end(_ text: inout TextBuffer) {
    var list = drives.sorted { $0.start < $1.start }
    if isNewestFirst { list.reverse() }
    let years = list.runs(by: { calendar.date(of: $0.start).year })
    for (index, year) in years.enumerated() {
      if index > 0 { text.endLine() }
      text.add(text: "\(year.key): \(sums(year.members))\n")
      for day in year.members.runs(by: { calendar.date(of: $0.start) }) {
        text.add(text: "\n\(weekday(day.key)) \(day.key): \(sums(day.members))\n")
        for drive in day.members { text.add(text: "  \(line(drive))\n") }
      }
    }
  }

  private func line(_ drive: DriveSummary) -> String {
    let way = "\(drive.startPlace ?? "?") – \(drive.endPlace ?? "?")"
    return [
      "\(calendar.clock(drive.start))–\(drive.isInProgress ? "?" : calendar.clock(drive.end))", way,
      kilometers(drive.distanceMeters),
      minutes(drive.duration), drive.isBusiness ? "business" : "private",
    ].joined(separator: "  ")
  }

  private func sums(_ drives: [DriveSummary]) -> String {
    let meters = drives.reduce(0) { $0 + $1.distanceMeters }
    let duration = drives.reduce(TimeSpan.zero) { $0 + $1.duration }
    return "\(counted(drives.count, "drive")), \(kilometers(meters)), \(minutes(duration))"
  }

  private func kilometers(_ meters: Double) -> String {
    let hectometers = Int((meters / 100).rounded())
    return "\(hectometers / 10).\(hectometers % 10) km"
  }

  private func minutes(_ duration: TimeSpan) -> String {
    let minutes = duration.roundedMinutes
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  private func weekday(_ date: CivilDate) -> String {
    let names = [
      "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    return names[date.isoWeekday - 1]
  }
}

extension Array {
  /// Returns groups of successive elements that have the same key.
  fileprivate func runs<Key: Equatable>(
    by key: (Element) -> Key
  ) -> [(key: Key, members: [Element])] {
    reduce(into: []) { runs, element in
      let own = key(element)
      if runs.last?.key == own {
        runs[runs.count - 1].members.append(element)
      } else {
        runs.append((own, [element]))
      }
    }
  }
}
