import PhoneAPI
import Timekeeping

/// The first table of EHE-Pilot: time, place, and 1 at home, 0 away, empty where no home was set.
struct EHEPilotFirstCSV: RecordWriter {
  func begin(_ text: inout TextBuffer) { text.add("timestamp,latitude,longitude,isHome\n") }

  func add(_ record: Record, details: String?, to text: inout TextBuffer) {
    text.add(text: record.location.timestamp.iso8601())
    text.addPlace(record.location)
    text.add(flag: record.home?.isHome)
    text.endLine()
  }
}

/// The second table of EHE-Pilot, with the time away and outdoors that a local day's records sum to.
///
/// Each step from one record to the next is credited to the state of the earlier; the sums start from 0
/// at a day's first record. A day is therefore gathered before it is written, so that the newest line can
/// be the first.
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

  mutating func add(_ record: Record, details: String?, to text: inout TextBuffer) {
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
    text.add(row.location.timestamp)
    text.addPlace(row.location)
    if row.location.horizontalAccuracyMeters >= 0 {
      text.add(row.location.horizontalAccuracyMeters, decimals: 1)
    } else {
      text.add("N/A")
    }
    text.add(",")
    text.add(flag: row.isAway)
    text.add(",")
    text.add(flag: row.isOutdoors)
    text.add(",")
    text.add(row.away.roundedMinutes)
    text.add(",")
    text.add(row.outdoors.roundedMinutes)
    text.endLine()
  }
}

extension TextBuffer {
  /// Latitude and longitude with all their digits, a comma before each and one after.
  fileprivate mutating func addPlace(_ location: Location) {
    add(text: ",\(location.coordinate.latitude),\(location.coordinate.longitude),")
  }
}

extension TimeSpan {
  /// Half a minute and more counts as one.
  var roundedMinutes: Int { Int((seconds / 60).rounded()) }
}
