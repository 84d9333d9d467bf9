import Timekeeping
import World

/// What the person does with the phone, before the day is known on which they do it.
///
/// The days and the whereabouts of one seed make `PersonAction`s of it.
package struct PersonEvent: Sendable, Hashable {
  package enum Trigger: Sendable, Hashable {
    /// Drawn uniformly from `spread` before to `spread` after.
    case at(Instant, spread: TimeSpan)
    /// Each time that the condition becomes true.
    case whenBattery(BatteryLevelCondition)
    /// Each time that the person comes to a place, or leaves it; so much later.
    case onArrival(place: Int, after: TimeSpan)
    case onDeparture(place: Int, after: TimeSpan)
    /// Each day so often between two times of day, at drawn moments. Half a time is every other day
    /// in the mean.
    case timesPerDay(Double, DailyWindow)
    /// As people use their phones (SCR-3, SCR-4): see `PhoneUse`.
    case phoneUse(PhoneUse)
    /// Each night, from going to bed until getting up or leaving.
    case everyNight
  }

  package var trigger: Trigger
  package var action: PersonAction.Kind
  /// After which `action.ending` follows; nil until something else happens.
  package var lasts: TimeSpan?
  /// Has to hold at the moment; otherwise nothing is done.
  package var onlyWhen: BatteryLevelCondition?
  /// ISO numbers of the weekdays on which it is done; acts at given times lie on such days already.
  package var weekdays: Set<Int> = PersonEvent.everyDay
  /// Of being done at all, each time anew.
  package var probability: Double
  package var line: Int?
  /// For an act at a given time what was written, where zones change; nil where the instant says all.
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

  /// On a cable wherever the person rests, every night.
  package static let nightlyCharging = PersonEvent(.everyNight, .plugsInHere)
}

/// From one time of day to another, which may be the next morning's.
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

/// How often and how long the person looks at the phone for reasons of their own.
package struct PhoneUse: Sendable, Hashable {
  package var sessionsPerDay: Double = 60
  package var meanSessionSeconds: Double = 270
}

/// A place at whose door the person may not have the phone on them.
package struct ForgottenPhone: Sendable, Hashable {
  package var place: Int
  /// At each departure.
  package var probability: Double
  package var weekdays: Set<Int>
}
