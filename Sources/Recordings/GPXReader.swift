import Foundation
import Geodesy
import Text
import Timekeeping
import World

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A reader of GPX 1.0 and 1.1: tracks with their segments, or routes if there are no tracks.
///
/// The reader uses a point's time, elevation, speed, course and accuracy. These values may also be
/// in extensions with any prefix, such as Garmin's TrackPointExtension or OsmAnd's. There it also
/// finds the battery's charge and state, as `odograph export --format gpx` writes them.
/// `hdop` is ignored: it describes the geometry of the satellites, not the error of the position.
/// Waypoints are the user's bookmarks and not part of the track. Its elements may
/// have a prefix, that of the file's first element.
enum GPXReader {
  static func read(_ bytes: Data, location: SourceLocation) throws(InputError) -> TraceAssembly {
    let collector = GPXCollector(location: location)
    try XMLTags.refuseOversized(bytes, location: location)
    let parser = XMLParser(stream: InputStream(data: bytes))
    parser.shouldResolveExternalEntities = false
    parser.delegate = collector
    _ = parser.parse()
    if let error = collector.error { throw error }
    guard collector.isComplete else {
      throw InputError(location, "the file ends in the middle of the GPX")
    }
    if let error = collector.onlyWaypoints { throw error }
    return collector.assembly
  }
}

/// The delegate of the XML parser. It stops at the first error and stores the error's line.
private final class GPXCollector: NSObject, XMLParserDelegate {
  private var tracks = TraceAssembly()
  private var routes = TraceAssembly()
  private var charges = StatedCharges()
  private var recordedTime = RecordedTime()
  /// The credit of a map in the file's description, such as `odograph route` writes it.
  private var credit: String?
  private(set) var error: InputError?
  private(set) var isComplete = false
  private let location: SourceLocation
  private var open: OpenPoint?
  /// The sport of the open track or route.
  private var sport: MotionMode?
  private var text = ""
  private var depth = 0
  private var waypointCount = 0
  /// The prefix of GPX's own elements, such as "gpx:"; usually empty.
  private var prefix = ""

  private struct OpenPoint {
    var line: Int
    var isOfTrack: Bool
    var coordinate: Coordinate
    var time: Instant?
    var altitude: Double?
    var speed: Double?
    var course: Double?
    var accuracy: Double?
    var charge: String?
    var chargeState: String?
  }

  init(location: SourceLocation) { self.location = location }

  /// The tracks, or the routes if there are no tracks.
  var assembly: TraceAssembly {
    var assembly = hasTracks ? tracks : routes
    assembly.battery = charges.readings.map(\.reading)
    assembly.remarks += charges.remarks + recordedTime.remarks
    if let credit { assembly.remarks.append("The recording's file says: \(credit).") }
    return assembly
  }

  /// The error for a file that has waypoints alone.
  var onlyWaypoints: InputError? {
    guard waypointCount > 0, !hasTracks, routes.segments.allSatisfy(\.isEmpty),
      routes.pointsWithoutTime == 0
    else { return nil }
    return InputError(
      location, "it has \(counted(waypointCount, "waypoint")), and no points of a track or a route",
      accepted: "a track or a route whose points have times")
  }

