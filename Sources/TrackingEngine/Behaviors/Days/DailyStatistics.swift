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
  private static let homeKey = "home"
  private static let stateKey = "homeAway"
  private static let radiusMeters = 50.0...500.0

  let events: Events = [.launch, .record, .action]
  private unowned let tracker: Tracker
  private var deriver = HomeAwayDeriver()

  init(_ tracker: Tracker) { self.tracker = tracker }

  func launched(_ launch: Launch) {
    tracker.homeZone = storedHome ?? settingsHome
    if let text = tracker.phone.container.value(forKey: Self.stateKey),
      let stored = try? JSONDecoder().decode(HomeAwayDeriver.self, from: Data(text.utf8))
    {
      deriver = stored
    }
  }

  func recorded(_ record: Record) {
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
    guard Self.radiusMeters.contains(radius) else {
      return tracker.note(.dailyStatistics, "home cannot have a radius of \(radius) m")
    }
    tracker.homeZone = HomeZone(
      center: Coordinate(latitude: latitude, longitude: longitude), radiusMeters: radius)
    let setAt = tracker.clock.now.iso8601()
    tracker.phone.container.set(
      "\(latitude) \(longitude) \(radius) \(setAt)", forKey: Self.homeKey)
    tracker.note(.dailyStatistics, "home is set")
  }

  /// Returns the statistics of the current local day up to now.
  func today() -> DayStatistics {
    let now = tracker.clock.now
    let calendar = tracker.clock.calendar
    let date = calendar.date(of: now)
    return DayStatistics(
      date: date,
      timeAway: deriver.timeAway(
        on: date, in: calendar, now: now, carriesNight: !forgetsNight),
      isAway: deriver.isAway)
  }

  private var storedHome: HomeZone? {
    let numbers = tracker.phone.container.value(forKey: Self.homeKey)?.split(separator: " ")
      .prefix(3).compactMap { Double($0) }
    guard let numbers, numbers.count == 3 else { return nil }
    return HomeZone(
      center: Coordinate(latitude: numbers[0], longitude: numbers[1]), radiusMeters: numbers[2])
  }

  private var settingsHome: HomeZone? {
    tracker.settings.homeCenter.map {
      HomeZone(center: $0, radiusMeters: tracker.settings.homeRadiusMeters)
    }
  }
}
