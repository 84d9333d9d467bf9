import Foundation
import Geodesy
import Text
import Timekeeping
import World

/// A reader of the Google Timeline that phones export since 2024. Each segment is a visit, an
/// activity or a path.
///
/// Android writes the segments under `semanticSegments`, and places as "48.1°, 11.5°". iPhones
/// write a plain list of segments, places as "geo:48.1,11.5", and numbers as text. Android also
/// exports the raw signals of the last weeks. These are not read, because the segments are derived
/// from them.
enum GoogleTimelineReader {
  private struct Segment: Decodable {
    var startTime: String?
    var endTime: String?
    var visit: Visit?
    var activity: Activity?
    var timelinePath: [PathPoint]?
  }

  private struct Visit: Decodable {
    var hierarchyLevel: LooseNumber?
    var topCandidate: Candidate?

    struct Candidate: Decodable {
      var semanticType: String?
      var placeLocation: Spot?
    }
  }

  private struct Activity: Decodable {
    var start: Spot?
    var end: Spot?
    var topCandidate: Candidate?

    struct Candidate: Decodable {
      var type: String?
    }
  }

  private struct PathPoint: Decodable {
    var point: Spot?
    var time: String?
    var durationMinutesOffsetFromStartTime: LooseNumber?
  }

  /// A place in the export: a text with the coordinate, or an object that contains this text.
  private struct Spot: Decodable {
    var text: String?

    private enum Key: CodingKey { case latLng }

    init(from decoder: any Decoder) throws {
      if let plain = try? decoder.singleValueContainer().decode(String.self) {
        text = plain
        return
      }
      let container = try decoder.container(keyedBy: Key.self)
      text = try container.decodeIfPresent(String.self, forKey: .latLng)
    }
  }

  static func read(_ bytes: Data, location: SourceLocation) throws(InputError) -> TraceAssembly {
    try JSONText.with(bytes, location: location) { (text) throws(InputError) -> TraceAssembly in
      var diary = Diary()
      try text.elements(under: ["semanticSegments"]) { (piece) throws(InputError) in
        try add(try piece.decoded(Segment.self), to: &diary, GoogleEntry(piece.location))
      }
      return diary.assembly()
    }
  }

  private static func add(
    _ segment: Segment, to diary: inout Diary, _ place: GoogleEntry
  ) throws(InputError) {
    guard segment.visit != nil || segment.activity != nil || segment.timelinePath != nil else {
      return diary.countOtherEntry()
    }
    let (start, end) = try place.inOrder(
      try place.instant(segment.startTime), try place.instant(segment.endTime))
    if let visit = segment.visit {
      try add(visit, from: start, to: end, in: &diary, place)
    }
    if let activity = segment.activity {
      let mode = activity.topCandidate?.type.flatMap { MotionMode(googleActivity: $0) }
      diary.add(Diary.Movement(start: start, end: end, mode: mode))
      for (time, spot) in [(start, activity.start), (end, activity.end)] {
        guard let text = spot?.text else { continue }
        diary.add(place.point(at: time, try place.coordinate(text)))
      }
    }
    for point in segment.timelinePath ?? [] {
      guard let text = point.point?.text else { continue }
      let time: Instant
      if let offset = point.durationMinutesOffsetFromStartTime {
        time = start + .seconds(offset.value * 60)
      } else {
        time = try place.instant(point.time)
      }
      diary.add(place.point(at: time, try place.coordinate(text)))
    }
  }

  private static func add(
    _ visit: Visit, from start: Instant, to end: Instant, in diary: inout Diary,
    _ place: GoogleEntry
  ) throws(InputError) {
    // A shop in a shopping center has its own visit, one level below that of the center.
    guard visit.hierarchyLevel?.value ?? 0 == 0 else { return diary.countOtherEntry() }
    guard let text = visit.topCandidate?.placeLocation?.text else {
      return diary.countVisitWithoutPlace()
    }
    diary.add(
      Diary.Visit(
        line: place.line, start: start, end: end, coordinate: try place.coordinate(text),
        name: GoogleEntry.name(ofKind: visit.topCandidate?.semanticType)))
  }
}
