import Timekeeping

/// A date and time of day as a clock shows them at the person's current place.
///
/// The instant of a local time can depend on the seed. For example, a journey into another time
/// zone may begin at a random time, so the zone changes at a random instant. A scenario is first
/// read with the time zones of a day without random delays. For each seed, `settled(by:)` then
/// computes the instants again, with the time zones in that seed's world.
package struct ClockTime: Sendable, Hashable {
  package var date: CivilDate
  package var time: TimeOfDay

  /// Returns the instant of the local time in the time zones `clocks`.
  ///
  /// If the local time occurs several times, the result is the occurrence nearest to `ordinary`. If
  /// a change of the time zone skips the local time, the result is the instant of that change.
  ///
  /// - Parameters:
  ///   - ordinary: the instant of the local time on a day without random delays.
  ///   - begin: the instant that an occurrence has to follow.
  func instant(
    by clocks: TravelCalendar, ordinarily ordinary: Instant, after begin: Instant? = nil
  ) -> Instant {
    let found = clocks.instants(date, time).filter { found in
      begin.map { found > $0 } ?? true
    }
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
  /// Returns the scenario with the instants of all acts and server events computed again from their
  /// local times.
  ///
  /// - Parameter clocks: the time zones in one seed's world.
  public func settled(by clocks: TravelCalendar) -> Scenario {
    guard !clocks.isOneZone else { return self }
    func settled(_ written: ClockTime?, _ ordinary: Instant) -> Instant {
      guard let written else { return ordinary }
      return min(max(written.instant(by: clocks, ordinarily: ordinary), start), end)
    }
    // The first time after the begin at which the clocks show the end.
    func settledEnd(_ event: ServerEvent, _ ordinary: Instant) -> Instant {
      guard let written = event.writtenEnd else { return ordinary }
      let until = written.instant(by: clocks, ordinarily: event.at, after: event.at)
      return min(max(until, event.at), end)
    }
    var scenario = self
    for (index, event) in person.enumerated() {
      guard case .at(let ordinary, let spread) = event.trigger else { continue }
      scenario.person[index].trigger = .at(settled(event.written, ordinary), spread: spread)
    }
    scenario.server = server.map { event in
      var event = event
      event.at = settled(event.written, event.at)
      switch event.kind {
      case .outage(let until): event.kind = .outage(until: settledEnd(event, until))
      case .fault(let fault, let until):
        event.kind = .fault(fault, until: settledEnd(event, until))
      case .consent, .answers, .pushes: break
      }
      return event
    }.sorted { $0.at < $1.at }
    return scenario
  }
}
