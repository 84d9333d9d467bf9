import EventKernel
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
            start: start, end: end, calendar: calendar, places: places, area: area, legs: legs,
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

  /// A recording as a scenario, with nothing said but what the options say.
  public static func traceDefaults(
    trace path: String, options: TraceOptions = TraceOptions()
  ) throws(InputError) -> Scenario {
    let trace = try Trace.read(path: path, options: options)
    let start = trace.points[0].time
    return Scenario(
      name: trace.name, file: path, sourceFiles: [path], start: start,
      duration: trace.points[trace.points.count - 1].time - start, calendar: options.calendar,
      course: .replay(trace), remarks: trace.remarks)
  }
}
