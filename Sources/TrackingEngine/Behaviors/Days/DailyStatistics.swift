import Foundation
import Geodesy
import PhoneAPI
import Timekeeping

/// The behavior that determines if the user is at home or away, and adds up the time away in each
/// local day.
///
/// Each change between home and away is stored at once, so that a kill loses nothing and no record
/// has to be read again.
final class DailyStatistics: Behavior {
  private static let stateKey = "homeAway"

  let events: Events = [.launch, .record, .action]
  private unowned let tracker: Tracker
  private var deriver = HomeAwayDeriver()
  /// The sums of the current day; nil until `today()` is called. Simulations do not call it.
  private var day: TodaysRecords?

  init(_ tracker: Tracker) { self.tracker = tracker }

  func launched(_ launch: Launch) {
    tracker.homeZone = HomeLocation(in: tracker.phone.container)?.zone ?? settingsHome
    if let text = tracker.phone.container.value(forKey: Self.stateKey),
      let stored = try? JSONDecoder().decode(HomeAwayDeriver.self, from: Data(text.utf8))
    {
      deriver = stored
    }
  }

  func recorded(_ record: Record) {
    if day?.add(record) == false { day = nil }
    guard add(record) else { return }
    let calendar = tracker.clock.calendar
    let today = calendar.date(of: tracker.clock.now)
    deriver.forget(before: calendar.startOfDay(today.adding(days: -1)))
    if let data = try? JSONEncoder().encode(deriver) {
      let text = String(decoding: data, as: UTF8.self)
      tracker.phone.container.set(text, forKey: Self.stateKey)
    }
    tracker.note(.dailyStatistics, deriver.isAway == true ? "away from home" : "at home")
  }

  private var forgetsNight: Bool { tracker.settings.pilotQuirks.nightNotCarried }

  private func add(_ record: Record) -> Bool {
    forgetsNight
      ? deriver.add(record, forgettingNightsOf: tracker.clock.calendar) : deriver.add(record)
  }

  /// Sets home when the user performs the act `setHome`; only later records use the new home.
  func performed(_ action: UserAction) {
    guard TrackerAct(action) == .setHome else { return }
    let numbers = ["latitude", "longitude", "radius"].map {
      action.parameters[$0].flatMap(Double.init)
    }
    guard let latitude = numbers[0], let longitude = numbers[1],
      Coordinate(latitude: latitude, longitude: longitude).isValid
    else { return tracker.note(.dailyStatistics, "got no valid position for home") }
    let radius = numbers[2] ?? tracker.homeZone?.radiusMeters ?? tracker.settings.homeRadiusMeters
    guard HomeZone.radiusRangeMeters.contains(radius) else {
      return tracker.note(.dailyStatistics, "home cannot have a radius of \(radius) m")
    }
    let home = HomeLocation(
      zone: HomeZone(
        center: Coordinate(latitude: latitude, longitude: longitude), radiusMeters: radius),
      setAt: tracker.clock.now)
    tracker.homeZone = home.zone
    home.keep(in: tracker.phone.container)
    tracker.note(.dailyStatistics, "home is set")
  }

  /// Returns the statistics of the current local day up to now.
  func today() -> DayStatistics {
    let now = tracker.clock.now
    let calendar = tracker.clock.calendar
    let date = calendar.date(of: now)
    if day?.date != date { day = todaysRecords(on: date, in: calendar, until: now) }
    let sums = day?.sums
    return DayStatistics(
      date: date,
      timeAway: deriver.timeAway(
        on: date, in: calendar, now: now, carriesNight: !forgetsNight),
      isAway: deriver.isAway, recordCount: sums?.recordCount ?? 0, timeOutdoors: sums?.timeOutdoors)
  }

  private func todaysRecords(
    on date: CivilDate, in calendar: LocalCalendar, until now: Instant
  ) -> TodaysRecords? {
    let day = calendar.startOfDay(date)..<calendar.startOfNextDay(after: now)
    guard let records = try? tracker.store.records(in: day) else { return nil }
    var sums = TodaysRecords(
      date: date,
      summaries: DaySummaries(
        calendar: calendar,
        outdoorsAccuracyMeters: tracker.settings.health.outdoorsAccuracyMeters))
    for record in records.sorted(by: { $0.location.timestamp < $1.location.timestamp }) {
      _ = sums.add(record)
    }
    return sums
  }

  private var settingsHome: HomeZone? {
    tracker.settings.homeCenter.map {
      HomeZone(center: $0, radiusMeters: tracker.settings.homeRadiusMeters)
    }
  }
}

/// The sums of the current day's records, to which records can be added as they are made.
private struct TodaysRecords {
  let date: CivilDate
  var summaries: DaySummaries
  private var newest = Instant.distantPast

  init(date: CivilDate, summaries: DaySummaries) {
    self.date = date
    self.summaries = summaries
  }

  var sums: DaySummary? {
    var copy = summaries
    return copy.finish().last { $0.date == date }
  }

  /// Adds a record; returns false if the record is older than the newest so far. The sums then have to
  /// be computed again from all records.
  mutating func add(_ record: Record) -> Bool {
    guard record.location.timestamp >= newest else { return false }
    newest = record.location.timestamp
    _ = summaries.add(record)
    return true
  }
}
