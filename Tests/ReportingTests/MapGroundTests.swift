import Files
import Foundation
import Geodesy
import Routes
import Testing

@testable import Experiments
@testable import Reporting
@testable import Simulation

@Suite("The map under a page's map")
struct MapGroundTests {
  /// Routes with a road and a pond near Portland, where the judged log of the tests is.
  private static func routes(date: String = "2026-01-31") -> RouteFile {
    func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
      Coordinate(latitude: latitude, longitude: longitude)
    }
    return RouteFile(
      origin: RouteOrigin(
        router: "a router",
        map: RouteOrigin.MapExtract(file: "town.osm.pbf", bytes: 1, sha256: "0", date: date)),
      background: [
        BackgroundShape(
          layer: .water,
          lines: [[at(45.01, -122), at(45.01, -121.999), at(45.012, -122), at(45.01, -122)]],
          isArea: true),
        BackgroundShape(
          layer: .road, lines: [[at(45, -122.001), at(45.02, -121.999)]], isArea: false),
      ])
  }

  private static let credit = "© OpenStreetMap contributors, ODbL 1.0, data of 2026-01-31"

  private func page(_ routes: RouteFile?, libraries: PageLibraries = .embedded) throws -> String {
    let page = ReportPage(
      try Specimen.report([Specimen.run("one")]), routes: routes, libraries: libraries
    ) { _, _ in ReportPageTests.view }
    return String(decoding: try page.html(), as: UTF8.self)
  }

  @Test("A report of a scenario with routes has the map, its style and its credit")
  func report() throws {
    for libraries in [PageLibraries.embedded, .none] {
      let page = try page(Self.routes(), libraries: libraries)
      #expect(page.contains("\"credit\":\"\(Self.credit)\""))
      // The differences between successive positions, in hundred-thousandths of a degree.
      #expect(
        page.contains(
          #"{"isArea":false,"lines":[[4500000,-12200100,2000,200]],"styles":["roadCasing","road"]}"#
        ))
      #expect(
        page.contains(#""lines":[[4501000,-12200000,0,100,200,-100,-200,0]],"styles":["water"#))
      #expect(page.contains("const Ground =") && page.contains("path.g-water {"))
    }
  }

  @Test("A report without routes, or without a map, has nothing of it")
  func withoutRoutes() throws {
    let page = try page(nil)
    for text in ["\"ground\":", "OpenStreetMap", "const Ground =", "g-water"] {
      #expect(!page.contains(text), "\(text)")
    }
    let report = ReportPage(
      try Specimen.report([Specimen.run("one")]), routes: Self.routes(), libraries: .none
    ) { _, _ in nil }
    #expect(!String(decoding: try report.html(), as: UTF8.self).contains("OpenStreetMap"))
  }

  @Test("Text of a file of routes cannot become markup")
  func hostile() throws {
    let routes = Self.routes(date: "</script><img src=x onerror=alert(1)>")
    let pages = [
      try page(routes),
      String(
        decoding: try JudgePage(JudgePageTests.judgment(), routes: routes).html(), as: UTF8.self),
    ]
    for page in pages { #expect(page.contains("data of ") && !page.contains("<img")) }
  }

  @Test("The map of a judged log lies on the map of the scenario, with its credit")
  func judge() throws {
    func page(_ routes: RouteFile?) throws -> String {
      String(
        decoding: try JudgePage(JudgePageTests.judgment(), routes: routes).html(), as: UTF8.self)
    }
    let withMap = try page(Self.routes())
    #expect(withMap.contains("The map below the paths: \(Self.credit)."))
    #expect(withMap.contains("<path class=\"g-road\" d=\"M"))
    let pond = withMap.firstMatch(
      of: /<path class="g-water" d="M[0-9.]+ [0-9.]+(L[0-9.]+ [0-9.]+)+z"/)
    #expect(pond != nil)
    let withoutMap = try page(nil)
    #expect(!withoutMap.contains("g-road") && !withoutMap.contains("OpenStreetMap"))
  }

  @Test("A report's folder has a copy of the routes, until a run without routes replaces it")
  func copies() throws {
    let scratch = try ScratchFolder()
    let place = scratch.path + "/out"
    let first = try StagedFolder(place)
    try ReportRoutes.report.write(Self.routes(), to: first)
    try first.commit()
    #expect(ReportRoutes.report.read(in: place) == Self.routes())
    #expect(ReportRoutes.judgment.read(in: place) == nil)
    let second = try StagedFolder(place)
    try ReportRoutes.report.write(nil, to: second)
    try second.commit()
    #expect(ReportRoutes.report.read(in: place) == nil)
  }
}
