import Geodesy
import PhoneAPI
import Text
import Timekeeping
import TrackingEngine

/// A writer of EHE-Pilot's first table: time, coordinates and `isHome`.
///
/// `isHome` is 1 at home, 0 away, and empty if no home was set.
struct EHEPilotFirstCSV: RecordWriter {
  func begin(_ text: inout TextBuffer) { text.add("timestamp,latitude,longitude,isHome\n") }

  func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {
    let (time, place) = (record.location.timestamp, record.location.coordinate)
    text.addRow(
      [.text(time.iso8601())] + CSVField.place(place) + [.flag(record.home?.isHome)])
  }
}

/// A writer of EHE-Pilot's second table, with the time away and outdoors so far in each local day.
///
/// If a record is away from home or outdoors, the time from this record to the next counts as time
/// away or outdoors. Both times start at 0 at a day's first record. The writer reads a whole day
/// before it writes the day, so that the newest line can come first.
struct EHEPilotSecondCSV: RecordWriter {
  private static let header: StaticString = """
    Timestamp,Latitude,Longitude,Accuracy,IsAwayFromHome,IsOutdoors,\
    CumulativeTimeAwayHome(minutes),CumulativeTimeOutdoors(minutes)
    """

  private struct Row {
    var location: Location
    var isAway: Bool?
    var isOutdoors: Bool?
    var away = TimeSpan.zero
    var outdoors = TimeSpan.zero
  }

  private var days: LocalDays
  private let isNewestFirst: Bool
  private let outdoorsAccuracyMeters: Double
  private var rows: [Row] = []

  init(
    calendar: LocalCalendar, isNewestFirst: Bool,
    outdoorsAccuracyMeters: Double = Outdoors.accuracyMeters
  ) {
    days = LocalDays(calendar)
    self.isNewestFirst = isNewestFirst
    self.outdoorsAccuracyMeters = outdoorsAccuracyMeters
  }

  func begin(_ text: inout TextBuffer) {
    text.add(Self.header)
    text.endLine()
  }

  mutating func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {
    if days.begins(with: record.location.timestamp) { writeDay(to: &text) }
    rows.append(
      Row(
        location: record.location, isAway: record.home.map { !$0.isHome },
        isOutdoors: Outdoors.isOutdoors(record, accuracyBelowMeters: outdoorsAccuracyMeters)))
  }

  mutating func end(_ text: inout TextBuffer) { writeDay(to: &text) }

  private mutating func writeDay(to text: inout TextBuffer) {
    if isNewestFirst { rows.reverse() }
    for index in rows.indices.dropFirst() {
      let before = rows[index - 1]
      let step = rows[index].location.timestamp - before.location.timestamp
      rows[index].away = before.away + (before.isAway == true ? step : .zero)
      rows[index].outdoors = before.outdoors + (before.isOutdoors == true ? step : .zero)
    }
    if isNewestFirst { rows.reverse() }
    for row in rows { write(row, to: &text) }
    rows.removeAll(keepingCapacity: true)
  }

  private func write(_ row: Row, to text: inout TextBuffer) {
    let (location, accuracy) = (row.location, row.location.horizontalAccuracyMeters)
    text.addRow(
      [.instant(location.timestamp)] + CSVField.place(location.coordinate) + [
        accuracy >= 0 ? .number(accuracy, decimals: 1) : .text("N/A"), .flag(row.isAway),
        .flag(row.isOutdoors), .count(row.away.roundedMinutes), .count(row.outdoors.roundedMinutes),
      ])
  }
}

extension CSVField {
  /// Returns the latitude and longitude with all their digits.
  static func place(_ coordinate: Coordinate) -> [CSVField] {
    [.text("\(coordinate.latitude)"), .text("\(coordinate.longitude)")]
  }
}
