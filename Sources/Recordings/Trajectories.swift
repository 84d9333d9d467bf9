import Text
import Timekeeping
import World

/// The trajectories in a file of several people or vehicles, and the user's choice among them. The
/// option `--trajectory` gives the name of one trajectory, or `all`.
///
/// A recording belongs to one person. With `all`, the trajectories are therefore moved to different
/// days, one after the other, and keep their time of day. Two trajectories are more than a day
/// apart, so each one is a separate segment. In a replay, every segment begins with a phone in its
/// initial state. The result is therefore the same as if each person carried a phone. The sums in
/// the report are over all people in the file.
struct Trajectories {
  private enum Choice {
    case all
    case named(String)
    /// The user made no choice, which is valid if the file has only one trajectory.
    case unsaid
  }

  private var accepted: String {
    isLog
      ? "--device with one of "
      : "--trajectory, or 'trajectory:' under 'replay:', with all or one of "
  }
  /// The names for messages. They come from the file, which may contain a terminal's commands.
  private var shownNames: [String] { names.filter { !$0.isEmpty }.map(\.printable) }
  private var noun: String { isLog ? "devices" : "trajectories" }
  private static let dayMin = TimeSpan.hours(25)

  private let choice: Choice
  private let calendar: LocalCalendar
  private let isLog: Bool
  private let range: Range<Instant>?
  /// The names of the trajectories, in the order of the file.
  private var names: [String] = []
  private var indices: [String: Int] = [:]
  /// The points of each trajectory; empty for trajectories that were not chosen.
  private var ways: [TraceAssembly] = []
  private var last: Int?

  init(_ options: TraceOptions) {
    choice =
      switch options.trajectory {
      case nil: .unsaid
      case .some where options.readsAllTrajectories: .all
      case .some(let name): .named(name)
      }
    calendar = options.calendar ?? .utc
    isLog = options.isLog
    range = options.range
  }

  var isAsked: Bool {
    if case .unsaid = choice { false } else { true }
  }

  /// Returns the index in `ways` of the trajectory with the given name; nil if the trajectory is
  /// not chosen.
  mutating func slot(_ name: some StringProtocol) -> Int? {
    let index = index(name)
    switch choice {
    case .all: return index
    case .named(let chosen): return name == chosen ? index : nil
    // The file may have one trajectory only, until a second name occurs.
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
    if let range, !range.contains(point.point.time) {
      return ways[slot].outside.add(point.point.time)
    }
    let segment = ways[slot].segments.count - 1
    ways[slot].segments[segment].append(point)
  }

  /// Begins a new segment of the trajectory. The next point is the first of this segment.
  mutating func beginSegment(of slot: Int) { ways[slot].segments.append([]) }

  mutating func append(_ reading: BatteryReading?, to slot: Int) {
    if let reading { ways[slot].battery.append(reading) }
  }

  /// Removes the last points of the trajectory's open segment, at most `limit`, as long as they
  /// are later than `time`. Nothing is removed if the point before them is later too.
  ///
  /// - Returns: the number of removed points.
  mutating func removeLast(of slot: Int, after time: Instant, atMost limit: Int) -> Int {
    let segment = ways[slot].segments.count - 1
    let points = ways[slot].segments[segment]
    let count = points.reversed().prefix { $0.point.time > time }.count
    guard count <= limit, count < points.count else { return 0 }
    ways[slot].segments[segment].removeLast(count)
    return count
  }

  mutating func countPointWithoutTime(of slot: Int) { ways[slot].pointsWithoutTime += 1 }

  /// Returns the chosen trajectories. Call this function after the last point.
  ///
  /// - Throws: `InputError` if the file has several trajectories and the user chose none, or if the
  ///   chosen trajectory is not in the file.
  mutating func assembly(_ location: SourceLocation) throws(InputError) -> TraceAssembly {
    switch choice {
    case .all where names.count > 1: return try allOneAfterTheOther(location)
    case .named(let chosen):
      guard let index = indices[chosen] else {
        throw InputError(
          location, "no \(isLog ? "device" : "trajectory") is called \(quoted(chosen))",
          accepted: shownNames.isEmpty
            ? "no --device, since the file names none" : listing(shownNames, atMost: 5),
          suggestion: nearestSpelling(to: chosen, among: Array(shownNames.prefix(5000))))
      }
      return ways[index]
    case .unsaid where names.count > 1:
      throw InputError(
        location, "the file holds \(names.count) \(noun)",
        accepted: accepted + listing(shownNames, atMost: 5))
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
      // Frees the memory, so that a city's day is not in memory twice.
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
      all.battery += trace.battery.map { reading in
        var moved = reading
        moved.time = reading.time + shift
        return moved
      }
      end = trace.points[trace.points.count - 1].time + shift
    }
    all.remarks.append(
      "\(all.segments.count) trajectories were run, each on a phone in its initial state and at "
        + "its own time of day, but one after the other on different days.")
    if all.segments.count < names.count {
      all.remarks.append(
        "\(names.count - all.segments.count) trajectories of fewer than two points were left out.")
    }
    return all
  }

  /// Returns the shift by whole calendar days that moves a trajectory to another day at the same
  /// local time.
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
        location, "its \(names.count) trajectories, one a day, do not fit into the calendar",
        accepted: "fewer trajectories, or one with --trajectory")
    }
    return .days(days) + calendar.offset(at: start) - calendar.offset(at: moved)
  }
}

extension Instant {
  /// The latest instant for recordings, in the year 2250. `Instant` itself ends in 2262.
  fileprivate static let latestForRecordings = Instant(nanoseconds: 8_836_000_000_000_000_000)
}
