import EventKernel
import Recordings
import Text
import Timekeeping
import World

extension Scenario {
  /// The truth of this scenario under one seed's chance.
  ///
  /// - Parameter inferStays: whether a gap of a recording whose ends lie near each other counts as
  ///   a stay.
  /// - Throws: what cannot be lived, such as a meeting that begins before one can be there.
  public func world(chance: Chance, inferStays: Bool = false) throws(InputError) -> World {
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

  /// The clocks of an ordinary day, by which times of day are understood; delays are drawn later.
  static func clocks(
    _ legs: [Leg], days: LivedDays, places: [Place], area: AreaClass
  ) throws(InputError) -> LivedCalendar {
    do throws(ItineraryError) {
      let itinerary = Itinerary(
        start: days.start, end: days.end, calendar: days.calendar, places: places, area: area,
        legs: legs)
      return try World(itinerary: itinerary, chance: Chance(seed: 0)).clocks
    } catch {
      throw InputError(
        SourceLocation(file: days.node.location.file, line: error.line), error.description)
    }
  }

  /// The legs, with the phone left behind where the person forgets it: until they come back to it.
  private func forgetting(_ legs: [Leg], _ chance: Chance) -> [Leg] {
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

  /// A recording as a scenario. Without a zone in the options its clocks are guessed from where it
  /// begins. Nobody's phone runs through a week of recording uncharged, so it is charged every night.
  package static func traceDefaults(
    trace path: String, options: TraceOptions = TraceOptions()
  ) throws(InputError) -> Scenario {
    let trace = try Trace.read(path: path, options: options)
    let start = trace.points[0].time
    let calendar = options.calendar ?? .guess(for: trace)
    var remarks = trace.remarks
    if options.calendar == nil {
      remarks.append(
        "Times are by \(calendar.identifier), guessed from where it begins; --time-zone sets it.")
    }
    return Scenario(
      name: trace.name, file: path, sourceFiles: [path], start: start,
      duration: trace.points[trace.points.count - 1].time - start, calendar: calendar,
      course: .replay(trace), person: [.nightlyCharging], remarks: remarks)
  }
}

extension LocalCalendar {
  /// Whole hours by the longitude at which a recording begins: near enough to tell night from day.
  fileprivate static func guess(for trace: Trace) -> LocalCalendar {
    let hours = Int(((trace.points.first?.coordinate.longitude ?? 0) / 15).rounded())
    return hours == 0 ? .utc : .hoursAhead(hours)
  }
}
