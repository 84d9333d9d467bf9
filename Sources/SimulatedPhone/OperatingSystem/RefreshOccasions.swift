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
  func next(after instant: Instant, usage: PhoneUsage) -> Occasion? {
    var time = instant
    for _ in 0..<8 {
      // The days of where the person is then: a traveller's may overlap.
      let calendar = clocks.calendar(at: time)
      let occasions = occasions(
        on: calendar.date(of: time), by: calendar, usage.frequency(at: time),
        openings: usage.openings)
      if let next = occasions.first(where: { $0.time > instant }) { return next }
      time = calendar.startOfNextDay(after: time)
    }
    return nil
  }

  private func occasions(
    on date: CivilDate, by calendar: LocalCalendar, _ frequency: PhoneUsage.Frequency,
    openings: [Instant]
  ) -> [Occasion] {
    let start = calendar.startOfDay(date)
    let end = calendar.startOfNextDay(after: start)
    let day = date.daysSince1970
    let stream = chance.stream(frequency.rawValue)
    let count = count(frequency, stream: stream, day: day)
    guard count > 0 else { return [] }
    let weights = weights(
      hours: (end - start).seconds / 3600, usual: usual(before: start, openings))
    return (0..<count).map { index in
      let ordinal = day * Self.occasionsPerDayMax + Int64(index)
      let share = (Double(index) + stream.uniform(at: ordinal)) / Double(count)
      return Occasion(
        time: start + .seconds(Self.quantile(share, of: weights)), ordinal: ordinal)
    }
  }

  private func count(_ frequency: PhoneUsage.Frequency, stream: Chance, day: Int64) -> Int {
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
  private func usual(before day: Instant, _ openings: [Instant]) -> [Double] {
    let seen = openings.filter { $0 < day }.map { opening in
      (opening - startOfDay(opening)).seconds
    }
    return seen.isEmpty ? usualSeconds : seen
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
