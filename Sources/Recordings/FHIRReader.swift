import Foundation
import Geodesy
import Text
import Timekeeping
import World

/// A reader of FHIR bundles with geopositions of Open mHealth, as `odograph export --format fhir`
/// writes them and as trackers send them.
///
/// The file has one bundle or several, usually one on each line, or Observations without a bundle.
/// An Observation has its data point attached in base64, with or without the header of IEEE 1752.
/// Bundles may begin with the newest record, so positions are sorted by time. Observations of other
/// data, such as time outdoors, are left out. If a file has several subjects, each is a trajectory.
struct FHIRReader {
  private struct Entry: Decodable {
    var resource: Observation?
  }

  private struct Observation: Decodable {
    struct Reference: Decodable { var reference: String? }
    struct Attachment: Decodable { var data: String? }

    var resourceType: String?
    var subject: Reference?
    var effectiveDateTime: String?
    var valueAttachment: Attachment?
  }

  /// A data point of Open mHealth, or the body of one.
  private struct DataPoint: Decodable {
    struct Value: Decodable { var value: Double? }
    struct TimeFrame: Decodable {
      var dateTime: String?

      private enum CodingKeys: String, CodingKey { case dateTime = "date_time" }
    }
    struct Body: Decodable {
      var latitude: Value?
      var longitude: Value?
      var elevation: Value?
      var timeFrame: TimeFrame?

      private enum CodingKeys: String, CodingKey {
        case latitude, longitude, elevation
        case timeFrame = "effective_time_frame"
      }
    }

    var body: Body

    private enum CodingKeys: CodingKey { case body }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      body =
        container.contains(.body)
        ? try container.decode(Body.self, forKey: .body) : try Body(from: decoder)
    }
  }

  static func read(
    _ bytes: Data, options: TraceOptions, location: SourceLocation
  ) throws(InputError) -> TraceAssembly {
    try JSONText.with(bytes, location: location) { (text) throws(InputError) -> TraceAssembly in
      var reader = FHIRReader()
      try text.values { (root) throws(InputError) in
        let members = try root.inner.elements(under: ["entry"]) { (piece) throws(InputError) in
          if let resource = try piece.decoded(Entry.self).resource {
            try reader.take(resource, at: piece.location)
          } else {
            try reader.take(try piece.decoded(Observation.self), at: piece.location)
          }
        }
        if members.contains("valueAttachment") {
          try reader.take(try root.decoded(Observation.self), at: root.location)
        }
      }
      return try reader.assembly(options, location)
    }
  }

  private let decoder = JSONDecoder()
  private var points: [(subject: String, point: TraceAssembly.LocatedPoint)] = []
  private var recordedTime = RecordedTime()
  private var othersLeftOut = 0

  private mutating func take(
    _ observation: Observation, at place: SourceLocation
  ) throws(InputError) {
    guard observation.resourceType == "Observation", let text = observation.valueAttachment?.data
    else {
      othersLeftOut += 1
      return
    }
    guard let content = Data(base64Encoded: text),
      let body = try? decoder.decode(DataPoint.self, from: content).body
    else {
      throw InputError(
        place, "the attachment of an Observation cannot be read",
        accepted: "a data point of Open mHealth in JSON, in base64")
    }
    guard let latitude = body.latitude?.value, let longitude = body.longitude?.value else {
      othersLeftOut += 1
      return
    }
    let coordinate = try place.coordinate(latitude, longitude)
    let stamp = body.timeFrame?.dateTime ?? observation.effectiveDateTime ?? ""
    guard let time = recordedTime.instant(stamp) else {
      throw InputError(
        place, "the time of a geoposition is \(quoted(stamp))", accepted: RecordedTime.accepted)
    }
    let point = TracePoint(
      time: time, coordinate: coordinate, altitudeMeters: body.elevation?.value)
    points.append(
      (
        observation.subject?.reference ?? "",
        TraceAssembly.LocatedPoint(line: place.line, point: point)
      ))
  }

  private mutating func assembly(
    _ options: TraceOptions, _ location: SourceLocation
  ) throws(InputError) -> TraceAssembly {
    var trajectories = Trajectories(options)
    let ordered = points.enumerated().sorted {
      ($0.element.point.point.time, $0.offset) < ($1.element.point.point.time, $1.offset)
    }
    for (subject, point) in ordered.map(\.element) {
      if let slot = trajectories.slot(subject) { trajectories.append(point, to: slot) }
    }
    var assembly = try trajectories.assembly(location)
    if othersLeftOut > 0 {
      assembly.remarks.append("\(othersLeftOut) entries without a position were left out.")
    }
    assembly.remarks += recordedTime.remarks
    return assembly
  }
}
