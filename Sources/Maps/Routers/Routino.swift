import Files
import Foundation
import Geodesy
import Routes
import Text
import World

/// The program Routino, which finds routes on a map extract without a server.
///
/// Routino is under the AGPL. It is started as a program of its own and never linked.
package struct Routino: Router {
  package let name = "Routino"
  private let program: ExternalProgram
  /// The name with the version, such as "Routino 3.3.3".
  private let version: String
  private let folder: String
  /// The prefixes of the databases that were prepared: one for streets, one for rails.
  private static let (streets, rails) = ("streets", "rails")

  /// Prepares the databases of a map extract in a folder.
  ///
  /// - Parameter modes: the modes of motion for which routes are needed.
  init(
    extract: String, folder: String, modes: Set<MotionMode>, work: MapWork,
    location: SourceLocation
  ) throws(InputError) {
    self.folder = folder
    program = try Routino.program("routino-router", work, location)
    let splitter = try Routino.program("planetsplitter", work, location)
    version = try Routino.version(of: program)
    if modes.contains(where: { $0 != .train }) {
      try Routino.prepare(Routino.streets, [], extract, folder, splitter)
    }
    if modes.contains(.train) {
      let tagging = folder + "/rails.xml"
      guard (try? Data(Routino.railTagging.utf8).write(to: URL(fileURLWithPath: tagging))) != nil
      else { throw InputError(location, "the folder \(folder) cannot be written") }
      try Routino.prepare(Routino.rails, ["--tagging=\(tagging)"], extract, folder, splitter)
    }
  }

  package func description() -> RouterDescription { RouterDescription(name: version) }

  private static func program(
    _ command: String, _ work: MapWork, _ location: SourceLocation
  ) throws(InputError) -> ExternalProgram {
    var program = try ExternalProgram(
      "Routino", command: command, package: "routino", for: "a route on a map extract",
      verb: "is found by", location: location)
    program.timeLimitSeconds = 1800
    program.running = work.programs
    return program
  }

  private static func version(of program: ExternalProgram) throws(InputError) -> String {
    guard
      case .success(let bytes) = try program.run(arguments: ["--version"], joinsErrors: true)
    else { return "Routino" }
    let text = String(decoding: bytes, as: UTF8.self)
    let version = text.split(whereSeparator: { !$0.isNumber && $0 != "." })
      .first { $0.contains(".") && $0.first?.isNumber == true }
    return version.map { "Routino \($0)" } ?? "Routino"
  }

  private static func prepare(
    _ prefix: String, _ options: [String], _ extract: String, _ folder: String,
    _ splitter: ExternalProgram
  ) throws(InputError) {
    let outcome = try splitter.run(
      arguments: [
        "--dir=\(folder)", "--prefix=\(prefix)", "--loggable", "--prune-none",
        "--prune-isolated=500",
      ] + options + [extract])
    guard case .failure(let complaint) = outcome else { return }
    throw InputError(
      SourceLocation(file: extract),
      "Routino cannot prepare this map" + (complaint.map { ": it reports '\($0)'" } ?? ""),
      accepted: "an extract of OpenStreetMap such as town.osm.pbf")
  }

  /// The rules by which rails become ways on which a car may drive, so that Routino finds the
  /// routes of trains.
  private static let railTagging =
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <routino-tagging>
      <node></node>
      <way>

    """
    + MapTags.rails.map { #"    <if k="railway" v="\#($0)"><set k="rails" v="yes"/></if>\#n"# }
    .joined() + """
          <if k="rails" v="yes">
            <output k="highway" v="motorway"/>
            <output k="motorcar" v="yes"/>
          </if>
        </way>
        <relation></relation>
      </routino-tagging>

      """

  /// The largest number of points in one call of Routino.
  private static let pointsMax = 99

  package func route(_ request: RouteRequest) throws(RoutingFailure) -> RouterAnswer {
    let all = request.points
    var points: [Coordinate] = []
    var start = 0
    while start < all.count - 1 {
      let end = min(start + Routino.pointsMax - 1, all.count - 1)
      let part = try route(through: Array(all[start...end]), mode: request.mode, after: start)
      points += part
      start = end
    }
    return RouterAnswer(points: points)
  }

  /// A recorded car may have taken a track that is open to cars. By default Routino takes none.
  package func pieces(
    along points: [TracePoint], mode: MotionMode
  ) throws(RoutingFailure) -> [[Coordinate]] {
    guard let first = points.first, let last = points.last, points.count > 1 else { return [] }
    return [
      try route(
        through: [first.coordinate, last.coordinate], mode: mode, after: 0,
        options: mode == .automotive ? ["--highway-track=40"] : [])
    ]
  }

  private func route(
    through points: [Coordinate], mode: MotionMode, after first: Int, options: [String] = []
  ) throws(RoutingFailure) -> [Coordinate] {
    var arguments = [
      "--dir=\(folder)", "--prefix=\(mode == .train ? Routino.rails : Routino.streets)",
      "--profiles=/usr/share/routino/profiles.xml",
      "--translations=/usr/share/routino/translations.xml", "--output-text-all",
      "--output-stdout", "--quickest", "--transport=\(Routino.transport(mode))",
      // A ferry is a leg of its own: the person stands, and the ship moves.
      "--highway-ferry=0",
    ]
    arguments += options
    for (number, point) in points.enumerated() {
      arguments += [
        "--lat\(number + 1)=\(point.latitude)", "--lon\(number + 1)=\(point.longitude)",
      ]
    }
    let outcome: ExternalProgram.Outcome
    do throws(InputError) {
      outcome = try program.run(arguments: arguments)
    } catch {
      throw .input(error)
    }
    switch outcome {
    case .success(let bytes): return try Routino.points(in: bytes)
    case .failure(let complaint): throw Routino.failure(complaint ?? "", after: first)
    }
  }

  private static func transport(_ mode: MotionMode) -> String {
    switch mode {
    case .still, .walking, .running: "foot"
    case .cycling: "bicycle"
    case .automotive, .train, .flying: "motorcar"
    }
  }

  /// Reads Routino's table: a line for each point, which begins with its latitude and longitude.
  private static func points(in bytes: Data) throws(RoutingFailure) -> [Coordinate] {
    var points: [Coordinate] = []
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      guard !line.hasPrefix("#") else { continue }
      let fields = line.split(separator: "\t").map { $0.filter { !$0.isWhitespace } }
      guard fields.count > 2, let latitude = Double(fields[0]), let longitude = Double(fields[1])
      else { continue }
      let point = Coordinate(latitude: latitude, longitude: longitude)
      if points.last != point { points.append(point) }
    }
    guard points.count > 1 else { throw .unconnected }
    return points
  }

  private static func failure(_ complaint: String, after first: Int) -> RoutingFailure {
    guard complaint.contains("close to") else { return .unconnected }
    let digits = complaint.reversed().drop { !$0.isNumber }.prefix { $0.isNumber }
    return .farFromWays(pointNumber: first + (Int(String(digits.reversed())) ?? 1))
  }
}
