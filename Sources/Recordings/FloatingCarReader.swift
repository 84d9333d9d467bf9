import Foundation
import Geodesy
import Text
import Timekeeping
import World

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A reader of SUMO's floating-car data: the positions of all vehicles and pedestrians in each
/// second of a simulated city.
///
/// Times are seconds since the simulation's start, and the option `--start` gives its date. With
/// SUMO's option `--fcd-output.geo`, x and y are longitude and latitude. Otherwise they are meters
/// from a corner of the road network, and the option `--origin` gives the position of that corner.
/// The file does not name the unit, but its decimals reveal it: degrees have five or more, meters
/// have two.
///
/// For a person in a vehicle, the file contains the vehicle's position under the person's name. All
/// movements under one name are one trajectory, even if a person walks, rides and drives.
enum FloatingCarReader {
  static func read(
    _ bytes: Data, options: TraceOptions, location: SourceLocation
  ) throws(InputError) -> TraceAssembly {
    guard let start = options.start else {
      throw InputError(
        location, "the times count from the start of the simulation",
        accepted: "--start 2026-03-02T00:00:00Z, or 'start:' under 'replay:'")
    }
    let collector = FloatingCarCollector(location: location, options: options, start: start)
    // Parsed from a stream, so that a city's day is never in memory as a whole.
    try XMLTags.refuseOversized(bytes, location: location)
    let parser = XMLParser(stream: InputStream(data: bytes))
    parser.shouldResolveExternalEntities = false
    parser.delegate = collector
    _ = parser.parse()
    if let error = collector.error { throw error }
    guard collector.isComplete else {
      throw InputError(location, "the file ends in the middle of the XML")
    }
    return try collector.trajectories.assembly(location)
  }
}

private final class FloatingCarCollector: NSObject, XMLParserDelegate {
  fileprivate(set) var trajectories: Trajectories
  private(set) var error: InputError?
  private(set) var isComplete = false
  private let location: SourceLocation
  private let origin: Coordinate?
  private let scale: LocalScale
  private let start: Instant
  private var time: Instant?
  private var depth = 0
  /// True if the file's positions are in degrees, false if in meters; nil until the first position.
  private var isInDegrees: Bool?

  init(location: SourceLocation, options: TraceOptions, start: Instant) {
    self.location = location
    self.start = start
    origin = options.origin
    scale = LocalScale(latitude: options.origin?.latitude ?? 0)
    trajectories = Trajectories(options)
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    depth += 1
    switch element {
    case "timestep": begin(attributes, parser)
    case "vehicle", "person": take(attributes, parser)
    default: break
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    depth -= 1
    if depth == 0 { isComplete = true }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    fail("not well-formed XML, or the file ends too early", accepted: nil, parser)
  }

  private func fail(_ problem: String, accepted: String?, _ parser: XMLParser) {
    guard error == nil else { return }
    error = InputError(
      SourceLocation(file: location.file, line: parser.lineNumber), problem, accepted: accepted)
    parser.abortParsing()
  }

  private func begin(_ attributes: [String: String], _ parser: XMLParser) {
    let text = attributes["time"] ?? ""
    guard let seconds = FloatingCarCollector.seconds(text) else {
      return fail(
        "the time of a step is \(quoted(text))", accepted: "seconds, or 1:02:03:04.50", parser)
    }
    time = start + .seconds(seconds)
  }

  /// Returns the seconds in a time such as "97.00". With SUMO's option `human-readable-time`, a
  /// time has hours, minutes and seconds, such as "01:02:03". The number of days may come first, as
  /// in "1:02:03:04".
  private static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...4).contains(parts.count) else { return nil }
    var total = 0.0
    for (part, factor) in zip(parts.reversed(), [1.0, 60, 3600, 86400]) {
      guard let part, part.isFinite, part >= 0 else { return nil }
      total += part * factor
    }
    return total < 1e9 ? total : nil
  }

  private func take(_ attributes: [String: String], _ parser: XMLParser) {
    guard let time else {
      return fail("a position is outside of a time step", accepted: nil, parser)
    }
    guard let name = attributes["id"] else {
      return fail("an 'id' is missing", accepted: nil, parser)
    }
    guard let slot = trajectories.slot(name) else { return }
    guard let x = attributes["x"], let y = attributes["y"], let east = Double(x),
      let north = Double(y)
    else {
      return fail("'x' or 'y' of \(quoted(name)) is not a number", accepted: "numbers", parser)
    }
    let isInDegrees = isInDegrees ?? areDegrees(x, y)
    self.isInDegrees = isInDegrees
    guard let coordinate = coordinate(east, north, isInDegrees, parser) else { return }
    let speed = attributes["speed"].flatMap { Double($0) }
    let course = attributes["angle"].flatMap { Double($0) }
    trajectories.append(
      TraceAssembly.LocatedPoint(
        line: parser.lineNumber,
        point: TracePoint(
          time: time, coordinate: coordinate,
          speedMetersPerSecond: speed,
          courseDegrees: course)),
      to: slot)
  }

  private func areDegrees(_ x: String, _ y: String) -> Bool {
    origin == nil && [x, y].allSatisfy { ($0.split(separator: ".").last?.count ?? 0) >= 5 }
  }

  private func coordinate(
    _ east: Double, _ north: Double, _ isInDegrees: Bool, _ parser: XMLParser
  ) -> Coordinate? {
    if isInDegrees {
      let coordinate = Coordinate(latitude: north, longitude: east)
      if coordinate.isValid { return coordinate }
      fail(
        "the position is \(north), \(east)",
        accepted: Coordinate.accepted, parser)
      return nil
    }
    guard let origin else {
      fail(
        "the positions are meters from an unknown origin",
        accepted:
          "--origin 45.52,-122.68, or 'origin:' under 'replay:'; or SUMO's --fcd-output.geo",
        parser)
      return nil
    }
    guard abs(east) <= 200_000, abs(north) <= 200_000 else {
      fail(
        "the position is \(east) m, \(north) m from the origin", accepted: "up to 200 km", parser)
      return nil
    }
    return scale.coordinate(origin, moved: Displacement(eastMeters: east, northMeters: north))
  }
}
