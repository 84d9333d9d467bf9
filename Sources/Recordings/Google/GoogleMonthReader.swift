import Foundation
import Geodesy
import Text
import Timekeeping
import World

/// A reader of one month of Google's semantic location history, as Google Takeout exported it until
/// 2024. The file has `timelineObjects`, and each object is a `placeVisit` or an `activitySegment`.
/// Coordinates are degrees times 10⁷.
enum GoogleMonthReader {
  private struct Entry: Decodable {
    var placeVisit: Visit?
    var activitySegment: Activity?
  }

  private struct Visit: Decodable {
    var location: Spot?
    var duration: Duration
  }

  private struct Activity: Decodable {
    var startLocation: Spot?
    var endLocation: Spot?
    var duration: Duration
    var activityType: String?
    var simplifiedRawPath: Path?
  }

  private struct Path: Decodable {
    var points: [PathPoint]?
  }

  private struct PathPoint: Decodable {
    var latE7: Double?
    var lngE7: Double?
    var accuracyMeters: Double?
    var timestamp: String?
    var timestampMs: LooseNumber?
  }

  private struct Spot: Decodable {
    var latitudeE7: Double?
    var longitudeE7: Double?
    var name: String?
    var semanticType: String?
  }

  private struct Duration: Decodable {
    var startTimestamp: String?
    var endTimestamp: String?
    var startTimestampMs: LooseNumber?
    var endTimestampMs: LooseNumber?
  }

  static func read(_ bytes: Data, location: SourceLocation) throws(InputError) -> TraceAssembly {
    try JSONText.with(bytes, location: location) { (text) throws(InputError) -> TraceAssembly in
      var diary = Diary()
      try text.elements(under: ["timelineObjects"]) { (piece) throws(InputError) in
        try add(try piece.decoded(Entry.self), to: &diary, GoogleEntry(piece.location))
      }
      return diary.assembly()
    }
  }

  private static func add(
    _ entry: Entry, to diary: inout Diary, _ place: GoogleEntry
  ) throws(InputError) {
    if let visit = entry.placeVisit {
      let (start, end) = try times(visit.duration, place)
      guard let coordinate = try coordinate(visit.location, place) else {
        return diary.countVisitWithoutPlace()
      }
      diary.add(
        Diary.Visit(
          line: place.line, start: start, end: end, coordinate: coordinate,
          name: visit.location?.name ?? GoogleEntry.name(ofKind: visit.location?.semanticType)))
    } else if let activity = entry.activitySegment {
      try add(activity, to: &diary, place)
    } else {
      diary.countOtherEntry()
    }
  }

  private static func add(
    _ activity: Activity, to diary: inout Diary, _ place: GoogleEntry
  ) throws(InputError) {
    let (start, end) = try times(activity.duration, place)
    diary.add(
      Diary.Movement(
        start: start, end: end,
        mode: activity.activityType.flatMap { MotionMode(googleActivity: $0) }))
    if let coordinate = try coordinate(activity.startLocation, place) {
      diary.add(place.point(at: start, coordinate))
    }
    for point in activity.simplifiedRawPath?.points ?? [] {
      guard let latitude = point.latE7, let longitude = point.lngE7 else { continue }
      let time = try place.instant(point.timestamp, milliseconds: point.timestampMs)
      diary.add(
        place.point(
          at: time, try place.coordinate(e7: latitude, longitude),
          accuracyMeters: point.accuracyMeters))
    }
    if let coordinate = try coordinate(activity.endLocation, place) {
      diary.add(place.point(at: end, coordinate))
    }
  }

  private static func times(
    _ duration: Duration, _ place: GoogleEntry
  ) throws(InputError) -> (Instant, Instant) {
    try place.inOrder(
      try place.instant(duration.startTimestamp, milliseconds: duration.startTimestampMs),
      try place.instant(duration.endTimestamp, milliseconds: duration.endTimestampMs))
  }

  private static func coordinate(
    _ spot: Spot?, _ place: GoogleEntry
  ) throws(InputError) -> Coordinate? {
    guard let latitude = spot?.latitudeE7, let longitude = spot?.longitudeE7 else { return nil }
    return try place.coordinate(e7: latitude, longitude)
  }
}
