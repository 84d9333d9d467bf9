import Evaluation
import Foundation
import Text
import Timekeeping
import World

/// The log of a real tracker: the positions that it recorded, in the order of recording.
///
/// A recording is a person's route, so its reader leaves out points that are not later than the
/// point before. A log keeps them: the judge compares what the tracker recorded with the truth.
package struct TrackerLog: Sendable, Hashable {
  package var name: String
  /// The positions in the order of `recordedAt`, numbered by `identity`.
  package private(set) var positions: [RecordedPosition]
  /// The readings of the phone's battery, with strictly increasing times.
  package var battery: [BatteryReading]
  /// The data that the reader left out and the assumptions that it made, in whole sentences.
  package var remarks: [String]
  /// The number of positions outside of the times that were read.
  package private(set) var unreadCount = 0
  /// The times of the first and the last position, including those that were not read.
  package private(set) var span: ClosedRange<Instant>
  /// True if the log states when each position was recorded. Otherwise each counts from its own
  /// time.
  package var hasRecordingTimes: Bool

  /// Makes a log of positions in any order; nil if it has none.
  ///
  /// - Parameter outside: the positions that were not read.
  package init?(
    name: String, positions: [RecordedPosition], outside: PointsOutside = PointsOutside(),
    battery: [BatteryReading] = [], remarks: [String] = [], hasRecordingTimes: Bool
  ) {
    guard let first = outside.first ?? positions.first?.timestamp else { return nil }
    self.name = name
    self.battery = battery.inOrderOfTime
    self.remarks = remarks
    self.hasRecordingTimes = hasRecordingTimes
    self.positions = positions
    unreadCount = outside.count
    span = first...(outside.last ?? first)
    settle()
  }

  /// Sorts and numbers the positions, and finds the span of their times.
  private mutating func settle() {
    positions = positions.enumerated()
      .sorted { ($0.element.recordedAt, $0.offset) < ($1.element.recordedAt, $1.offset) }
      .map(\.element)
    var (first, last) = (span.lowerBound, span.upperBound)
    for index in positions.indices {
      positions[index].identity = UInt64(index + 1)
      first = min(first, positions[index].timestamp)
      last = max(last, positions[index].timestamp)
    }
    span = first...last
  }

  /// Adds the positions of another file of the same tracker. A position that this log already has
  /// is left out, since exports may overlap.
  package mutating func add(_ other: TrackerLog) {
    let known = Set(positions.map(Position.init))
    let new = other.positions.filter { !known.contains(Position($0)) }
    if new.count < other.positions.count {
      remarks.append(
        "\(other.positions.count - new.count) positions of \(other.name) are also in another log "
          + "and count once.")
    }
    positions += new
    battery = (battery + other.battery).inOrderOfTime
    remarks += other.remarks.filter { !remarks.contains($0) }
    unreadCount += other.unreadCount
    hasRecordingTimes = hasRecordingTimes && other.hasRecordingTimes
    span = min(span.lowerBound, other.span.lowerBound)...max(span.upperBound, other.span.upperBound)
    settle()
  }

  /// Adds a remark if a hundredth or more of the positions are in the log twice. They stay, since a
  /// tracker may have recorded a position again.
  package mutating func remarkRepetitions() {
    let repeated = positions.count - Set(positions.map(Position.init)).count
    guard repeated > 0, repeated * 100 >= positions.count else { return }
    remarks.append(
      "\(repeated) of \(positions.count) positions repeat an earlier one, with its time and its "
        + "coordinates. They count as records.")
  }

  /// Adds a remark if positions lie at latitude 0 and longitude 0.
  package mutating func remarkZeros() {
    let count = positions.count { $0.coordinate.latitude == 0 && $0.coordinate.longitude == 0 }
    guard count > 0 else { return }
    remarks.append(
      "\(count) of \(positions.count) positions lie at latitude 0 and longitude 0, as trackers "
        + "write a position that they do not know. They count as records.")
  }

  private struct Position: Hashable {
    var timestamp: Instant
    var latitude: Double
    var longitude: Double

    init(_ position: RecordedPosition) {
      timestamp = position.timestamp
      latitude = position.coordinate.latitude
      longitude = position.coordinate.longitude
    }
  }

  /// Moves all times, for a log whose clock was in another zone.
  package mutating func shift(by span: TimeSpan) {
    for index in positions.indices {
      positions[index].timestamp = positions[index].timestamp + span
      positions[index].recordedAt = positions[index].recordedAt + span
    }
    for index in battery.indices { battery[index].time = battery[index].time + span }
    self.span = self.span.lowerBound + span...self.span.upperBound + span
  }

  /// The positions as a recording of the person's route, for days whose only witness is the log.
  package var trace: Trace {
    var points: [TracePoint] = []
    let ordered = positions.sorted { ($0.timestamp, $0.identity) < ($1.timestamp, $1.identity) }
    for position in ordered where position.timestamp > points.last?.time ?? .distantPast {
      points.append(
        TracePoint(
          time: position.timestamp, coordinate: position.coordinate,
          horizontalAccuracyMeters: position.horizontalAccuracyMeters > 0
            ? position.horizontalAccuracyMeters : nil))
    }
    return Trace(name: name, points: points, remarks: remarks, battery: battery)
  }
}

