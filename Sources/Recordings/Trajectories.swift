import Text
import Timekeeping
import World

/// The points of a file that holds the ways of several people or vehicles, and which of them are
/// meant: the one that `--trajectory` names, or with `all` every one.
///
/// A recording is one person's. So with `all` they are put one after the other, each at its own time
/// of day but on days of its own, more than a day from the next: every stretch of a replay begins on
/// a phone as at its start, so this is as many people with a phone each, and the report's sums are
/// the whole city's.
struct Trajectories {
  private enum Choice {
    case all
    case named(String)
    /// Fine as long as there is only one.
    case unsaid
  }

  static let accepted = "--trajectory, or 'trajectory:' under 'replay:'"
  private static let dayMin = TimeSpan.hours(25)

  private let choice: Choice
  private let calendar: LocalCalendar
  /// In the order of the file.
  private var names: [String] = []
  private var indices: [String: Int] = [:]
  /// Of those that are meant, the others' are empty.
  private var ways: [TraceAssembly] = []
  private var last: Int?

  init(_ options: TraceOptions) {
    choice =
      switch options.trajectory {
      case nil: .unsaid
      case "all": .all
      case .some(let name): .named(name)
      }
    calendar = options.calendar ?? .utc
  }

  var isAsked: Bool {
    if case .unsaid = choice { false } else { true }
  }

  /// Where points of the trajectory of that name go; nil when it is not meant.
  mutating func slot(_ name: some StringProtocol) -> Int? {
    let index = index(name)
    switch choice {
    case .all: return index
    case .named(let chosen): return name == chosen ? index : nil
    // Until a second name turns up the file may hold one trajectory only.
    case .unsaid: return names.count == 1 ? index : nil
    }
  }

  private mutating func index(_ name: some StringProtocol) -> Int {
    if let last, names[last] == name { return last }
    let key = String(name)
    let index = indices[key] ?? names.count
    if index == names.count {
      indices[key] = index
      names.append(key)
      ways.append(TraceAssembly(segments: [[]]))
    }
    last = index
    return index
  }

  mutating func append(_ point: TraceAssembly.LocatedPoint, to slot: Int) {
    let segment = ways[slot].segments.count - 1
    ways[slot].segments[segment].append(point)
  }

  /// What follows is a continuous piece of its own.
  mutating func beginSegment(of slot: Int) { ways[slot].segments.append([]) }

  mutating func countPointWithoutTime(of slot: Int) { ways[slot].pointsWithoutTime += 1 }

  /// After the last point: was it clear which was meant, and was it there?
  mutating func assembly(_ location: SourceLocation) throws(InputError) -> TraceAssembly {
    switch choice {
    case .all where names.count > 1: return try allOneAfterTheOther(location)
    case .named(let chosen):
      guard let index = indices[chosen] else {
        throw InputError(
          location, "no trajectory is called \(quoted(chosen))",
          accepted: listing(names, atMost: 5),
          suggestion: nearestSpelling(to: chosen, among: Array(names.prefix(5000))))
      }
      return ways[index]
    case .unsaid where names.count > 1:
      throw InputError(
        location, "the file holds \(names.count) trajectories",
        accepted: "\(Trajectories.accepted), with all or one of " + listing(names, atMost: 5))
    case .all, .unsaid: return ways.first ?? TraceAssembly()
    }
  }

  private mutating func allOneAfterTheOther(
    _ location: SourceLocation
  ) throws(InputError) -> TraceAssembly {
    var all = TraceAssembly()
    var end: Instant?
    for (index, name) in names.enumerated() {
      let way = ways[index]
      // A city's day is held once, not twice.
      ways[index] = TraceAssembly()
      guard way.segments.contains(where: { $0.count > 1 }) else { continue }
      let trace = try way.trace(name: name, location: location)
      let shift = try shift(of: trace, after: end, location)
      all.segments.append(
        trace.points.map { point in
          var moved = point
          moved.time = point.time + shift
          return TraceAssembly.LocatedPoint(point: moved)
        })
      end = trace.points[trace.points.count - 1].time + shift
    }
    all.remarks.append(
      "\(all.segments.count) trajectories were run, each on a phone as at the start, at its own "
        + "time of day but one after the other on days of their own.")
    if all.segments.count < names.count {
      all.remarks.append(
        "\(names.count - all.segments.count) trajectories of fewer than two points were left out.")
    }
    return all
  }

  /// Whole days, by the clocks of the calendar.
  private func shift(
    of trace: Trace, after end: Instant?, _ location: SourceLocation
  ) throws(InputError) -> TimeSpan {
    guard let end else { return .zero }
    let start = trace.points[0].time
    var days = max(
      0, (end + Trajectories.dayMin - start).nanoseconds / TimeSpan.days(1).nanoseconds)
    while start + .days(days) < end + Trajectories.dayMin { days += 1 }
    let moved = start + .days(days)
    guard moved < .latestForRecordings else {
      throw InputError(
        location, "its \(names.count) trajectories, each on a day of its own, leave the calendar",
        accepted: "fewer of them, or one with --trajectory")
    }
    return .days(days) + calendar.offset(at: start) - calendar.offset(at: moved)
  }
}

extension Instant {
  /// 2250; beyond 2262 there are no instants.
  fileprivate static let latestForRecordings = Instant(nanoseconds: 8_836_000_000_000_000_000)
}