  private var hasTracks: Bool {
    tracks.segments.contains { !$0.isEmpty } || tracks.pointsWithoutTime > 0
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    depth += 1
    text = ""
    if depth == 1 { prefix = String(element.dropLast(localName(element).count)) }
    let element = ownName(element)
    switch element {
    case "wpt": waypointCount += 1
    case "trk": sport = nil
    case "trkseg": tracks.segments.append([])
    case "rte":
      routes.segments.append([])
      sport = nil
    case "trkpt", "rtept": begin(element, attributes, parser)
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    guard text.utf8.count < 1000 else { return }
    text += string
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    depth -= 1
    if depth == 0 { isComplete = true }
    switch ownName(element) {
    case "trkpt", "rtept": end()
    default:
      let name = localName(element)
      if open != nil { take(name, parser) } else { takeDescription(name) }
    }
    text = ""
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    // The parser also reports `abortParsing` as an error; only the first error is kept.
    let problem =
      parser.lineNumber > 1 || depth > 0
      ? "not well-formed XML, or the file ends too early" : "not well-formed XML"
    fail(problem, accepted: nil, parser)
  }

  /// Returns the name of an element of GPX itself; any other name with its prefix.
  private func ownName(_ element: String) -> String {
    element.hasPrefix(prefix) ? String(element.dropFirst(prefix.count)) : element
  }

  /// Returns the name of an element without its prefix.
  private func localName(_ element: String) -> String {
    element.split(separator: ":").last.map(String.init) ?? ""
  }

  private func fail(_ problem: String, accepted: String?, _ parser: XMLParser) {
    guard error == nil else { return }
    error = InputError(
      SourceLocation(file: location.file, line: parser.lineNumber), problem, accepted: accepted)
    parser.abortParsing()
  }

  private func begin(_ element: String, _ attributes: [String: String], _ parser: XMLParser) {
    guard let latitude = attributes["lat"], let longitude = attributes["lon"] else {
      return fail("a point lacks 'lat' or 'lon'", accepted: nil, parser)
    }
    guard let north = decimal(latitude), let east = decimal(longitude),
      Coordinate(latitude: north, longitude: east).isValid
    else {
      return fail(
        "a point lies at lat=\(quoted(latitude)) lon=\(quoted(longitude))",
        accepted: Coordinate.accepted, parser)
    }
    open = OpenPoint(
      line: parser.lineNumber, isOfTrack: element == "trkpt",
      coordinate: Coordinate(latitude: north, longitude: east))
  }

  /// Takes the sport of the track, `type` of GPX or `activity` in an extension, and the credit of a
  /// map, which a report has to show.
  private func takeDescription(_ element: String) {
    if element == "desc", credit == nil, text.contains("© OpenStreetMap contributors") {
      credit = text.trimmingCharacters(in: .whitespacesAndNewlines).printable
    }
    guard ["type", "activity"].contains(element.lowercased()) else { return }
    sport = MotionMode(sport: text) ?? sport
  }

  private func take(_ element: String, _ parser: XMLParser) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch element.lowercased() {
    case "time":
      guard let time = recordedTime.instant(iso8601: trimmed) else {
        return fail(
          "the time is \(quoted(trimmed))", accepted: "a time such as 2026-03-02T06:30:00Z", parser)
      }
      open?.time = time
    case "ele": open?.altitude = decimal(text)
    case "speed": open?.speed = decimal(text)
    case "course", "bearing": open?.course = decimal(text)
    case "accuracy", "hacc", "horizontal_accuracy", "horizontalaccuracy":
      open?.accuracy = decimal(text)
    case "battery", "battery_level", "batterylevel": open?.charge = trimmed
    case "battery_state": open?.chargeState = trimmed
    default: break
    }
  }

  private func end() {
    guard let point = open else { return }
    open = nil
    if point.isOfTrack { keep(point, in: &tracks) } else { keep(point, in: &routes) }
  }

  private func keep(_ point: OpenPoint, in assembly: inout TraceAssembly) {
    guard let time = point.time else {
      assembly.pointsWithoutTime += 1
      return
    }
    var tracePoint = TracePoint(
      time: time, coordinate: point.coordinate, altitudeMeters: point.altitude,
      speedMetersPerSecond: point.speed, courseDegrees: point.course,
      horizontalAccuracyMeters: point.accuracy)
    tracePoint.mode = sport
    if let charge = point.charge {
      charges.take(charge, state: point.chargeState, at: time, line: point.line)
    }
    if assembly.segments.isEmpty { assembly.segments.append([]) }
    assembly.segments[assembly.segments.count - 1].append(
      TraceAssembly.LocatedPoint(line: point.line, point: tracePoint))
  }

  private func decimal(_ text: String) -> Double? {
    Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
