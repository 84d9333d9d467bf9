import EventKernel
import PhoneProfiles
import Timekeeping

/// The times at which the phone could run a background refresh of the app, drawn in advance for
/// each day (BGT-3).
///
/// The number of opportunities in a day depends on how often the person opens the app (BGT-4). Each
/// half hour of the local day has a weight. The weight is large in the hour before the person
/// usually opens the app, and small at night. The day is divided into as many parts of equal weight
/// as there are opportunities. Each part contains one opportunity at a random time. The
/// opportunities do not depend on the app's requests.
struct RefreshOpportunities {
  struct Opportunity: Equatable {
    var time: Instant
    /// The number of the opportunity. Other random draws for it depend on this number.
    var ordinal: Int64
  }

  private let chance: SeededRandom
  private let clocks: TravelCalendar
  private let parameters: TaskParameters
  /// The times of day at which this person usually picks up the phone [s].
  ///
  /// The model uses these times for a day if the person did not open the app on any day before.
  private let usualSeconds: [Double]
  /// The opportunities that were drawn so far, by day. They are used again whenever a refresh is
  /// scheduled on that day.
  private var drawn: [Day: [Opportunity]] = [:]

  /// The inputs on which the opportunities of a day depend.
  private struct Day: Hashable {
    var date: CivilDate
    var start: Instant
    var end: Instant
    var frequency: PhoneUsage.Frequency
    /// The times at which the person opened the app before that day.
    var openings: [Instant]
  }

  private static let drawnDaysMax = 8
  private static let binSeconds = 1800.0
  private static let occasionsPerDayMax: Int64 = 256
  // The weights are judgment: most launches within an hour of use, few while people sleep.
  private static let nightWeight = 0.3
  private static let beforeUseWeight = 5.0

  init(
    chance: SeededRandom, traits: SeededRandom, clocks: TravelCalendar, parameters: TaskParameters
  ) {
    self.chance = chance.stream("refresh")
    self.clocks = clocks
    self.parameters = parameters
    let habits = traits.stream("trait").stream("person.usualHours")
    usualSeconds = [6.5...9.0, 11.5...13.5, 17.0...21.0].enumerated().map { index, hours in
      habits.uniform(in: hours, at: Int64(index)) * 3600
    }
  }

  /// Returns the first opportunity after `instant`; nil if there is none for a week.
  mutating func next(after instant: Instant, usage: PhoneUsage) -> Opportunity? {
    var time = instant
    for _ in 0..<8 {
      // Days follow the time zone in which the person is then: a traveler's days may overlap.
      let calendar = clocks.calendar(at: time)
      let opportunities = opportunities(
        on: calendar.date(of: time), by: calendar, usage.frequency(at: time),
        openings: usage.openings)
      if let next = opportunities.first(where: { $0.time > instant }) { return next }
      time = calendar.startOfNextDay(after: time)
    }
    return nil
  }

  private mutating func opportunities(
    on date: CivilDate, by calendar: LocalCalendar, _ frequency: PhoneUsage.Frequency,
    openings: [Instant]
  ) -> [Opportunity] {
    let start = calendar.startOfDay(date)
    let day = Day(
      date: date, start: start, end: calendar.startOfNextDay(after: start), frequency: frequency,
      openings: openings.filter { $0 < start })
    if let known = drawn[day] { return known }
    if drawn.count == Self.drawnDaysMax { drawn = [:] }
    let opportunities = draw(day, by: calendar)
    drawn[day] = opportunities
    return opportunities
  }

  private func draw(_ day: Day, by calendar: LocalCalendar) -> [Opportunity] {
    let stream = chance.stream(day.frequency.rawValue)
    let number = day.date.daysSince1970
    let count = count(day.frequency, stream: stream, day: number)
    guard count > 0 else { return [] }
    let weights = weights(of: day, by: calendar)
    return (0..<count).map { index in
      let ordinal = number * Self.occasionsPerDayMax + Int64(index)
      let share = (Double(index) + stream.uniform(at: ordinal)) / Double(count)
      return Opportunity(
        time: day.start + .seconds(Self.quantile(share, of: weights)), ordinal: ordinal)
    }
  }

  private func count(_ frequency: PhoneUsage.Frequency, stream: SeededRandom, day: Int64) -> Int {
    guard !parameters.neverRefreshes else { return 0 }
    let mean =
      switch frequency {
      case .daily: parameters.refreshesPerDay
      case .weekly: parameters.refreshesPerDayInWeeklyUse
      case .unused: 0.0
      }
    let whole = mean.rounded(.down)
    let isOneMore = stream.stream("count").happens(withProbability: mean - whole, at: day)
    return min(Int(whole) + (isOneMore ? 1 : 0), Int(Self.occasionsPerDayMax))
  }

  /// Returns the times of day at which the person opened the app on earlier days [s]. If there are
  /// none, returns the times at which the person usually picks up the phone.
  private func usual(_ openings: [Instant]) -> [Double] {
    openings.isEmpty
      ? usualSeconds
      : openings.map { Double(clocks.fields(of: $0).time.secondsSinceMidnight) }
  }

  /// Returns the weights of the half hours from the start of the day to its end.
  private func weights(of day: Day, by calendar: LocalCalendar) -> [Double] {
    let usual = usual(day.openings)
    let clock = DayClock(day.date, calendar)
    return (0..<Int(((day.end - day.start).seconds / Self.binSeconds).rounded())).map { bin in
      let middle = clock.second(
        at: day.start + .seconds((Double(bin) + 0.5) * Self.binSeconds))
      if usual.contains(where: { $0 - 3600 <= middle && middle < $0 }) {
        return Self.beforeUseWeight
      }
      return middle < 6 * 3600 ? Self.nightWeight : 1
    }
  }

  /// Returns the time of day [s] before which `share` of the sum of all weights lies.
  private static func quantile(_ share: Double, of weights: [Double]) -> Double {
    var left = share * weights.reduce(0, +)
    for (bin, weight) in weights.enumerated() {
      if left < weight { return (Double(bin) + left / weight) * binSeconds }
      left -= weight
    }
    return Double(weights.count) * binSeconds
  }
}
