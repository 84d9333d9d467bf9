import Timekeeping
import World

/// An act of the person with the phone, as the scenario describes it. Its days and times are not
/// known yet.
///
/// For each seed, the simulated days turn it into `PersonAction`s.
package struct PersonEvent: Sendable, Hashable {
  package enum Trigger: Sendable, Hashable {
    /// Happens at a random instant, drawn uniformly from `spread` before to `spread` after the
    /// given instant.
    case at(Instant, spread: TimeSpan)
    /// Happens each time that the condition on the battery level becomes true.
    case whenBattery(BatteryLevelCondition)
    /// Happens after a delay each time that the person arrives at a place; `onDeparture` is for
    /// leaving.
    case onArrival(place: Int, after: TimeSpan)
    case onDeparture(place: Int, after: TimeSpan)
    /// Happens a number of times a day at random moments within a window of the day. 0.5 is every
    /// other day on average.
    case timesPerDay(Double, DailyWindow)
    /// Happens as often as people typically use their phones (SCR-3, SCR-4): see `PhoneUse`.
    case phoneUse(PhoneUse)
    /// Lasts each night from going to bed until getting up or leaving.
    case everyNight
  }

  package var trigger: Trigger
  package var action: PersonAction.Kind
  /// The time after which the act that ends this act follows (`action.ending`); nil if this act
  /// lasts until something else happens.
  package var lasts: TimeSpan?
  /// A condition on the battery level. If it does not hold at the time of the act, the act is
  /// skipped.
  package var onlyWhen: BatteryLevelCondition?
  /// The weekdays on which the act happens, from 1 for Monday (ISO 8601). The instants of acts at
  /// given times are already on these weekdays.
  package var weekdays: Set<Int> = PersonEvent.everyDay
  /// The probability of the act on each occasion, drawn independently.
  package var probability: Double
  package var line: Int?
  /// The local time of an act at a given time, as the file states it. Nil if time zones do not
  /// change, so that the instant is sufficient.
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

/// The number of the person's phone sessions for other purposes than the tracker, and their mean
/// length.
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
