import Foundation
import Geodesy
import Routes
import Text
import World

/// The objects of a map extract that matter for routes.
struct MapObjects: Sendable {
  /// A street, path or rail.
  struct Way: Sendable {
    var points: [Coordinate]
    var kind: String
    var isRail: Bool
    var name: String?
    var isTunnel: Bool
    var speedLimitKilometersPerHour: Double?
    var surface: String?
  }

  struct Building: Sendable {
    /// The outline.
    var ring: [Coordinate]
    var box: GeoBox
    var heightMeters: Double?
    /// The value of the tag `building`, such as "house" or "yes".
    var kind = "yes"
  }

  /// A wood or a water. The rings after the first are holes, or further outlines.
  struct Area: Sendable {
    var rings: [[Coordinate]]
    var box: GeoBox
  }

  struct StopPoint: Sendable {
    var coordinate: Coordinate
    var cause: StopCause
    /// True for stops of trains.
    var isRail: Bool
  }

  var ways: [Way] = []
  var buildings: [Building] = []
  var woods: [Area] = []
  var waters: [Area] = []
  /// The middle lines of rivers and canals.
  var rivers: [[Coordinate]] = []
  /// The coastlines, each with the land on its left.
  var coastlines: [[Coordinate]] = []
  /// The box in which the extract is complete; nil if it is not known.
  var extent: GeoBox?
  var stops: [StopPoint] = []
  var named: [NamedPoint] = []

  /// An address, or an object with a name.
  struct NamedPoint: Sendable {
    var coordinate: Coordinate
    var name: String?
    var street: String?
    var houseNumber: String?
    var city: String?
    var postcode: String?
    /// The use of the object, such as "shop=supermarket"; nil for an address alone.
    var use: String?
  }

  /// Reads features, one on each line, as Osmium exports them.
  init(lines bytes: Data, file: String) throws(InputError) {
    let failure = bytes.withUnsafeBytes { raw -> Malformed? in
      var scanner = JSONScanner(raw.bindMemory(to: UInt8.self))
      do throws(Malformed) {
        while scanner.nextByte() != nil { take(try GeoFeature(&scanner)) }
        return nil
      } catch {
        return error
      }
    }
    if let failure {
      throw InputError(
        SourceLocation(file: file), "Osmium's copy of the map cannot be read: \(failure.reason)")
    }
  }

  private mutating func take(_ feature: GeoFeature) {
    func text(_ name: String) -> String? { feature[name]?.string }
    switch feature.kind {
    case .point:
      guard let position = feature.lines.first?.first else { return }
      if let cause = MapTags.stopCause(highway: text("highway"), railway: text("railway")) {
        stops.append(StopPoint(coordinate: position, cause: cause, isRail: cause == .station))
      }
      takeName(feature, at: position)
    case .line:
      for line in feature.lines where line.count > 1 { takeLine(line, feature) }
    case .area:
      guard let ring = feature.lines.first, let box = GeoBox(around: ring) else { return }
      if let building = text("building") {
        buildings.append(
          Building(
            ring: ring, box: box,
            heightMeters: MapTags.heightMeters(
              height: text("height"), levels: text("building:levels")), kind: building))
      } else if text("natural") == "wood" || text("landuse") == "forest" {
        woods.append(Area(rings: feature.lines, box: box))
      } else if text("natural") == "water" || text("waterway") == "riverbank"
        || text("landuse") == "reservoir" || text("landuse") == "basin"
      {
        waters.append(Area(rings: feature.lines, box: box))
      }
      takeName(
        feature,
        at: Coordinate(
          latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2))
    }
  }

  private mutating func takeLine(_ line: [Coordinate], _ feature: GeoFeature) {
    func text(_ name: String) -> String? { feature[name]?.string }
    func holds(_ name: String) -> Bool { text(name).map { $0 != "no" } ?? false }
    if text("natural") == "coastline" {
      coastlines.append(line)
      return
    }
    if text("waterway") != nil {
      rivers.append(line)
      return
    }
    let rail = text("railway").flatMap { MapTags.rails.contains($0) ? $0 : nil }
    guard let kind = text("highway") ?? rail else { return }
    ways.append(
      Way(
        points: line, kind: kind, isRail: text("highway") == nil, name: text("name"),
        isTunnel: holds("tunnel") || holds("covered"),
        speedLimitKilometersPerHour: text("maxspeed").flatMap(MapTags.kilometersPerHour),
        surface: text("surface")))
  }

  private mutating func takeName(_ feature: GeoFeature, at position: Coordinate) {
    func text(_ name: String) -> String? { feature[name]?.string }
    let name = text("name")
    let number = text("addr:housenumber")
    let use = ["amenity", "shop", "office", "railway", "place", "building"].first {
      text($0) != nil
    }
    guard name != nil || number != nil || use == "amenity" || use == "shop" || use == "office"
    else {
      return
    }
    named.append(
      NamedPoint(
        coordinate: position, name: name, street: text("addr:street"), houseNumber: number,
        city: text("addr:city"), postcode: text("addr:postcode"),
        use: use.map { "\($0)=\(text($0) ?? "")" }))
  }
}
