import Geodesy
import Text
import Timekeeping
import World

/// The contents of a phone maker's location export: visits with their places and times, the trips
/// between visits with their mode of motion, and some points on these trips.
///
/// During a visit the position is known, so points within a visit add nothing and are left out.
/// During a trip the position is known only at both ends and at the exported points. Between two
/// distant points the true position stays unknown, as in every recording.
struct Diary {
  struct Visit {
    var line: Int?
    var start: Instant
    var end: Instant
    var coordinate: Coordinate
    var name: String?
  }

  struct Movement {
    var start: Instant
    var end: Instant
    var mode: MotionMode?
  }

  private(set) var visits: [Visit] = []
  private(set) var ways: [Movement] = []
  private var points: [TraceAssembly.LocatedPoint] = []
  private var visitsWithoutPlace = 0
  private var otherEntries = 0

  mutating func add(_ visit: Visit) { visits.append(visit) }

  mutating func add(_ way: Movement) { ways.append(way) }

  mutating func add(_ point: TraceAssembly.LocatedPoint) { points.append(point) }

  mutating func countVisitWithoutPlace() { visitsWithoutPlace += 1 }

  /// Counts an entry that says nothing about the person's position.
  mutating func countOtherEntry() { otherEntries += 1 }

  func assembly() -> TraceAssembly {
    let stays = staysOneAfterTheOther()
    let outside = pointsOutside(stays.visits)
    var line = stays.visits.flatMap { visit in
      let arrival = TracePoint(time: visit.start, coordinate: visit.coordinate, onward: .staying)
      let departure = TracePoint(time: visit.end, coordinate: visit.coordinate)
      return [arrival, departure].map {
        TraceAssembly.LocatedPoint(line: visit.line, point: $0)
      }
    }
    line = (line + outside).enumerated()
      .sorted { ($0.element.point.time, $0.offset) < ($1.element.point.time, $1.offset) }
      .map(\.element)
    setModes(of: &line)
    var assembly = TraceAssembly(segments: [line])
    assembly.places = places(of: stays.visits)
    assembly.remarks = remarks(
      overlaps: stays.overlaps, pointsWithin: points.count - outside.count)
    return assembly
  }

  /// Returns the visits in the order of time, and the number of overlaps. If a visit begins before
  /// the previous visit ended, the later visit is shortened.
  private func staysOneAfterTheOther() -> (visits: [Visit], overlaps: Int) {
    var kept: [Visit] = []
    var overlaps = 0
    let ordered = visits.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    for var visit in ordered.map(\.element) {
      if let last = kept.last, visit.start < last.end {
        overlaps += 1
        visit.start = last.end
      }
      // If a visit begins when the last one ends, a nanosecond between them is needed for the move.
      if visit.start == kept.last?.end { visit.start += TimeSpan(nanoseconds: 1) }
      if visit.start < visit.end { kept.append(visit) }
    }
    return (kept, overlaps)
  }

  private func pointsOutside(_ visits: [Visit]) -> [TraceAssembly.LocatedPoint] {
    var next = 0
    let ordered = points.enumerated()
      .sorted { ($0.element.point.time, $0.offset) < ($1.element.point.time, $1.offset) }
      .map(\.element)
    return ordered.filter { located in
      while next < visits.count, visits[next].end < located.point.time { next += 1 }
      return next == visits.count || located.point.time < visits[next].start
    }
  }

  /// Gives each point the mode of motion of the trip during which the point was recorded.
  ///
  /// The mode holds from a point to the next point. A point that already has a mode keeps its mode,
  /// such as rest at the start of a visit.
  private func setModes(of line: inout [TraceAssembly.LocatedPoint]) {
    let ordered = ways.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    var next = 0
    var current: Movement?
    for index in line.indices {
      let time = line[index].point.time
      while next < ordered.count, ordered[next].start <= time {
        current = ordered[next]
        next += 1
      }
      guard line[index].point.onward == .unknown, let current, time < current.end,
        let mode = current.mode
      else { continue }
      line[index].point.onward = .moving(mode)
    }
  }

  private func places(of visits: [Visit]) -> [TracePlace] {
    var seen: Set<String> = []
    return visits.compactMap { visit in
      guard let name = visit.name, seen.insert(name).inserted else { return nil }
      return TracePlace(name: name, coordinate: visit.coordinate)
    }
  }

  private func remarks(overlaps: Int, pointsWithin: Int) -> [String] {
    var remarks: [String] = []
    if overlaps > 0 {
      remarks.append("\(overlaps) visits began before the previous one ended and were shortened.")
    }
    if visitsWithoutPlace > 0 {
      remarks.append(remark(onLeftOut: visitsWithoutPlace, "visit", "without a place"))
    }
    if pointsWithin > 0 {
      remarks.append("\(pointsWithin) points within visits were left out: the visits cover them.")
    }
    if otherEntries > 0 {
      remarks.append("\(otherEntries) entries without a place or a route were left out.")
    }
    return remarks
  }
}
