import Foundation
import Geodesy
import Text
import Timekeeping
import World

/// A reader of GeoJSON (RFC 7946). It reads points with a time, and lines with a time for each
/// coordinate. The features are in a collection, in an array, or one on each line of the file.
///
/// The format defines no member for time. The reader uses `timestamp`, `time` and `datetime` of
/// points, and `coordTimes` or `times` of lines, also within `coordinateProperties`. Batches and
/// exports of the app Overland are collections under another name. The reader skips their visits
/// and trips, because Overland derives these from the same positions. If a file has several phones,
/// `device_id` names the phone of each feature.
struct GeoJSONReader {
  static func read(
    _ bytes: Data, options: TraceOptions, location: SourceLocation
  ) throws(InputError) -> TraceAssembly {
    try JSONText.with(bytes, location: location) { (text) throws(InputError) -> TraceAssembly in
      var reader = GeoJSONReader(options)
      try text.values { (root) throws(InputError) in
        let members = try root.inner.elements(under: ["features", "locations"]) {
          (piece) throws(InputError) in
          try reader.take(try piece.decoded(GeoJSONFeature.self), at: piece.location)
        }
        if members.contains("geometry") {
          try reader.take(try root.decoded(GeoJSONFeature.self), at: root.location)
        }
      }
      return try reader.finished(location)
    }
  }

  private var trajectories: Trajectories
  private var recordedTime: RecordedTime
  private var featuresLeftOut = 0
  private var levelsLeftOut = 0
  private var firstLevelLeftOut: Double?

  private init(_ options: TraceOptions) {
    trajectories = Trajectories(options)
    recordedTime = RecordedTime(start: options.start)
  }

  private mutating func take(
    _ feature: GeoJSONFeature, at place: SourceLocation
  ) throws(InputError) {
    guard let geometry = feature.geometry, !geometry.lines.isEmpty, !feature.isDerived else {
      featuresLeftOut += 1
      return
    }
    let properties = feature.properties
    guard let slot = trajectories.slot(properties?.device ?? "") else { return }
    if geometry.isPoint {
      let position = geometry.lines[0].first ?? []
      if properties?.isAfterGap == true { trajectories.beginSegment(of: slot) }
      try add(position, at: properties?.time, properties, slot, place)
    } else {
      try add(geometry.lines, properties, slot, place)
    }
  }

  private mutating func add(
    _ lines: [[[Double]]], _ properties: GeoJSONFeature.Properties?, _ slot: Int,
    _ place: SourceLocation
  ) throws(InputError) {
    let times = properties?.times ?? []
    for (index, line) in lines.enumerated() {
      trajectories.beginSegment(of: slot)
      let own = index < times.count ? times[index] : []
      guard own.isEmpty || own.count == line.count else {
        throw InputError(
          place, "a line has \(line.count) coordinates and \(own.count) times",
          accepted: "a time for each coordinate")
      }
      for (position, time) in zip(line, own) { try add(position, at: time, nil, slot, place) }
      for _ in own.count..<line.count { trajectories.countPointWithoutTime(of: slot) }
    }
    trajectories.beginSegment(of: slot)
  }

  private mutating func add(
    _ position: [Double], at time: GeoJSONFeature.Time?,
    _ properties: GeoJSONFeature.Properties?, _ slot: Int, _ place: SourceLocation
  ) throws(InputError) {
    guard position.count >= 2 else {
      throw InputError(
        place, "a position is a list of \(position.count)", accepted: "[longitude, latitude]")
    }
    let coordinate = try place.coordinate(position[1], position[0])
    guard let time else { return trajectories.countPointWithoutTime(of: slot) }
    guard let instant = instant(of: time) else {
      throw InputError(place, "the time is \(time)", accepted: RecordedTime.accepted)
    }
    let recordedAt = properties?.recordedAt.flatMap { self.instant(of: $0) }
    // The phone reads its battery when it records a position, not at the position's time.
    if let properties { add(batteryOf: properties, at: recordedAt ?? instant, slot) }
    let altitude = properties?.altitude ?? (position.count > 2 ? position[2] : nil)
    trajectories.append(
      TraceAssembly.LocatedPoint(
        line: place.line ?? 0,
        point: TracePoint(
          time: instant, coordinate: coordinate, altitudeMeters: altitude,
          speedMetersPerSecond: properties?.speed,
          courseDegrees: properties?.course,
          horizontalAccuracyMeters: properties?.accuracy,
          onward: properties?.motion.map { .moving($0) } ?? .unknown),
        recordedAt: recordedAt),
      to: slot)
  }

  private mutating func add(
    batteryOf properties: GeoJSONFeature.Properties, at instant: Instant, _ slot: Int
  ) {
    guard let level = properties.batteryLevel else { return }
    let state = properties.batteryState.flatMap { BatteryReading.State(rawValue: $0) }
    let reading = BatteryReading(time: instant, level: level, state: state)
    // UIKit states -1 for a level that it does not know.
    if reading == nil, level != -1 {
      levelsLeftOut += 1
      firstLevelLeftOut = firstLevelLeftOut ?? level
    }
    trajectories.append(reading, to: slot)
  }

  private mutating func instant(of time: GeoJSONFeature.Time) -> Instant? {
    switch time {
    case .text(let text): recordedTime.instant(text)
    case .number(let number): recordedTime.instant(since1970: number)
    }
  }

  private mutating func finished(_ location: SourceLocation) throws(InputError) -> TraceAssembly {
    var assembly = try trajectories.assembly(location)
    for index in assembly.segments.indices { assembly.segments[index].forgetModesOverGaps() }
    if featuresLeftOut > 0 {
      assembly.remarks.append(
        remark(onLeftOut: featuresLeftOut, "feature", "other than a position, such as a visit,"))
    }
    if let firstLevelLeftOut {
      assembly.remarks.append(
        remark(
          onLeftOut: levelsLeftOut, "battery level",
          "outside of 0 to 1, such as \(firstLevelLeftOut),"))
    }
    assembly.remarks += recordedTime.remarks
    return assembly
  }
}

extension [TraceAssembly.LocatedPoint] {
  /// Removes the mode of motion from points whose next fix is more than five minutes later. The
  /// motion that a phone reports at a fix does not hold for so long.
  fileprivate mutating func forgetModesOverGaps() {
    for index in indices {
      let isFollowed =
        index + 1 < count && self[index + 1].point.time - self[index].point.time <= .minutes(5)
      if !isFollowed { self[index].point.onward = .unknown }
    }
  }
}
