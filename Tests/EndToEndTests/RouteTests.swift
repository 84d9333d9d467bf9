import Foundation
import TestSupport
import Testing

@Suite(
  "Routes on a map, by the built program",
  .enabled(if: MapExtract.isThere, "skipped: no map extracts in ODOGRAPH_DATA"))
struct RouteTests {
  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    try MapExtract.town.get().write(to: URL(fileURLWithPath: folder.path + "/town.osm.pbf"))
  }

  /// Writes a scenario of three hours whose person goes to the office and back.
  private func write(
    _ name: String = "day.yaml", office: String = "[47.1415, 9.5215]",
    home: String = "[47.1505, 9.5183]", world: String = "map: town.osm.pbf",
    move: String = "drive: office"
  ) throws {
    try folder.write(
      """
      odograph: 1
      start: 2026-03-02T06:30:00
      timeZone: Europe/Vaduz
      duration: 3 h
      world: { \(world) }
      places:
        home: { at: \(home) }
        office: { at: \(office) }
      day:
        - stay: home
          for: 30 min
        - \(move)
        - stay: office
          for: 10 min
        - walk: home
      trackers: [overland-high-resolution]
      """, to: name)
  }

  private func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(arguments, in: folder)
  }

  @Test("Without routes a run names the command; with them it needs neither map nor programs")
  func whole() throws {
    try write()
    let early = try run("run", "day.yaml")
    #expect(early.status == 2)
    #expect(early.errors.hasPrefix("day.yaml:5: the routes of this scenario are not found yet"))
    #expect(early.errors.contains("'odograph route day.yaml'"))
    let routed = try run("route", "day.yaml")
    #expect(routed.status == 0, "\(routed.errors)")
    #expect(routed.output.contains("drive to 'office' (line 12)"))
    #expect(routed.output.contains("© OpenStreetMap contributors, ODbL 1.0, data of 2015-07-27"))
    // Neither the map nor a program is at hand now.
    try FileManager.default.removeItem(atPath: folder.path + "/town.osm.pbf")
    let outcome = try Program.start(
      ["run", "day.yaml"], in: folder, searchPath: "/nowhere"
    ).outcome()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Routes were found by Routino"))
    let page = String(decoding: try folder.data("Reports/day/report.html"), as: UTF8.self)
    #expect(page.contains("© OpenStreetMap contributors, ODbL 1.0, data of 2015-07-27"))
  }

  @Test("The same map and scenario give the same bytes, and a further leg changes no other route")
  func stable() throws {
    try write()
    #expect(try run("route", "day.yaml").status == 0)
    let first = try folder.data("day.routes.geojson")
    #expect(try run("route", "day.yaml", "--output", "again.geojson").status == 0)
    #expect(try folder.data("again.geojson") == first)
    let text = String(decoding: try folder.data("day.yaml"), as: UTF8.self)
    try folder.write(
      text.replacing("trackers:", with: "  - cycle: office\ntrackers:"), to: "more.yaml")
    #expect(try run("run", "more.yaml", "--set", "x=1").status == 2)
    #expect(try run("route", "more.yaml").status == 0)
    let route = { (data: Data) in
      String(decoding: data, as: UTF8.self).split(separator: "\n")
        .filter { $0.contains(#""route":1"#) }
    }
    #expect(route(try folder.data("more.routes.geojson")) == route(first))
  }

  @Test("An address of the map stands for a place")
  func address() throws {
    try write(office: "\"Städtle 32, Vaduz\"")
    #expect(try run("route", "day.yaml").status == 0)
    #expect(try run("validate", "day.yaml").status == 0)
    try write(office: "\"Städtle 33333, Vaduz\"")
    let unknown = try run("route", "day.yaml")
    #expect(unknown.status == 2)
    #expect(unknown.errors.hasPrefix("day.yaml:8: the map has no place 'Städtle 33333, Vaduz'"))
  }

  @Test("A place outside of the map, or far from every way, is named with the leg's line")
  func unreachable() throws {
    try write(office: "[48.1415, 9.5215]")
    let outside = try run("route", "day.yaml")
    #expect(outside.status == 2)
    #expect(outside.errors.hasPrefix("day.yaml:12: town.osm.pbf does not cover"))
    // A slope above the Rhine valley, more than 500 m from every road, and outside of the town.
    try FileManager.default.removeItem(atPath: folder.path + "/town.osm.pbf")
    try FileManager.default.copyItem(
      at: MapExtract.whole, to: URL(fileURLWithPath: folder.path + "/town.osm.pbf"))
    try write(office: "[47.0960, 9.5760]")
    let far = try run("route", "day.yaml")
    #expect(far.status == 2)
    #expect(
      far.errors.contains("too far from every way on which a person can drive"), "\(far.errors)")
    #expect(far.errors.contains("the nearest way to it is"))
    #expect(!folder.contents.contains { $0.contains("geojson") })
    try write(office: "[47.1415, 9.5215]", move: "train: office")
    let train = try run("route", "day.yaml")
    #expect(train.status == 2 && train.errors.hasPrefix("day.yaml:12: "), "\(train.errors)")
  }

  @Test("A damaged map and a file that is no map are refused, and nothing is written")
  func damaged() throws {
    try write()
    let whole = try folder.data("town.osm.pbf")
    for bytes in [whole.prefix(whole.count / 2), Data("<html>".utf8), Data()] {
      try bytes.write(to: URL(fileURLWithPath: folder.path + "/town.osm.pbf"))
      let outcome = try run("route", "day.yaml")
      #expect(outcome.status == 2)
      let isNamed =
        outcome.errors.contains("this is no complete map extract")
        || outcome.errors.contains("Routino cannot prepare this map")
      #expect(isNamed && outcome.errors.hasPrefix("town.osm.pbf: "), "\(outcome.errors)")
    }
    try FileManager.default.removeItem(atPath: folder.path + "/town.osm.pbf")
    let missing = try run("route", "day.yaml")
    #expect(missing.status == 2 && missing.errors.contains("day.yaml:5"))
    #expect(!folder.contents.contains { $0.contains("geojson") })
  }

  @Test("No file is overwritten but an earlier file of routes")
  func overwriting() throws {
    try write()
    let day = try folder.data("day.yaml")
    try folder.write("precious", to: "precious.txt")
    for target in ["day.yaml", "town.osm.pbf", "precious.txt", ""] {
      let outcome = try run("route", "day.yaml", "--output", target)
      #expect(outcome.status == 2, "\(target)")
    }
    #expect(try folder.data("day.yaml") == day)
    #expect(try folder.data("precious.txt") == Data("precious".utf8))
  }

  @Test("A scenario without moves has places of the map, and runs")
  func placesAlone() throws {
    try write(office: "\"Städtle 32, Vaduz\"", move: "jump: office")
    let text = String(decoding: try folder.data("day.yaml"), as: UTF8.self)
    try folder.write(text.replacing("  - walk: home\n", with: ""), to: "day.yaml")
    #expect(try run("route", "day.yaml").status == 0)
    #expect(try run("run", "day.yaml").status == 0)
  }

  /// A script in the program's place does its work, and then waits for the interruption.
  @Test(
    "An interruption leaves neither a part of the file nor a folder, whatever the work",
    arguments: [("planetsplitter", ""), ("osmium", "[ \"$1\" = export ] || exec osmium \"$@\"")])
  func interruption(during program: String, others: String) throws {
    try write()
    let scratch = folder.path + "/scratch"
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    try folder.writeProgram(
      """
      #!/bin/sh
      PATH=${PATH#*:}
      \(others)
      \(program) "$@" && touch '\(folder.path)/done'
      exec sleep 600
      """, to: program)
    let running = try Program.start(
      ["route", "day.yaml"], in: folder,
      searchPath: folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
      environment: ["TMPDIR": scratch])
    while running.process.isRunning, !folder.contents.contains("done") { usleep(10_000) }
    #expect(try !FileManager.default.contentsOfDirectory(atPath: scratch).isEmpty)
    kill(running.process.processIdentifier, SIGINT)
    #expect(try running.outcome().status == 130)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch).isEmpty)
    #expect(!folder.contents.contains { $0.contains("geojson") })
  }

  @Test("A missing program is named with the command that installs it")
  func missingProgram() throws {
    try write()
    let outcome = try Program.start(
      ["route", "day.yaml"], in: folder, searchPath: "/nowhere"
    ).outcome()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("'apt install osmium-tool'"))
  }

  @Test("A scenario without a map may get its routes from --map, and is told to name them")
  func mapOption() throws {
    try write(world: "area: urban")
    let routed = try run("route", "day.yaml", "--map", "town.osm.pbf")
    #expect(routed.status == 0)
    #expect(routed.errors.contains("world: { routes: day.routes.geojson }"))
    let none = try run("route", "day.yaml")
    #expect(none.status == 2 && none.errors.contains("no map is named"))
  }

  @Test("Two servers, a server that is away, and one that lies, are refused")
  func servers() throws {
    try write(world: "routes: day.routes.geojson")
    let both = try run("route", "day.yaml", "--osrm", "http://a", "--valhalla", "http://b")
    #expect(both.status == 2 && both.errors.contains("--osrm and --valhalla"))
    let away = try run("route", "day.yaml", "--osrm", "http://127.0.0.1:9")
    #expect(away.status == 2 && away.errors.contains("no server answers there"), "\(away.errors)")
    #expect(try run("route", "day.yaml", "--osrm", "ftp://x").status == 2)
    let server = try FileServer([
      "route": #"{"paths":[{"points":{"coordinates":[[9.0,46.9],[9.1,46.9]]}}]}"#
    ])
    let lying = try run("route", "day.yaml", "--graphhopper", server.url)
    #expect(lying.status == 2 && lying.errors.contains("too far"), "\(lying.errors)")
    #expect(!folder.contents.contains("day.routes.geojson"))
  }

  @Test("The participants of a study live in the town, and more of them change no other")
  func study() throws {
    try FileManager.default.copyItem(
      at: UserPages.root.appendingPathComponent("Scenarios/studies/lives"),
      to: URL(fileURLWithPath: folder.path + "/lives"))
    try folder.write(
      """
      odograph-study: 1
      participants: 2
      days: 1
      start: 2026-03-09T04:00:00
      timeZone: Europe/Vaduz
      map: town.osm.pbf
      lives: { worker: { scenario: lives/office-worker.yaml } }
      protocol: { trackers: [overland-battery-saving] }
      """, to: "plan.yaml")
    let early = try run("study", "plan.yaml")
    #expect(early.status == 2)
    #expect(early.errors.contains("'odograph route plan.yaml --participants 2'"))
    // An office worker's scenario has six places.
    let two = try run("route", "plan.yaml")
    #expect(two.status == 0 && two.output.hasPrefix("2 participants, 12 places, "), "\(two)")
    let study = try run("study", "plan.yaml")
    #expect(study.status == 0, "\(study.errors)")
    #expect(try run("route", "plan.yaml", "--participants", "3", "-o", "three.geojson").status == 0)
    func lines(_ name: String) throws -> Set<Substring> {
      Set(
        String(decoding: try folder.data(name), as: UTF8.self).split(separator: "\n")
          .filter { $0.contains(#""route":"#) || $0.contains(#""place":""#) }
          .map { $0.last == "," ? $0.dropLast() : $0 })
    }
    #expect(try lines("plan.routes.geojson").isSubset(of: lines("three.geojson")))
    // Results of other routes are not kept.
    let three = String(decoding: try folder.data("three.geojson"), as: UTF8.self)
    try folder.write(three, to: "plan.routes.geojson")
    let other = try run("study", "plan.yaml")
    #expect(other.status == 2 && other.errors.contains("the file of routes differs"))
    #expect(try run("route", "plan.yaml", "--participants", "0").status == 2)
  }

  @Test("A recorded answer of Valhalla becomes a route, with and without a map")
  func valhalla() throws {
    let answers = UserPages.root.appendingPathComponent("Tests/MapsTests/Answers")
    func answer(_ name: String) throws -> String {
      try String(contentsOf: answers.appendingPathComponent(name), encoding: .utf8)
    }
    let server = try FileServer([
      "route": try answer("valhalla-route.json"), "status": #"{"version":"3.5.1"}"#,
      "trace_attributes": try answer("valhalla-attributes.json"),
    ])
    try write(
      office: "[47.1395, 9.5228]", home: "[47.1415, 9.5215]", world: "routes: a.geojson",
      move: "walk: office")
    let text = String(decoding: try folder.data("day.yaml"), as: UTF8.self)
    // The server knows the way there alone.
    try folder.write(
      text.replacing("  - walk: home", with: "  - walk: home\n    route: straight"), to: "day.yaml")
    let routed = try run("route", "day.yaml", "--valhalla", server.url)
    #expect(routed.status == 0, "\(routed.errors)")
    #expect(
      String(decoding: try folder.data("a.geojson"), as: UTF8.self)
        .contains(#""router": "Valhalla 3.5.1""#))
    #expect(try run("run", "day.yaml").status == 0)
    let mapped = try run("route", "day.yaml", "--valhalla", server.url, "--map", "town.osm.pbf")
    #expect(mapped.status == 0 && mapped.output.contains("data of 2015-07-27"))
  }
}
