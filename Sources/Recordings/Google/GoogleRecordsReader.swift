import Foundation
import Text
import Timekeeping
import World

/// A reader of Google's `Records.json`: all positions that a person's devices reported, in degrees
/// times 10⁷.
enum GoogleRecordsReader {
  private struct Record: Decodable {
    var latitudeE7: Double?
    var longitudeE7: Double?
    var timestamp: String?
    var timestampMs: LooseNumber?
    var accuracy: Double?
    var velocity: Double?
    var heading: Double?
    var altitude: Double?
  }

  static func read(_ bytes: Data, location: SourceLocation) throws(InputError) -> TraceAssembly {
    try JSONText.with(bytes, location: location) { (text) throws(InputError) -> TraceAssembly in
      var assembly = TraceAssembly(segments: [[]])
      var withoutPosition = 0
      try text.elements(under: ["locations"]) { (piece) throws(InputError) in
        let record = try piece.decoded(Record.self)
        guard let point = try point(record, GoogleEntry(piece.location)) else {
          withoutPosition += 1
          return
        }
        assembly.segments[0].append(point)
      }
      // Devices report late and at different times, so the positions are not in order.
      assembly.segments[0].sort { $0.point.time < $1.point.time }
      if withoutPosition > 0 {
        assembly.remarks.append(remark(onLeftOut: withoutPosition, "record", "without a position"))
      }
      return assembly
    }
  }

  private static func point(
    _ record: Record, _ entry: GoogleEntry
  ) throws(InputError) -> TraceAssembly.LocatedPoint? {
    guard let latitude = record.latitudeE7, let longitude = record.longitudeE7 else { return nil }
    let time = try entry.instant(record.timestamp, milliseconds: record.timestampMs)
    let coordinate = try entry.coordinate(e7: latitude, longitude)
    var located = entry.point(at: time, coordinate, accuracyMeters: record.accuracy)
    located.point.altitudeMeters = record.altitude
    located.point.speedMetersPerSecond = record.velocity
    located.point.courseDegrees = record.heading
    return located
  }
}
