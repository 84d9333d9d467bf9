import EventKernel
import Timekeeping

/// The sessions in which the person uses the phone for purposes other than the tracker.
///
/// The facts with an id, such as SCR-3, are measured. 60 sessions make 4.5 h a day (SCR-3), so the
/// mean is 270 s. More than half of the sessions last less than 30 s (SCR-3), so the median m is
/// 25 s in the model. The length is log-normal and cut at c = 7200 s. The sigma s of 2.36 is the
/// value that gives the mean: m·exp(s²/2)·Φ((ln(c/m) − s²)/s) + c·(1 − Φ(ln(c/m)/s)) = 270 s.
///
/// Most sessions begin between 16:00 and 18:00, fewest between 00:00 and 06:00 (SCR-4). 87 % of
/// people use the phone between 00:00 and 05:00 at least once in five days (SCR-4). A person has
/// 300 sessions in five days. A session thus begins in these hours with the probability p that
/// solves (1 − p)³⁰⁰ = 0.13: p = 0.0068.
package struct PhoneUseHabit {
  private let sessionsPerDay: Double
  private let meanSessionSeconds: Double
  private let chance: SeededRandom

  private static let medianSeconds = 25.0
  private static let sigma = 2.36
  private static let secondsMax = 7200.0
  private static let meanSeconds = 270.0
  private static let pauseSeconds = 10.0
  /// The share of sessions that begin in each hour of the day. The shares are estimates, except for
  /// the facts in the comment on `PhoneUseHabit`.
  private static let hourShares: [Double] = {
    let night = 0.0068 / 5
    let day = [
      0.008, 0.03, 0.05, 0.055, 0.055, 0.055, 0.06, 0.06, 0.06, 0.06, 0.06, 0.08, 0.08, 0.065,
      0.06, 0.055, 0.05, 0.045, 0.025,
    ]
    let sum = day.reduce(0, +)
    return Array(repeating: night, count: 5) + day.map { $0 / sum * (1 - 5 * night) }
  }()

  package struct Session {
    package var start: Instant
    package var end: Instant
  }

  package init(sessionsPerDay: Double, meanSessionSeconds: Double, chance: SeededRandom) {
    self.sessionsPerDay = sessionsPerDay
    self.meanSessionSeconds = meanSessionSeconds
    self.chance = chance
  }

  /// Returns the sessions on the dates, without overlap. A session that would begin during another
  /// session begins after the other session.
  package func sessions(on dates: [CivilDate], _ clocks: TravelCalendar) -> [Session] {
    var sessions: [Session] = []
    for date in dates {
      let day = chance.stream(Int(date.daysSince1970))
      let lengths = day.stream("length")
      let clock = DayClock(date, clocks.calendar(on: date))
      let count = Int64(sessionsPerDay.rounded())
      let starts = (0..<max(count, 0)).map { ordinal in
        (
          clock.instant(atSecond: second(of: day.uniform(at: ordinal))), length(lengths, ordinal)
        )
      }.sorted { $0.0 < $1.0 }
      for (wanted, length) in starts {
        let free = sessions.last.map { $0.end + .seconds(Self.pauseSeconds) }
        let start = max(wanted, free ?? wanted)
        sessions.append(Session(start: start, end: start + .seconds(length)))
      }
    }
    return sessions
  }

  private func length(_ chance: SeededRandom, _ ordinal: Int64) -> Double {
    let drawn = chance.logNormal(median: Self.medianSeconds, sigma: Self.sigma, at: ordinal)
    return max(1, min(drawn, Self.secondsMax) * meanSessionSeconds / Self.meanSeconds)
  }

  /// Returns the time of day by which a share of the day's sessions has begun, in seconds after
  /// midnight.
  private func second(of share: Double) -> Double {
    var left = share
    for (hour, hourShare) in Self.hourShares.enumerated() {
      if left < hourShare { return (Double(hour) + left / hourShare) * 3600 }
      left -= hourShare
    }
    return 86_399
  }
}
