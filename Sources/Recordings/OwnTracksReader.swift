import Foundation
import Geodesy
import Text
import Timekeeping
import World

/// A reader of files that the OwnTracks recorder writes. Each line contains one message in JSON. In
/// `.rec` files, the time of receipt and a mark such as `*` stand before the JSON. Only messages
/// with the `_type` "location" contain a position.
///
/// Messages may arrive late, so they are sorted by `tst`, the time of the fix. `vel` is ignored:
/// some versions write meters per second, others kilometers per hour.
enum OwnTracksReader {
  private struct Message: Decodable {
    var lat: Double?
    var lon: Double?
    var tst: LooseNumber?
    var acc: Double?
    var alt: Double?
    var cog: Double?
    var topic: String?
    var tid: String?

    /// The device in a broker's topic, owntracks/USER/DEVICE, or else the tracker's initials.
    var device: String { topic ?? tid ?? "" }
  }

  private struct Battery: Decodable {
    /// The charge in percent.
    var batt: Double
    /// The state of the charger: 1 unplugged, 2 charging, 3 full.
    var bs: Int?

    func reading(at time: Instant) -> BatteryReading? {
      let states: [Int: BatteryReading.State] = [1: .unplugged, 2: .charging, 3: .full]
      return BatteryReading(time: time, level: batt / 100, state: bs.flatMap { states[$0] })
    }
  }

  /// Returns true if the first line belongs to a `.rec` file: a time, a tab, a word, a tab, and
  /// JSON.
  static func isRecording(firstLineOf bytes: [UInt8]) -> Bool {
    let line = bytes.prefix(8192).prefix { $0 != UInt8(ascii: "\n") }
    let parts = String(decoding: line, as: UTF8.self).split(separator: "\t", maxSplits: 2)
    return parts.count == 3 && Instant(iso8601: parts[0]) != nil && parts[2].hasPrefix("{")
  }

  static func read(
    _ bytes: Data, options: TraceOptions, location: SourceLocation
  ) throws(InputError) -> TraceAssembly {
    var trajectories = Trajectories(options)
    var otherMessages = 0
    let decoder = JSONDecoder()
    var lines = RecordedLines(bytes, of: location, accepted: "a message of OwnTracks")
    while let line = try lines.next() {
      guard let json = try message(in: line.bytes, line.place) else { continue }
      guard let (point, battery, device) = try point(json, decoder, line.place) else {
        otherMessages += 1
        continue
      }
      // A replay takes all messages of a file for one person's, since initials may change.
      guard let slot = trajectories.slot(options.isLog ? device : options.trajectory ?? "") else {
        continue
      }
      trajectories.append(point, to: slot)
      trajectories.append(battery, to: slot)
    }
    var assembly = try trajectories.assembly(location)
    if assembly.segments.isEmpty { assembly.segments = [[]] }
    assembly.segments[0].sort { $0.point.time < $1.point.time }
    if otherMessages > 0 {
      assembly.remarks.append(remark(onLeftOut: otherMessages, "message", "without a position"))
    }
    return assembly
  }

  /// Returns the JSON in a line, without the time and the mark before it. Nil for an empty line.
  private static func message(in line: Data, _ place: SourceLocation) throws(InputError) -> Data? {
    if let start = line.firstIndex(of: UInt8(ascii: "{")) { return line[start...] }
    if line.allSatisfy(isSpace) { return nil }
    throw InputError(
      place, "the line is \(quoted(String(decoding: line, as: UTF8.self)))",
      accepted: "a time, a mark and a message in JSON, with tabs between them")
  }

  private struct Kind: Decodable {
    var _type: String?
  }

  /// Reads the position and the battery's charge in a message; nil if the message has no position.
  private static func point(
    _ json: Data, _ decoder: JSONDecoder, _ place: SourceLocation
  ) throws(InputError) -> (TraceAssembly.LocatedPoint, BatteryReading?, device: String)? {
    guard let kind = try? decoder.decode(Kind.self, from: Data(json)) else {
      throw InputError(
        place, "the message is not well-formed JSON, or the file ends too early",
        accepted: "a message of OwnTracks")
    }
    guard kind._type == "location" else { return nil }
    guard let message = try? decoder.decode(Message.self, from: Data(json)),
      let latitude = message.lat, let longitude = message.lon, let seconds = message.tst?.value,
      (0..<9.2e9).contains(seconds)
    else {
      throw InputError(
        place, "a location lacks 'lat', 'lon' or 'tst', or one of them is not a number",
        accepted: "degrees, and seconds since 1970")
    }
    let point = TraceAssembly.LocatedPoint(
      line: place.line,
      point: TracePoint(
        time: Instant(secondsSince1970: seconds),
        coordinate: try place.coordinate(latitude, longitude), altitudeMeters: message.alt,
        courseDegrees: message.cog,
        horizontalAccuracyMeters: message.acc))
    // A charge that cannot be read is no reason to refuse the position.
    let battery = try? decoder.decode(Battery.self, from: Data(json))
    return (point, battery?.reading(at: point.point.time), message.device)
  }
}
