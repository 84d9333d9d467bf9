import Files
import Foundation
import Geodesy
import Text
import World

extension RouteFile {
  private static let bytesMax = 512 << 20
  private static let accepted = "a file that 'odograph route' wrote"

  /// Reads a file of routes.
  ///
  /// - Parameter mention: the place in the scenario that names the file, for messages.
  /// - Throws: `InputError` if the file is missing, damaged or of another kind.
  package init(path: String, mention: SourceLocation) throws(InputError) {
    let file = try InputFile(
      path: path, maximumBytes: RouteFile.bytesMax, asWhat: RouteFile.accepted, mention: mention)
    do throws(Malformed) {
      self = try JSONScanner.scan([UInt8](file.bytes)) { (scanner) throws(Malformed) in
        try RouteFile(&scanner)
      }
    } catch {
      throw InputError(
        SourceLocation(
          file: path, line: error.position.map { RouteFile.line(at: $0, in: file.bytes) }),
        "this file of routes cannot be read: \(error.reason)", accepted: RouteFile.accepted)
    }
  }

  /// Throws an error if a file exists that holds no routes, so that no other file is lost.
  package static func refuseToReplace(_ path: String) throws(InputError) {
    try ReplacedFile.refuse(path, unlessMarked: "routesVersion", "holds no routes")
  }

  private static func line(at position: Int, in bytes: Data) -> Int {
    bytes.prefix(position).count { $0 == UInt8(ascii: "\n") } + 1
  }

  private init(_ scanner: inout JSONScanner) throws(Malformed) {
    var header: JSONValue?
    var features: [(feature: GeoFeature, position: Int)] = []
    var isFirst = true
    scanner.skipByteOrderMark()
    try scanner.beginObject()
    while let name = try scanner.nextMember(&isFirst) {
      if scanner.matches(name, "odograph") {
        header = try JSONValue.read(&scanner)
      } else if scanner.matches(name, "features") {
        var isFirstFeature = true
        try scanner.beginArray()
        while try scanner.nextElement(&isFirstFeature) {
          // The line of the feature, and not that of the comma before it.
          _ = scanner.nextByte()
          let position = scanner.index
          features.append((try GeoFeature(&scanner), position))
        }
      } else {
        try scanner.skipValue()
      }
    }
    try scanner.requireEnd()
    guard let header else { throw Malformed(reason: "the member 'odograph' is missing") }
    try self.init(header, features)
  }

  private init(
    _ header: JSONValue, _ features: [(feature: GeoFeature, position: Int)]
  ) throws(Malformed) {
    guard header["routesVersion"]?.number == 1 else {
      throw Malformed(reason: "its version is not 1; write it anew")
    }
    guard let router = header["router"]?.string, let requests = header["routes"]?.elements else {
      throw Malformed(reason: "the router or the list of routes is missing")
    }
    self.init(
      origin: RouteOrigin(
        router: router.printable, map: header["map"].flatMap(RouteOrigin.MapExtract.init),
        serverDate: header["serverDate"]?.string?.printable, plan: header["plan"]?.string),
      area: try header["area"].map(RouteFile.area))
    var drafts = [MappedRoute](
      repeating: MappedRoute(points: [], pieces: []), count: requests.count)
    for (feature, position) in features {
      do throws(Malformed) {
        try take(feature, &drafts)
      } catch {
        throw Malformed(reason: error.reason, position: position)
      }
    }
    for (index, (written, draft)) in zip(requests, drafts).enumerated() {
      guard let request = RouteRequest(written), draft.points.count > 1,
        written["points"].map({ $0.number == Double(draft.points.count) }) ?? true
      else { throw Malformed(reason: "route \(index + 1) is missing or incomplete") }
      guard draft.points[0].distanceMeters(to: request.from) < 1000,
        draft.points[draft.points.count - 1].distanceMeters(to: request.to) < 1000
      else {
        throw Malformed(reason: "route \(index + 1) does not lead from its start to its target")
      }
      add(draft, for: request)
    }
  }

  /// Returns the area that a word names.
  fileprivate static func area(_ value: JSONValue) throws(Malformed) -> AreaClass {
    guard let area = value.string.flatMap(AreaClass.init) else {
      throw Malformed(reason: "'area' is not " + listing(AreaClass.allCases.map(\.rawValue)))
    }
    return area
  }

