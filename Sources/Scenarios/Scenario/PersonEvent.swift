import Timekeeping
import World

/// An act of the person with the phone, as the scenario describes it.
///
/// An event may occur on several days, at times that depend on the seed. For each seed,
/// `PersonPlan` turns the event into `PersonAction`s.
package struct PersonEvent: Sendable, Hashable {
  package enum Trigger: Sendable, Hashable {
    /// Happens once, at a random instant that differs from the given instant by at most `spread`.
    /// All instants in this range are equally likely.
    case at(Instant, spread: TimeSpan)
    /// Happens each time that the condition on the battery level becomes true.
    case whenBattery(BatteryLevelCondition)
    /// Happens after a delay each time that the person arrives at a place. The case `onDeparture`
    /// does the same for leaving a place.
    case onArrival(place: Int, after: TimeSpan)
    case onDeparture(place: Int, after: TimeSpan)
    /// Happens a number of times a day at random moments within a window of the day. The number
    /// 0.5 means every other day on average.
    case timesPerDay(Double, DailyWindow)
    /// Happens as often as people typically use their phones (SCR-3, SCR-4): see `PhoneUse`.
    case phoneUse(PhoneUse)
    /// Lasts each night from going to bed until getting up or leaving.
    case everyNight
  }

  package var trigger: Trigger
  package var action: PersonAction.Kind
  /// The time from this act to the act that ends it (`action.ending`), such as unplugging; nil if
  /// this act lasts until something else happens.
  package var lasts: TimeSpan?
  /// A condition on the battery level. If it does not hold at the time of the act, the act is
  /// skipped.
  package var onlyWhen: BatteryLevelCondition?
  /// The weekdays on which the act happens, from 1 for Monday (ISO 8601). For acts with the trigger
  /// `at`, the reader has already applied the weekdays.
  package var weekdays: Set<Int> = PersonEvent.everyDay
  /// The probability that the act happens on one occasion. Occasions are drawn independently.
  package var probability: Double
  package var line: Int?
  /// The local time that the file states for an act with the trigger `at`. Nil if the person stays
  /// in one time zone, or if the file gives a UTC offset.
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

/// A daily period between two times of day. If `until` is not later than `from`, the period ends on
/// the next day.
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

/// The number of times that the person uses the phone for something other than the tracker, and the
/// mean duration of one use.
package struct PhoneUse: Sendable, Hashable {
  package var sessionsPerDay: Double = 60
  package var meanSessionSeconds: Double = 270
}

/// A place that the person may leave without the phone.
package struct ForgottenPhone: Sendable, Hashable {
  package var place: Int
  /// The probability of forgetting the phone each time that the person leaves the place.
  package var probability: Double
  package var weekdays: Set<Int>
}
