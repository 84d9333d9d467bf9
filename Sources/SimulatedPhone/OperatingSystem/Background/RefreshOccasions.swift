import EventKernel
import Timekeeping

/// When this phone finds time for a refresh of this person's app: drawn ahead for each day (BGT-3).
///
/// A day has so many occasions as befits how often the person opens the app (BGT-4). They crowd into
/// the hour before the person usually opens it, and are few at night: each half hour of the local day
/// has a weight, and the day's occasions lie at its quantiles, each in a stratum of its own. Whether
/// anybody has asked for a refresh changes none of it.
struct RefreshOccasions {
  struct Occasion: Equatable {
    var time: Instant
    /// Keys whatever else is drawn for it.
    var ordinal: Int64
  }

  private let chance: Chance
  private let clocks: LivedCalendar
  private let parameters: TaskParameters
  /// Hours at which this person takes up the phone, until the phone has seen them open the app.
  private let usualSeconds: [Double]
  /// Days that were drawn: a day is asked for whenever something is planned in it.
  private var drawn: [Day: [Occasion]] = [:]

  /// All that a day's occasions hang on.
  private struct Day: Hashable {
    var date: CivilDate
    var start: Instant
    var end: Instant
    var frequency: PhoneUsage.Frequency
    /// Of the app, before the day.
    var openings: [Instant]
  }

  private static let drawnDaysMax = 8
  private static let binSeconds = 1800.0
  private static let occasionsPerDayMax: Int64 = 256
  // Shares by judgement: most of the launches within an hour of use, few while people sleep.
  private static let nightWeight = 0.3
  private static let beforeUseWeight = 5.0

  init(chance: Chance, traits: Chance, clocks: LivedCalendar, parameters: TaskParameters) {
    self.chance = chance.stream("refresh")
    self.clocks = clocks
    self.parameters = parameters
    let habits = traits.stream("trait").stream("person.usualHours")
    usualSeconds = [6.5...9.0, 11.5...13.5, 17.0...21.0].enumerated().map { index, hours in
      habits.uniform(in: hours, at: Int64(index)) * 3600
    }
  }

  /// The first one after `instant`; nil when there is none for a week.
  mutating func next(after instant: Instant, usage: PhoneUsage) -> Occasion? {
    var time = instant
    for _ in 0..<8 {
      // The days of where the person is then: a traveler's may overlap.
      let calendar = clocks.calendar(at: time)
      let occasions = occasions(
        on: calendar.date(of: time), by: calendar, usage.frequency(at: time),
        openings: usage.openings)
      if let next = occasions.first(where: { $0.time > instant }) { return next }
      time = calendar.startOfNextDay(after: time)
    }
    return nil
  }

  private mutating func occasions(
    on date: CivilDate, by calendar: LocalCalendar, _ frequency: PhoneUsage.Frequency,
    openings: [Instant]
  ) -> [Occasion] {
    let start = calendar.startOfDay(date)
    let day = Day(
      date: date, start: start, end: calendar.startOfNextDay(after: start), frequency: frequency,
      openings: openings.filter { $0 < start })
    if let known = drawn[day] { return known }
    if drawn.count == Self.drawnDaysMax { drawn = [:] }
    let occasions = draw(day)
    drawn[day] = occasions
    return occasions
  }

  private func draw(_ day: Day) -> [Occasion] {
    let stream = chance.stream(day.frequency.rawValue)
    let number = day.date.daysSince1970
    let count = count(day.frequency, stream: stream, day: number)
    guard count > 0 else { return [] }
    let weights = weights(
      hours: (day.end - day.start).seconds / 3600, usual: usual(day.openings))
    return (0..<count).map { index in
      let ordinal = number * Self.occasionsPerDayMax + Int64(index)
      let share = (Double(index) + stream.uniform(at: ordinal)) / Double(count)
      return Occasion(
        time: day.start + .seconds(Self.quantile(share, of: weights)), ordinal: ordinal)
    }
  }

  private func count(_ frequency: PhoneUsage.Frequency, stream: Chance, day: Int64) -> Int {
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

  /// Times of day at which the person opened the app on earlier days, else by habit.
  private func usual(_ openings: [Instant]) -> [Double] {
    openings.isEmpty ? usualSeconds : openings.map { ($0 - startOfDay($0)).seconds }
  }

  private func startOfDay(_ instant: Instant) -> Instant {
    let calendar = clocks.calendar(at: instant)
    return calendar.startOfDay(calendar.date(of: instant))
  }

  private func weights(hours: Double, usual: [Double]) -> [Double] {
    (0..<Int((hours * 3600 / Self.binSeconds).rounded())).map { bin in
      let middle = (Double(bin) + 0.5) * Self.binSeconds
      if usual.contains(where: { $0 - 3600 <= middle && middle < $0 }) {
        return Self.beforeUseWeight
      }
      return middle < 6 * 3600 ? Self.nightWeight : 1
    }
  }

  /// Seconds into the day by which `share` of the day's weight has passed.
  private static func quantile(_ share: Double, of weights: [Double]) -> Double {
    var left = share * weights.reduce(0, +)
    for (bin, weight) in weights.enumerated() {
      if left < weight { return (Double(bin) + left / weight) * binSeconds }
      left -= weight
    }
    return Double(weights.count) * binSeconds
  }
}
