import Timekeeping
import World

/// An act of the person with the phone, before the day on which it happens is known.
///
/// One seed's days and movements turn it into `PersonAction`s.
package struct PersonEvent: Sendable, Hashable {
  package enum Trigger: Sendable, Hashable {
    /// At an instant drawn uniformly from `spread` before to `spread` after.
    case at(Instant, spread: TimeSpan)
    /// Each time that the condition becomes true.
    case whenBattery(BatteryLevelCondition)
    /// Each time that the person arrives at a place, or leaves it, after a delay.
    case onArrival(place: Int, after: TimeSpan)
    case onDeparture(place: Int, after: TimeSpan)
    /// So many times a day between two times of day, at random moments. 0.5 is every other day on
    /// average.
    case timesPerDay(Double, DailyWindow)
    /// In the pattern of people's phone use (SCR-3, SCR-4): see `PhoneUse`.
    case phoneUse(PhoneUse)
    /// Each night, from going to bed until getting up or leaving.
    case everyNight
  }

  package var trigger: Trigger
  package var action: PersonAction.Kind
  /// The time after which `action.ending` follows; nil if the act lasts until something else
  /// happens.
  package var lasts: TimeSpan?
  /// A condition that has to hold at that moment; otherwise the act is skipped.
  package var onlyWhen: BatteryLevelCondition?
  /// The ISO numbers of the weekdays on which the act happens; acts at given times are already on
  /// such days.
  package var weekdays: Set<Int> = PersonEvent.everyDay
  /// The probability of the act on each occasion, drawn independently.
  package var probability: Double
  package var line: Int?
  /// The written local time of an act at a given time, if time zones change; nil if the instant is
  /// sufficient.
  package var written: ClockTime?

  package init(
    _ trigger: Trigger, _ action: PersonAction.Kind, lasts: TimeSpan? = nil,
    onlyWhen: BatteryLevelCondition? = nil, weekdays: Set<Int> = PersonEvent.everyDay,
    probability: Double = 1, line: Int? = nil
  ) {
    self.trigger = trigger
    self.action = action
    self.lasts = lasts
    self.onlyWhen = onlyWhen
    self.weekdays = weekdays
    self.probability = probability
    self.line = line
  }

  package static let everyDay: Set<Int> = [1, 2, 3, 4, 5, 6, 7]

  /// Charging every night, at the place where the person rests.
  package static let nightlyCharging = PersonEvent(.everyNight, .plugsInHere)
}

/// A period from one time of day to another, which may be the next morning's.
package struct DailyWindow: Sendable, Hashable {
  package var from: TimeOfDay
  package var until: TimeOfDay

  package static let waking = DailyWindow(
    from: TimeOfDay(hour: 7, minute: 0), until: TimeOfDay(hour: 23, minute: 0))

  package var seconds: Double {
    let length = until.secondsSinceMidnight - from.secondsSinceMidnight
    return Double(length > 0 ? length : length + 86_400)
  }
}

/// The number and the mean length of the person's phone sessions, apart from the tracker.
package struct PhoneUse: Sendable, Hashable {
  package var sessionsPerDay: Double = 60
  package var meanSessionSeconds: Double = 270
}

/// A place at whose departure the person may forget the phone.
package struct ForgottenPhone: Sendable, Hashable {
  package var place: Int
  /// The probability at each departure.
  package var probability: Double
  package var weekdays: Set<Int>
}
