import Text
import Timekeeping
import TrackingEngine

/// A writer of a CSV table with a line for each local day, including days without records.
struct DaysCSV: RecordWriter {
  private let isNewestFirst: Bool
  private var summaries: DaySummaries
  private var days: [DaySummary] = []

  init(calendar: LocalCalendar, isNewestFirst: Bool) {
    self.isNewestFirst = isNewestFirst
    summaries = DaySummaries(calendar: calendar)
  }

  func begin(_ text: inout TextBuffer) {
    text.add("date,records,distance_m,away_minutes,outdoors_minutes\n")
  }

  mutating func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {
    days += summaries.add(record)
  }

  mutating func end(_ text: inout TextBuffer) {
    days += summaries.finish()
    for day in isNewestFirst ? days.reversed() : days { write(day, to: &text) }
  }

  private func write(_ day: DaySummary, to text: inout TextBuffer) {
    text.addRow([
      .text("\(day.date)"), .count(day.recordCount), .number(day.distanceMeters, decimals: 0),
      .count(day.timeAway?.roundedMinutes), .count(day.timeOutdoors?.roundedMinutes),
    ])
  }
}
