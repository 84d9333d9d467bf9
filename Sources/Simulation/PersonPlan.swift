import EventKernel
import Scenarios
import Timekeeping
import World

/// The person's acts during one seed's days, each with its instant.
///
/// The acts do not depend on the tracker, so all are known before the day begins. A random draw for
/// an act depends on the act's place in the scenario's list and on the date. If the act happens
/// several times, the draw also depends on the number of the repetition.
struct PersonPlan {
  private let events: [PersonEvent]
  private let clocks: TravelCalendar
  private let transitions: PlaceTransitions
  private let chance: SeededRandom

  init(scenario: Scenario, world: World, chance: SeededRandom) {
    events = scenario.person
    clocks = world.clocks
    transitions = PlaceTransitions(world)
    self.chance = chance
  }

  /// Returns the acts in a segment in order of time. Acts that wait for a battery level come last.
  func actions(in segment: Segment) -> [PersonAction] {
    var actions: [PersonAction] = []
    for (index, event) in events.enumerated() {
      let chance = chance.stream(index)
      if case .whenBattery(let condition) = event.trigger {
        actions.append(action(event, .whenBattery(condition), lasts: event.lasts))
        continue
      }
      let done = chance.stream("done")
      for (ordinal, moment) in moments(of: event, chance, in: segment).enumerated()
      where done.happens(withProbability: event.probability, at: Int64(ordinal)) {
        actions.append(action(event, .at(moment.at), lasts: moment.lasts ?? event.lasts))
      }
    }
    return actions.inOrderOfTime
  }

  private func action(
    _ event: PersonEvent, _ trigger: PersonAction.Trigger, lasts: TimeSpan?
  ) -> PersonAction {
    let ending = event.action.ending
    return PersonAction(
      trigger, event.action, onlyWhen: event.onlyWhen,
      then: lasts.flatMap { length in
        ending.map { PersonAction.FollowUp($0, after: length) }
      })
  }

  private struct Moment {
    var at: Instant
    /// The duration of the act; nil if the act's trigger does not determine the duration.
    var lasts: TimeSpan?
  }

  private func moments(
    of event: PersonEvent, _ chance: SeededRandom, in segment: Segment
  ) -> [Moment] {
    let moments: [Moment]
    switch event.trigger {
    case .at(let instant, let spread):
      guard instant >= segment.start, instant <= segment.end else { return [] }
      let time = instant + .seconds(chance.uniform(in: -1...1) * spread.seconds)
      return [Moment(at: min(max(time, segment.start), segment.end))]
    case .whenBattery: return []
    case .onArrival(let place, let after):
      moments = transitions.arrivals(at: place).map { Moment(at: $0 + after) }
    case .onDeparture(let place, let after):
      moments = transitions.departures(from: place).map { Moment(at: $0 + after) }
    case .timesPerDay(let times, let window):
      moments = dates(segment).flatMap { self.moments(on: $0, times, window, chance) }
    case .phoneUse(let use):
      moments = PhoneUseHabit(
        sessionsPerDay: use.sessionsPerDay, meanSessionSeconds: use.meanSessionSeconds,
        chance: chance
      ).sessions(on: dates(segment), clocks).map {
        Moment(at: $0.start, lasts: $0.end - $0.start)
      }
    case .everyNight:
      moments = dates(segment).compactMap { night(of: $0, chance) }
    }
    let weekdays = event.weekdays
    let isEveryDay = weekdays.count == 7
    return moments.filter { moment in
      moment.at >= segment.start && moment.at <= segment.end
        && (isEveryDay || weekdays.contains(clocks.date(of: moment.at).isoWeekday))
    }
  }

  /// Returns every local date in the segment, and the date before the segment. The night of that
  /// earlier date may last into the segment.
  private func dates(_ segment: Segment) -> [CivilDate] {
    let last = clocks.date(of: segment.end)
    var date = clocks.date(of: segment.start).adding(days: -1)
    var dates = [date]
    while date < last {
      date = date.adding(days: 1)
      dates.append(date)
    }
    return dates
  }

  private func moments(
    on date: CivilDate, _ times: Double, _ window: DailyWindow, _ chance: SeededRandom
  ) -> [Moment] {
    let day = chance.stream(Int(date.daysSince1970))
    let extra = day.stream("extra").happens(withProbability: times - times.rounded(.down))
    let count = Int(times.rounded(.down)) + (extra ? 1 : 0)
    let start = DayClock(date, clocks.calendar(on: date))
      .instant(atSecond: Double(window.from.secondsSinceMidnight))
    return (0..<count).map { ordinal in
      Moment(at: start + .seconds(window.seconds * day.uniform(at: Int64(ordinal))))
    }.sorted { $0.at < $1.at }
  }

  /// Returns the bedtime and the duration of the night that begins on a date.
  ///
  /// The person goes to bed between 22:00 and 24:00 and gets up between 06:00 and 08:00
  /// (estimates). A person who is still traveling at bedtime goes to bed on arrival. Nil if less
  /// than two hours of the night would be left.
  private func night(of date: CivilDate, _ chance: SeededRandom) -> Moment? {
    let day = chance.stream(Int(date.daysSince1970))
    let calendar = clocks.calendar(on: date)
    let bedtime = DayClock(date, calendar).instant(atSecond: 22 * 3600 + day.uniform(at: 0) * 7200)
    let morning = DayClock(date.adding(days: 1), calendar)
      .instant(atSecond: 6 * 3600 + day.uniform(at: 1) * 7200)
    guard let rest = transitions.nextRest(after: bedtime), rest < morning - .hours(2)
    else {
      return nil
    }
    return Moment(at: rest, lasts: morning - rest)
  }
}
