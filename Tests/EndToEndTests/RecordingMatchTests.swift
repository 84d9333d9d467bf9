import Foundation
import TestSupport
import Testing

/// The map extract of Liechtenstein.
private let extract = URL(
  filePath: ProcessInfo.processInfo.environment["ODOGRAPH_DATA"] ?? "../shared/data"
).appendingPathComponent("osm/liechtenstein-2015.osm.pbf")

@Suite(
  "Recordings that are matched to a map, by the built program",
  .enabled(
    if: FileManager.default.fileExists(atPath: extract.path),
    "skipped: no map extracts in ODOGRAPH_DATA"))
struct RecordingMatchTests {
  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    try FileManager.default.copyItem(
      at: extract, to: URL(fileURLWithPath: folder.path + "/town.osm.pbf"))
  }

  private func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(arguments, in: folder)
  }

  private typealias Position = (latitude: Double, longitude: Double)

  /// The drive of a scenario in the repository: its positions, 15 m apart.
  private func drive() throws -> [Position] {
    let file = UserPages.root
      .appendingPathComponent("Scenarios/routes/commuter-liechtenstein.routes.geojson")
    var line: [Position] = []
    for row in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    where row.contains(#""route":1,"way""#) {
      let numbers = row.split(separator: #""coordinates":"#)[1]
        .split { !"0123456789.".contains($0) }.compactMap { Double($0) }
      line += stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0 + 1], numbers[$0]) }
    }
    var positions: [Position] = []
    for (a, b) in zip(line, line.dropFirst()) {
      let count = max(1, Int(meters(a, b) / 15))
      positions += (0..<count).map { index in
        let share = Double(index) / Double(count)
        return (
          a.latitude + (b.latitude - a.latitude) * share,
          a.longitude + (b.longitude - a.longitude) * share
        )
      }
    }
    return positions
  }

  private func meters(_ a: Position, _ b: Position) -> Double {
    let north = (a.latitude - b.latitude) * 111_200
    let east = (a.longitude - b.longitude) * 111_320 * cos(a.latitude * .pi / 180)
    return (north * north + east * east).squareRoot()
  }

  /// Returns positions that are off by up to 8 m to the north and to the east.
  private func noisy(_ positions: [Position]) -> [Position] {
    positions.enumerated().map { index, position in
      let (north, east) = (8 * sin(Double(index) * 1.7), 8 * cos(Double(index) * 2.3))
      return (position.latitude + north / 111_200, position.longitude + east / 76_000)
    }
  }

  /// Writes positions as a recording with a point each second.
  private func write(_ positions: [Position], to name: String = "ride.gpx") throws {
    let points = positions.enumerated().map { index, position in
      let time = String(format: "2026-03-02T07:%02d:%02dZ", index / 60, index % 60)
      return "<trkpt lat=\"\(position.latitude)\" lon=\"\(position.longitude)\">"
        + "<time>\(time)</time></trkpt>"
    }
    try folder.write(
      #"<gpx version="1.1"><trk><trkseg>"# + points.joined(separator: "\n")
        + "</trkseg></trk></gpx>", to: name)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.data(name), as: UTF8.self)
  }

  private func positions(in name: String) throws -> [Position] {
    try text(name).matches(of: /lat="([0-9.]+)" lon="([0-9.]+)"/).compactMap {
      guard let latitude = Double($0.1), let longitude = Double($0.2) else { return nil }
      return (latitude, longitude)
    }
  }

  private func times(in name: String) throws -> [Substring] {
    try text(name).matches(of: /<time>([0-9T:-]+)/).map(\.1)
  }

  @Test("A noisy drive returns to its streets, keeps its times, and runs as a recording")
  func whole() throws {
    let truth = try drive()
    try write(noisy(truth))
    let outcome = try run("route", "ride.gpx", "--map", "town.osm.pbf")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("automotive"))
    #expect(outcome.output.contains("a matched recording is no truth"))
    #expect(outcome.output.contains("© OpenStreetMap contributors, ODbL 1.0, data of 2015-07-27"))
    #expect(outcome.output.hasSuffix("Recording: ride.matched.gpx\n"))
    #expect(try times(in: "ride.matched.gpx") == times(in: "ride.gpx"))
    let (before, after) = (try positions(in: "ride.gpx"), try positions(in: "ride.matched.gpx"))
    let errors = [before, after].map { zip($0, truth).map(meters).sorted() }
    let medians = errors.map { $0[$0.count / 2] }
    // The offsets have a median of 8 m. Along one direction it is 8 m times sin 45° = 5.7 m.
    #expect((7.5...8.5).contains(medians[0]), "\(medians)")
    #expect(medians[1] < 5.9, "\(medians)")
    let gpx = try text("ride.matched.gpx")
    #expect(gpx.contains("OpenStreetMap contributors, ODbL 1.0, data of 2015-07-27"))
    #expect(gpx.contains("https://opendatacommons.org/licenses/odbl/1-0/"))
    let replayed = try run("run", "ride.matched.gpx")
    #expect(replayed.status == 0, "\(replayed.errors)")
    let page = try text("Reports/ride.matched/report.html")
    #expect(page.contains("© OpenStreetMap contributors, ODbL 1.0, data of 2015-07-27"))
  }

  @Test("A matched recording hardly moves again, and the same input gives the same bytes")
  func again() throws {
    try write(noisy(try drive()))
    #expect(try run("route", "ride.gpx", "--map", "town.osm.pbf", "-o", "a.gpx").status == 0)
    #expect(try run("route", "ride.gpx", "--map", "town.osm.pbf", "-o", "b.gpx").status == 0)
    #expect(try folder.data("a.gpx") == folder.data("b.gpx"))
    #expect(try run("route", "a.gpx", "--map", "town.osm.pbf", "-o", "c.gpx").status == 0)
    let moves = zip(try positions(in: "a.gpx"), try positions(in: "c.gpx")).map(meters).sorted()
    #expect(moves[moves.count * 95 / 100] < 1, "\(moves.suffix(5))")
  }

  @Test("A recording that leaves the map, rests, or is damaged is refused, and nothing is written")
  func refused() throws {
    let drive = try drive()
    try write(drive.map { ($0.latitude + 5, $0.longitude) }, to: "far.gpx")
    try write([drive[0]], to: "one.gpx")
    try write([], to: "none.gpx")
    try write([Position](repeating: drive[0], count: 300), to: "rest.gpx")
    try write(noisy(drive))
    let whole = try text("ride.gpx")
    try folder.write(whole.replacing(/<time>[^<]*<\/time>/, with: ""), to: "timeless.gpx")
    try folder.write(String(whole.prefix(whole.count / 2)), to: "torn.gpx")
    try folder.write("", to: "empty.gpx")
    for (name, message) in [
      ("far.gpx", "town.osm.pbf does not cover this recording"), ("one.gpx", "it has one point"),
      ("none.gpx", "it has no points"), ("rest.gpx", "the person rests in the whole recording"),
      ("timeless.gpx", "its points have no times"), ("torn.gpx", "not well-formed XML"),
      ("empty.gpx", "the file is empty"), ("absent.gpx", "there is no such file"),
    ] {
      let outcome = try run("route", name, "--map", "town.osm.pbf")
      #expect(outcome.status == 2, "\(name)")
      #expect(outcome.errors.hasPrefix(name), "\(outcome.errors)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
    #expect(folder.contents.filter { $0.contains("matched") } == [])
  }

  @Test("Options that contradict each other, or belong to other files, are refused")
  func options() throws {
    try write(noisy(try drive()))
    try folder.write("odograph: 1\nday: []\n", to: "day.yaml")
    for (arguments, message) in [
      ([], "no map is named for this recording"),
      (["--map", "town.osm.pbf", "--osrm", "http://a"], "--map and --osrm are both given"),
      (["--osrm", "http://a", "--mode", "train"], "--osrm knows no rails"),
      (["--map", "town.osm.pbf", "--trajectory", "all"], "--trajectory is all"),
      (
        ["--map", "town.osm.pbf", "--participants", "3"], "--participants is given for a recording"
      ),
      (["--map", "town.osm.pbf", "--mode", "drive"], "automotive"),
    ] {
      let outcome = try Program.run(["route", "ride.gpx"] + arguments, in: folder)
      #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
    }
    let scenario = try run("route", "day.yaml", "--mode", "cycling")
    #expect(scenario.status == 2 && scenario.errors.contains("--mode is given for a scenario"))
  }

  @Test("No file is overwritten but an earlier matched recording")
  func overwriting() throws {
    try write(noisy(try drive()))
    try folder.write("precious", to: "precious.txt")
    let before = try folder.data("ride.gpx")
    for target in ["ride.gpx", "town.osm.pbf", "precious.txt", ""] {
      let outcome = try run("route", "ride.gpx", "--map", "town.osm.pbf", "-o", target)
      #expect(outcome.status == 2, "\(target)")
    }
    #expect(try folder.data("ride.gpx") == before)
    #expect(try text("precious.txt") == "precious")
    #expect(try run("route", "ride.gpx", "--map", "town.osm.pbf").status == 0)
    #expect(try run("route", "ride.gpx", "--map", "town.osm.pbf").status == 0)
  }

  @Test("A server that is away, or does not match, is refused")
  func servers() throws {
    try write(noisy(try drive()))
    for option in ["--osrm", "--valhalla", "--graphhopper"] {
      let away = try run("route", "ride.gpx", option, "http://127.0.0.1:9")
      #expect(away.status == 2 && away.errors.contains("no server answers there"), "\(away.errors)")
    }
    let server = try FileServer(["match": "{}"])
    for option in ["--osrm", "--valhalla", "--graphhopper"] {
      let lying = try run("route", "ride.gpx", option, server.url)
      #expect(lying.status == 2 && lying.errors.contains("answers with status"), "\(lying.errors)")
    }
    #expect(folder.contents.filter { $0.contains("matched") } == [])
  }
}