  private mutating func take(
    _ feature: GeoFeature, _ drafts: inout [MappedRoute]
  ) throws(Malformed) {
    guard feature.lines.allSatisfy({ $0.allSatisfy(\.isValid) }) else {
      throw Malformed(reason: "a position is not on Earth")
    }
    if let layer = feature["background"]?.string.flatMap(BackgroundShape.Layer.init) {
      background.append(
        BackgroundShape(layer: layer, lines: feature.lines, isArea: feature.kind == .area))
    } else if let number = feature["route"]?.number {
      guard let index = Int(exactly: number - 1), drafts.indices.contains(index) else {
        throw Malformed(reason: "a piece belongs to no route")
      }
      try take(feature, ofRoute: &drafts[index])
    } else if feature["place"] != nil, let position = feature.lines.first?.first {
      try feature.requireKnownWords()
      add(MappedPlace(feature, at: position))
    }
  }

  /// Adds a piece or a stop to a route.
  ///
  /// - Parameter route: changed in place, as a route has up to some thousand points.
  private func take(
    _ feature: GeoFeature, ofRoute route: inout MappedRoute
  ) throws(Malformed) {
    if let cause = feature["stop"]?.string.flatMap(StopCause.init) {
      guard let number = feature["point"]?.number, let point = Int(exactly: number),
        route.points.indices.contains(point)
      else { throw Malformed(reason: "a stop is not on its route") }
      route.stops.append(MappedRoute.Stop(point: point, cause: cause))
    } else {
      guard feature.kind == .line, let line = feature.lines.first, !line.isEmpty else {
        throw Malformed(reason: "a piece of a route is no line")
      }
      try feature.requireKnownWords()
      // Each piece begins with the last point of the piece before.
      if let last = route.points.last, last != line[0] {
        throw Malformed(reason: "the pieces of a route do not meet")
      }
      let way = MappedRoute.Way(feature)
      if let limit = way.speedLimitMetersPerSecond, !MappedRoute.Way.speedLimits.contains(limit) {
        throw Malformed(reason: "a speed limit is not from 1 to 500 km/h")
      }
      route.pieces.append(
        MappedRoute.Piece(firstPoint: max(0, route.points.count - 1), way: way))
      route.points += route.points.isEmpty ? line[...] : line.dropFirst()
    }
  }
}

extension GeoFeature {
  /// Throws an error for a property whose value is not one of those that the writer uses.
  fileprivate func requireKnownWords() throws(Malformed) {
    if let sky = self["sky"], sky.string.flatMap(SkyView.init) == nil {
      throw Malformed(reason: "'sky' is not " + listing(SkyView.allCases.map(\.rawValue)))
    }
    _ = try self["area"].map(RouteFile.area)
    for flag in ["tunnel", "indoors"] where self[flag].map({ $0.bool == nil }) ?? false {
      throw Malformed(reason: "'\(flag)' is neither true nor false")
    }
  }
}

extension RouteOrigin.MapExtract {
  fileprivate init?(_ value: JSONValue) {
    guard let file = value["file"]?.string, let hash = value["sha256"]?.string else { return nil }
    self.init(
      file: file.printable, bytes: value["bytes"]?.number.flatMap { Int(exactly: $0) } ?? 0,
      sha256: hash,
      date: value["date"]?.string?.printable)
  }
}

extension RouteRequest {
  fileprivate init?(_ value: JSONValue) {
    func position(_ value: JSONValue?) -> Coordinate? {
      guard let numbers = value?.elements?.compactMap(\.number), numbers.count == 2 else {
        return nil
      }
      return Coordinate(latitude: numbers[1], longitude: numbers[0])
    }
    let word = value["mode"]?.string
    guard let mode = MotionMode.allCases.first(where: { $0.verb == word }),
      let from = position(value["from"]), let to = position(value["to"])
    else { return nil }
    self.init(
      mode: mode, from: from, via: value["via"]?.elements?.compactMap(position) ?? [], to: to)
  }
}

extension MappedPlace {
  fileprivate init(_ feature: GeoFeature, at position: Coordinate) {
    let address = feature["place"]?.string ?? ""
    self.init(
      address: address.isEmpty ? nil : address, coordinate: position,
      isIndoors: feature["indoors"]?.bool, area: feature["area"]?.string.flatMap(AreaClass.init))
  }
}

extension MappedRoute.Way {
  /// The limits in meters per second that a file may give. Slower than a walk, a car would never
  /// arrive.
  fileprivate static let speedLimits = 0.99 / 3.6...500.1 / 3.6

  fileprivate init(_ feature: GeoFeature) {
    self.init(
      kind: feature["way"]?.string, name: feature["name"]?.string,
      isTunnel: feature["tunnel"]?.bool ?? false,
      speedLimitMetersPerSecond: feature["speedLimitKilometersPerHour"]?.number.map { $0 / 3.6 },
      surface: feature["surface"]?.string, sky: feature["sky"]?.string.flatMap(SkyView.init),
      area: feature["area"]?.string.flatMap(AreaClass.init))
  }
}