extension TrackerLog {
  /// Reads a log in any of the formats of recordings.
  ///
  /// - Parameters:
  ///   - device: the device to read if the file has several; nil if it has one.
  ///   - range: the times to read; nil for all. Other positions are only counted.
  package static func read(
    path: String, device: String?, options: TraceOptions, range: Range<Instant>?
  ) throws(InputError) -> TrackerLog {
    var options = options
    options.isLog = true
    options.trajectory = device
    options.range = range
    let (assembly, location) = try TraceAssembly.read(
      path: path, options: options, mention: .commandLine)
    let name = URL(fileURLWithPath: path).lastPathComponent.printable
    return try TrackerLog(assembly, name: name, location: location, range: range)
  }

  private init(
    _ assembly: TraceAssembly, name: String, location: SourceLocation, range: Range<Instant>?
  ) throws(InputError) {
    var gathering = LogGathering(range: range, outside: assembly.outside)
    for located in assembly.segments.joined() { try gathering.add(located, location) }
    var remarks = assembly.remarks + gathering.remarks
    if assembly.pointsWithoutTime > 0 {
      remarks.append(
        remark(onLeftOut: assembly.pointsWithoutTime, "position", "without a time"))
    }
    let log = TrackerLog(
      name: name, positions: gathering.positions, outside: gathering.outside,
      battery: assembly.battery, remarks: remarks, hasRecordingTimes: gathering.hasRecordingTimes)
    guard let log else {
      throw InputError(
        location,
        assembly.pointsWithoutTime > 0
          ? "the log's positions have no times" : "the log has no positions",
        accepted: "a log with at least one position and its time")
    }
    self = log
  }
}

/// The positions of a log's file, while they are read.
private struct LogGathering {
  let range: Range<Instant>?
  var outside: PointsOutside
  var positions: [RecordedPosition] = []
  var hasRecordingTimes = true
  private var stepsBack = 0
  private var longestStepBack = TimeSpan.zero
  private var newest = Instant.distantPast
  private var previous = Instant.distantPast
  /// The number of positions that are older than the one just before them.
  private var descents = 0
  private var implausibleDates = 0

  init(range: Range<Instant>?, outside: PointsOutside) {
    self.range = range
    self.outside = outside
  }

  mutating func add(
    _ located: TraceAssembly.LocatedPoint, _ location: SourceLocation
  ) throws(InputError) {
    let point = try located.checked(location, number: positions.count + outside.count + 1)
    guard range.map({ $0.contains(point.time) }) ?? true else { return outside.add(point.time) }
    let recordedAt = located.recordedAt ?? point.time
    if located.recordedAt == nil { hasRecordingTimes = false }
    if newest - recordedAt >= TraceAssembly.stepBackMax {
      stepsBack += 1
      longestStepBack = max(longestStepBack, newest - recordedAt)
    }
    newest = max(newest, recordedAt)
    if recordedAt < previous { descents += 1 }
    if ![TracePoint].plausible.contains(point.time) { implausibleDates += 1 }
    previous = recordedAt
    positions.append(
      RecordedPosition(
        identity: 0, timestamp: point.time, recordedAt: recordedAt, coordinate: point.coordinate,
        horizontalAccuracyMeters: point.horizontalAccuracyMeters ?? -1))
  }

  var remarks: [String] {
    var remarks = lateRemark.map { [$0] } ?? []
    if implausibleDates > 0 {
      remarks.append(
        "Positions dated before 1990 or after 2039: \(implausibleDates). They were judged all the "
          + "same."
      )
    }
    return remarks
  }

  private var lateRemark: String? {
    // A file that begins with the newest record steps back at each.
    let isReversed = descents * 10 >= (positions.count - 1) * 9
    guard stepsBack > 0, !isReversed else { return nil }
    return
      "Positions older than one before them in the file: \(stepsBack), by up to "
      + "\(longestStepBack). They were judged in the order of their times. Either they arrived "
      + "late, or the phone's clock was set back."
  }
}
