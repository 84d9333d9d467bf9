import Timekeeping

/// A date and time by the clocks of where the person then is.
///
/// When a journey into another zone begins at a drawn time, or a way takes as long as it takes, it depends
/// on the seed when the clocks change. A scenario is read by the clocks of an ordinary day; one seed's own
/// are known with its world, and what was written by local time is then settled anew.
package struct ClockTime: Sendable, Hashable {
  package var date: CivilDate
  package var time: TimeOfDay

  /// Of several the one nearest to the ordinary day's; where the clocks leap over it, when they do.
  func instant(by clocks: LivedCalendar, ordinarily ordinary: Instant) -> Instant {
    let found = clocks.instants(date, time)
    if let nearest = found.min(by: { abs($0 - ordinary) < abs($1 - ordinary) }) { return nearest }
    let leap = clocks.changes.first { change in
      let (date, time) = change.calendar.fields(of: change.at)
      return (date, time) > (self.date, self.time)
    }
    return leap?.at ?? ordinary
  }

  private func abs(_ span: TimeSpan) -> TimeSpan { max(span, .zero - span) }
}

extension Scenario {
  /// With every act and every event of the server at its time by these clocks, one seed's own.
  public func settled(by clocks: LivedCalendar) -> Scenario {
    guard !clocks.isOneZone else { return self }
    func settled(_ written: ClockTime?, _ ordinary: Instant) -> Instant {
      guard let written else { return ordinary }
      return min(max(written.instant(by: clocks, ordinarily: ordinary), start), end)
    }
    var scenario = self
    for (index, event) in person.enumerated() {
      guard case .at(let ordinary, let spread) = event.trigger else { continue }
      scenario.person[index].trigger = .at(settled(event.written, ordinary), spread: spread)
    }
    scenario.server = server.map { event in
      var event = event
      event.at = settled(event.written, event.at)
      if case .outage(let until) = event.kind {
        event.kind = .outage(until: settled(event.writtenEnd, until))
      }
      return event
    }.sorted { $0.at < $1.at }
    return scenario
  }
}
