import Geodesy
import Routes
import Testing
import World

@testable import Maps

@Suite("What a map shows along a route")
struct AnnotatingTests {
  /// A street of 200 m to the east with houses on both sides, each this far from its middle.
  private func street(houseMeters: Double, levels: Int, tags: String = "") throws -> MapObjects {
    var lines = [
      feature("LineString", [at(0, 0), at(200, 0)], #""highway":"residential"\#(tags)"#)
    ]
    for east in stride(from: 0.0, to: 200, by: 20) {
      for north in [houseMeters, -houseMeters - 20] {
        lines.append(
          feature(
            "MultiPolygon", square(east, north, 20),
            #""building":"yes","building:levels":"\#(levels)""#))
      }
    }
    return try objects(lines)
  }

  private func skies(_ objects: MapObjects) -> [SkyView?] {
    RouteAnnotator(objects).route(RouterAnswer(points: [at(0, 0), at(200, 0)]), mode: .walking)
      .pieces.map(\.way.sky)
  }

  @Test("A narrow street between houses has an urban sky, a wide one an open sky")
  func canyons() throws {
    // Three levels are 9 m, 7.8 m over the phone: 38 degrees at 10 m, 11 degrees at 40 m.
    #expect(skies(try street(houseMeters: 10, levels: 3)) == [.urban])
    #expect(skies(try street(houseMeters: 40, levels: 3)) == [.open])
    // Higher houses hide as much of the sky from farther away: 28.8 m make 36 degrees at 40 m.
    #expect(skies(try street(houseMeters: 40, levels: 10)) == [.urban])
  }

  @Test("A tunnel has no sky, whatever stands beside it")
  func tunnel() throws {
    let objects = try street(houseMeters: 40, levels: 3, tags: #","tunnel":"yes""#)
    let route = RouteAnnotator(objects).route(
      RouterAnswer(points: [at(0, 0), at(200, 0)]), mode: .automotive)
    #expect(route.pieces.map(\.way.isTunnel) == [true])
    #expect(route.pieces.map(\.way.sky) == [SkyView.none])
  }

  @Test("In a wood the sky is urban, and in its clearing open")
  func wood() throws {
    let wood = feature("MultiPolygon", square(-100, -100, 300), #""natural":"wood""#)
      .replacing(
        "]]]]",
        with: "]],["
          + square(0, -50, 100).map {
            "[\($0.longitude),\($0.latitude)]"
          }.joined(separator: ",") + "]]]")
    let objects = try objects([
      wood, feature("LineString", [at(-100, 0), at(200, 0)], #""highway":"path""#),
    ])
    let skies = MapSkies(objects, density: BuiltDensity(objects))
    #expect(skies.sky(at: at(-50, 0), courseDegrees: 90) == .urban)
    #expect(skies.sky(at: at(50, 0), courseDegrees: 90) == .open)
    #expect(skies.sky(at: at(150, 0), courseDegrees: 90) == .urban)
  }

  @Test("A place in a building or beside its wall is indoors; without buildings nothing is known")
  func indoors() throws {
    let objects = try street(houseMeters: 10, levels: 2)
    let skies = MapSkies(objects, density: BuiltDensity(objects))
    #expect(skies.isIndoors(at(50, 20)) == true)
    #expect(skies.isIndoors(at(50, 0)) == true)
    #expect(skies.isIndoors(at(50, 130)) == false)
    #expect(skies.isIndoors(at(50, 2000)) == nil)
  }

  @Test("A route takes limit, kind and name from the way that it follows, not from one it crosses")
  func ways() throws {
    let annotator = RouteAnnotator(
      try objects([
        feature(
          "LineString", [at(-500, 0), at(500, 0)],
          #""highway":"primary","name":"Long Road","maxspeed":"80""#),
        feature(
          "LineString", [at(0, -500), at(0, 500)], #""highway":"motorway","maxspeed":"120""#),
      ]))
    // The points of a router that rounds lie some meters beside the way.
    let route = annotator.route(
      RouterAnswer(points: [at(-400, 3), at(-5, 2), at(5, -2), at(400, 1)]), mode: .automotive)
    #expect(route.pieces.count == 1)
    #expect(route.pieces[0].way.name == "Long Road" && route.pieces[0].way.kind == "primary")
    #expect(route.pieces[0].way.speedLimitMetersPerSecond == 80 / 3.6)
  }

  @Test("Signals of one junction are one stop, and a signal at the start is none")
  func stops() throws {
    let annotator = RouteAnnotator(
      try objects([
        feature("LineString", [at(0, 0), at(900, 0)], #""highway":"primary""#),
        feature("Point", [at(5, 0)], #""highway":"traffic_signals""#),
        feature("Point", [at(400, 0)], #""highway":"crossing""#),
        feature("Point", [at(410, 0)], #""highway":"traffic_signals""#),
        feature("Point", [at(700, 0)], #""highway":"crossing""#),
        feature("Point", [at(800, 60)], #""highway":"crossing""#),
      ]))
    let points = [0.0, 5, 400, 410, 700, 800, 900].map { at($0, 0) }
    let route = annotator.route(RouterAnswer(points: points), mode: .automotive)
    #expect(route.stops.map(\.cause) == [.signals, .crossing])
    #expect(
      route.stops.map { route.points[$0.point].distanceMeters(to: at(410, 0)) < 1 } == [
        true, false,
      ])
  }

  @Test("Dense streets make an urban area, and a lone road a rural one")
  func density() throws {
    var lines = [feature("LineString", [at(-9000, 0), at(-5000, 0)], #""highway":"primary""#)]
    for offset in stride(from: -750.0, through: 750, by: 125) {
      lines.append(
        feature("LineString", [at(offset, -750), at(offset, 750)], #""highway":"residential""#))
      lines.append(
        feature("LineString", [at(-750, offset), at(750, offset)], #""highway":"residential""#))
    }
    // Streets each 125 m in both directions: 16 km per square kilometer.
    let density = BuiltDensity(try objects(lines))
    #expect(density.area(at: at(0, 0)) == .urban)
    #expect(density.area(at: at(-7000, 0)) == .rural)
  }
}
