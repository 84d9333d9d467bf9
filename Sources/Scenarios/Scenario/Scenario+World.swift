import EventKernel
import Recordings
import Text
import Timekeeping
import World

extension Scenario {
  /// Returns the world of the scenario for one seed: the true movement of the person and the phone.
  ///
  /// - Parameter inferStays: true to treat a gap in a recording as a stay if the positions before
  ///   and after the gap lie near each other.
  /// - Throws: `InputError` if the person cannot follow the legs, for example because a leg ends
  ///   before it can be completed.
  public func world(chance: SeededRandom, inferStays: Bool = false) throws(InputError) -> World {
    do throws(ItineraryError) {
      switch course {
      case .legs(let legs):
        return try World(
          itinerary: Itinerary(
            start: start, end: end, calendar: calendar, places: places, area: area,
            network: network, legs: forgetting(legs, chance.stream("forgotten")),
            carried: phone.carried),
          chance: chance)
      case .replay(let trace):
        return try World(
          replaying: trace, area: area, calendar: calendar, carried: phone.carried,
          inferringStays: inferStays, chance: chance)
      }
    } catch {
      throw InputError(SourceLocation(file: file, line: error.line), error.description)
    }
  }

  /// Returns the time zones of an ordinary day, without random delays. The scenario's local times
  /// are read in these time zones.
  static func clocks(
    _ legs: [Leg], days: ScenarioDays, places: [Place], area: AreaClass
  ) throws(InputError) -> TravelCalendar {
    do throws(ItineraryError) {
      let itinerary = Itinerary(
        start: days.start, end: days.end, calendar: days.calendar, places: places, area: area,
        legs: legs)
      return try World(itinerary: itinerary, chance: SeededRandom(seed: 0)).clocks
    } catch {
      throw InputError(
        SourceLocation(file: days.node.location.file, line: error.line), error.description)
    }
  }

  /// Returns the legs after marking the moves on which the person forgets the phone, drawn at
  /// random. The phone stays at the place of departure until the person returns there.
  private func forgetting(_ legs: [Leg], _ chance: SeededRandom) -> [Leg] {
    guard !forgets.isEmpty else { return legs }
    var legs = legs
    for index in legs.indices.dropFirst() where legs[index].isMove {
      guard let place = legs[index - 1].place else { continue }
      for forgotten in forgets
      where forgotten.place == place
        && legs[index].weekday.map(forgotten.weekdays.contains) ?? true
        && chance.happens(withProbability: forgotten.probability, at: Int64(index))
      {
        legs[index].carried = .left
      }
    }
    return legs
  }

  /// Makes a scenario from a recording.
  ///
  /// If the options contain no time zone, the time zone is guessed from the first position. The
  /// phone is charged every night, because no phone's battery lasts for a recording of a week.
  package static func traceDefaults(
    trace path: String, options: TraceOptions = TraceOptions()
  ) throws(InputError) -> Scenario {
    try .replaying(
      Trace.read(path: path, options: options), file: path, calendar: options.calendar)
  }

  /// Makes a scenario from a recording that was read from a file.
  ///
  /// - Throws: `InputError` if no position of the file was read.
  package static func replaying(
    _ trace: Trace, file path: String, calendar given: LocalCalendar?
  ) throws(InputError) -> Scenario {
    guard let start = trace.points.first?.time, let end = trace.points.last?.time else {
      throw InputError(
        SourceLocation(file: path), "no position of the file lies in the time that is read",
        accepted: "--from, --to and --shift that leave some of it")
    }
    let calendar = given ?? .guess(for: trace)
    var remarks = trace.remarks
    if given == nil {
      remarks.append(
        "Times are in \(calendar.identifier), guessed from the first position; --time-zone sets it."
      )
    }
    return Scenario(
      name: trace.name, file: path, sourceFiles: [path], start: start,
      duration: end - start, calendar: calendar,
      course: .replay(trace), person: [.nightlyCharging], remarks: remarks)
  }
}
