import Geodesy
import Text

/// A feature of GeoJSON (RFC 7946) with its properties, for files of maps and routes.
package struct GeoFeature: Sendable, Hashable {
  package enum Kind: Sendable, Hashable { case point, line, area }

  package var kind: Kind
  /// The lines of the geometry, or the rings of an area. A point is a line with one position.
  package var lines: [[Coordinate]]
  package var properties: [JSONValue.Member]

  package init(_ kind: Kind, _ lines: [[Coordinate]], properties: [JSONValue.Member]) {
    self.kind = kind
    self.lines = lines
    self.properties = properties
  }

  package subscript(name: String) -> JSONValue? {
    properties.first { $0.name == name }?.value
  }

  /// Reads the feature at the scanner's position. Members other than geometry and properties are
  /// skipped. A geometry that is null, unknown or a collection has no lines.
  package init(_ scanner: inout JSONScanner) throws(Malformed) {
    self.init(.point, [], properties: [])
    var isFirst = true
    try scanner.beginObject()
    while let name = try scanner.nextMember(&isFirst) {
      if scanner.matches(name, "properties") {
        properties = try JSONValue.read(&scanner).members ?? []
      } else if scanner.matches(name, "geometry"), try scanner.kind() == .object {
        try readGeometry(&scanner)
      } else {
        try scanner.skipValue()
      }
    }
  }

  private mutating func readGeometry(_ scanner: inout JSONScanner) throws(Malformed) {
    var isFirst = true
    var type = ""
    try scanner.beginObject()
    while let name = try scanner.nextMember(&isFirst) {
      if scanner.matches(name, "type") {
        type = try scanner.string()
      } else if scanner.matches(name, "coordinates") {
        var loose: [Coordinate] = []
        try readCoordinates(&scanner, depth: 0, into: &loose)
        if !loose.isEmpty { lines.append(loose) }
      } else {
        try scanner.skipValue()
      }
    }
    kind =
      switch type {
      case "Point", "MultiPoint": .point
      case "LineString", "MultiLineString": .line
      default: .area
      }
  }

  /// Reads an array of positions, or an array of such arrays.
  ///
  /// - Parameter line: the line that a position of this array belongs to.
  private mutating func readCoordinates(
    _ scanner: inout JSONScanner, depth: Int, into line: inout [Coordinate]
  ) throws(Malformed) {
    guard depth < 6 else { throw Malformed(reason: "coordinates are nested too deeply") }
    var isFirst = true
    // A file has up to a million positions: none of them allocates memory of its own.
    var longitude: Double?
    var latitude: Double?
    var own: [Coordinate] = []
    try scanner.beginArray()
    while try scanner.nextElement(&isFirst) {
      if try scanner.kind() == .array {
        try readCoordinates(&scanner, depth: depth + 1, into: &own)
      } else if longitude == nil {
        longitude = try scanner.number()
      } else if latitude == nil {
        latitude = try scanner.number()
      } else {
        try scanner.skipValue()
      }
    }
    if let latitude, let longitude {
      line.append(Coordinate(latitude: latitude, longitude: longitude))
    }
    if !own.isEmpty { lines.append(own) }
  }

  /// The feature as one line of JSON.
  package var json: String {
    let members = properties.map { Escaping.json($0.name) + ":" + $0.value.json }
    return #"{"type":"Feature","properties":{"# + members.joined(separator: ",")
      + #"},"geometry":{"type":"# + geometryType + #","coordinates":"# + coordinates + "}}"
  }

  private var geometryType: String {
    switch kind {
    case .point: #""Point""#
    case .line: #""LineString""#
    case .area: #""Polygon""#
    }
  }

  private var coordinates: String {
    func text(_ position: Coordinate) -> String { "[\(position.longitude),\(position.latitude)]" }
    func text(_ line: [Coordinate]) -> String { "[" + line.map(text).joined(separator: ",") + "]" }
    switch kind {
    case .point: return lines.first?.first.map(text) ?? "[]"
    case .line: return lines.first.map(text) ?? "[]"
    case .area: return "[" + lines.map(text).joined(separator: ",") + "]"
    }
  }
}

extension JSONValue {
  /// The value as compact JSON. A number that is not finite becomes null.
  fileprivate var json: String {
    switch self {
    case .object(let members):
      return "{"
        + members.map { Escaping.json($0.name) + ":" + $0.value.json }.joined(separator: ",") + "}"
    case .array(let elements):
      return "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .string(let text): return Escaping.json(text)
    case .number(let number):
      guard number.isFinite else { return "null" }
      return number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : "\(number)"
    case .bool(let flag): return flag ? "true" : "false"
    case .null: return "null"
    }
  }
}
