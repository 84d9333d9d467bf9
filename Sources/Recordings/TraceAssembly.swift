import Geodesy
import Text
import Timekeeping
import World

/// The points of a file with their line numbers, before they become one recording.
struct TraceAssembly {
  struct LocatedPoint {
    /// The line number of the point; nil if another program converted the user's file before it was
    /// read.
    var line: Int?
    var point: TracePoint
    /// The time when the tracker recorded the point, if the file states it.
    var recordedAt: Instant? = nil
  }

  /// The longest accepted step back in time between two points.
  ///
  /// Phones mix fixes stamped by the GPS receiver with fixes stamped by the phone's clock. Watches
  /// step back by a second where the sport changes, and receivers write interleaved cycles. Points
  /// that are not later than the latest one are left out. A longer step back is an error in the
  /// file, unless the points are repeated from before.
  static let stepBackMax = TimeSpan.minutes(1)

  /// The segments of points, in the order of the file.
  var segments: [[LocatedPoint]] = []
  var remarks: [String] = []
  var pointsWithoutTime = 0
  /// The number of reports in which a receiver has no fix.
  var reportsWithoutFix = 0
  /// The places that the file names. If two places have the same name, only the first counts.
  var places: [TracePlace] = []
  /// The readings of the battery, in the order of the file.
  var battery: [BatteryReading] = []
  /// The points of a log outside of the times to read.
  var outside = PointsOutside()

  /// Removes the line numbers of all points, because another program converted the user's file.
  mutating func forgetLines() {
    for segment in segments.indices {
      for point in segments[segment].indices { segments[segment][point].line = nil }
    }
  }

  /// Sorts the segments by time and returns the recording. Throws an error if they cannot be one
  /// person's track.
  func trace(name: String, location: SourceLocation) throws(InputError) -> Trace {
    var remarks = remarks
    if pointsWithoutTime > 0 {
      remarks.append(remark(onLeftOut: pointsWithoutTime, "point", "without a time"))
    }
    let filled = segments.filter { !$0.isEmpty }
    let ordered = filled.enumerated()
      .sorted { ($0.element[0].point.time, $0.offset) < ($1.element[0].point.time, $1.offset) }
      .map(\.element)
    var points: [TracePoint] = []
    points.reserveCapacity(ordered.reduce(0) { $0 + $1.count })
    var leftOut = 0
    for segment in ordered {
      leftOut += try append(segment, to: &points, location: location)
    }
    if leftOut > 0 {
      remarks.append("\(leftOut) points were not later than the previous one and were left out.")
    }
    guard points.count >= 2 else {
      throw InputError(
        location, tooFew(points.count, leftOut: leftOut),
        accepted: "a recording of at least two points with times")
    }
    let battery = battery.inOrderOfTime
    remarks += BatteryReading.remarks(on: battery) + points.remarksOnDates
    return Trace(name: name, points: points, remarks: remarks, places: places, battery: battery)
  }

  private func tooFew(_ count: Int, leftOut: Int) -> String {
    if count == 0 {
      if pointsWithoutTime > 0 { return "its points have no times" }
      return reportsWithoutFix > 0
        ? "its \(reportsWithoutFix) reports have no fix" : "it has no points"
    }
    if leftOut > 0 { return "all its \(leftOut + 1) points have the same time" }
    return pointsWithoutTime > 0 ? "only one of its points has a time" : "it has one point"
  }

  /// Appends a segment. Returns the number of points that were left out because their time is not
  /// later than the time of the point before.
  private func append(
    _ segment: [LocatedPoint], to points: inout [TracePoint], location: SourceLocation
  ) throws(InputError) -> Int {
    var leftOut = 0
    var isFirst = true
    for located in segment {
      var point = try located.checked(location, number: points.count + leftOut + 1)
      if let last = points.last, point.time <= last.time {
        guard last.time - point.time < TraceAssembly.stepBackMax || points.repeats(point) else {
          throw backwards(
            located, number: points.count + leftOut + 1, after: last.time, isFirst: isFirst,
            location: location)
        }
        leftOut += 1
        continue
      }
      point.startsSegment = isFirst
      isFirst = false
      points.append(point)
    }
    return leftOut
  }

  private func backwards(
    _ located: LocatedPoint, number: Int, after last: Instant, isFirst: Bool,
    location: SourceLocation
  ) -> InputError {
    let times =
      "\(located.point.time.iso8601(fractionDigits: 3)) follows "
      + last.iso8601(fractionDigits: 3) + (located.line == nil ? " at point \(number)" : "")
    let place = SourceLocation(file: location.file, line: located.line)
    return isFirst
      ? InputError(
        place, "two segments overlap in time: \(times)",
        accepted: "the track of one person"
          + (located.line.map { ", as before line \($0)" } ?? "")
          + "; keep one of the two segments, or put each in a file of its own")
      : InputError(
        place, "the time runs backwards: \(times)",
        accepted: "times in order, but for steps back of less than a minute; sort the points by "
          + "time, or put what follows in a file of its own")
  }
}

extension [TracePoint] {
  private static let repetitionReachMeters = 10.0

  /// Returns true if the list, which is in the order of time, has the point already.
  fileprivate func repeats(_ point: TracePoint) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].time < point.time { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].time == point.time
      && self[low].coordinate.distanceMeters(to: point.coordinate) <= Self.repetitionReachMeters
  }
}
