import Text
import Timekeeping
import TrackingEngine

/// A writer of EHE-Pilot's entity `LocationRecord`, with the names of its README.
///
/// `ifUpdated` is 1 if a server has acknowledged the record. It is empty if an earlier version of
/// the program wrote the record, because that version did not store this.
struct EHEPilotLocations: RecordWriter {
  func begin(_ text: inout TextBuffer) {
    text.add("timestamp,latitude,longitude,gpsAccuracy,isHome,distanceFromHome,ifUpdated\n")
  }

  func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {
    let (location, home) = (record.location, record.home)
    let accuracy = location.horizontalAccuracyMeters
    text.addRow(
      [.instant(location.timestamp)] + CSVField.place(location.coordinate) + [
        .number(accuracy >= 0 ? accuracy : nil, decimals: 1), .flag(home?.isHome),
        .number(home.map { Double($0.distanceMeters) }, decimals: 1), .flag(extras.isSent),
      ])
  }
}

/// A writer of EHE-Pilot's entity `TimeOutdoorsRecord`, with the names of its README.
///
/// The tracker replaces a day's result if late records change it. Only the newest result of a day
/// is written.
struct EHEPilotOutdoors: RecordWriter {
  private let isNewestFirst: Bool
  private var days: [Int64: (day: DayOutdoors, isSent: Bool?)] = [:]

  init(isNewestFirst: Bool) { self.isNewestFirst = isNewestFirst }

  func begin(_ text: inout TextBuffer) {
    text.add("date,totalDurationMinutes,isUploaded,calculationTimestamp\n")
  }

  mutating func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {
    guard let day = DayOutdoors(record, details: extras.details) else { return }
    days[day.daysSince1970] = (day, extras.isSent)
  }

  func end(_ text: inout TextBuffer) {
    let dates = days.keys.sorted()
    for date in isNewestFirst ? dates.reversed() : dates {
      guard let (day, isSent) = days[date] else { continue }
      text.addRow([
        .text("\(day.date)"), .count(day.minutes), .flag(isSent), .instant(day.computedAt),
      ])
    }
  }
}

/// A writer of EHE-Pilot's entity `HomeLocation`, with the names of its README.
///
/// The app keeps the home beside its records, so the writer ignores the records.
struct EHEPilotHome: RecordWriter {
  let home: HomeLocation?

  func begin(_ text: inout TextBuffer) {
    text.add("latitude,longitude,radius,timestamp\n")
    guard let home else { return }
    text.addRow(
      CSVField.place(home.zone.center) + [
        .number(home.zone.radiusMeters, decimals: 1), .instant(home.setAt),
      ])
  }

  func add(_ record: Record, _ extras: RecordArchive.Extras, to text: inout TextBuffer) {}
}
