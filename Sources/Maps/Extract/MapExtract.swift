import Cryptography
import Files
import Foundation
import Geodesy
import Routes
import Synchronization
import Text

/// A map extract of OpenStreetMap, such as town.osm.pbf.
final class MapExtract: Sendable {
  let path: String
  let origin: RouteOrigin.MapExtract
  /// The box that the extract covers; nil if it is not known.
  let box: GeoBox?
  private let work: MapWork
  private let mention: SourceLocation
  private let book = Mutex<AddressBook?>(nil)

  private static let accepted = "an extract of OpenStreetMap such as town.osm.pbf"

  /// Opens an extract: checks the file, hashes it, and reads its date and its box.
  init(path: String, work: MapWork, mention: SourceLocation) throws(InputError) {
    try InputError.refuseUnlessFile(path, asWhat: MapExtract.accepted, mention: mention)
    let osmium = try Osmium(reading: path, work: work, location: mention)
    var header = try osmium.header()
    if header.date == nil || header.box == nil {
      let data = try osmium.data()
      header.date = header.date ?? data.date
      header.box = header.box ?? data.box
    }
    let (hash, bytes) = try MapExtract.hash(path)
    self.path = path
    self.work = work
    self.mention = mention
    box = header.box
    origin = RouteOrigin.MapExtract(
      file: URL(fileURLWithPath: path).lastPathComponent, bytes: bytes, sha256: hash,
      date: header.date)
  }

  private static func hash(_ path: String) throws(InputError) -> (String, bytes: Int) {
    let running = RunningSHA256()
    var count = 0
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw InputError(SourceLocation(file: path), "the file cannot be read")
    }
    defer { try? file.close() }
    while let part = try? file.read(upToCount: 1 << 20), !part.isEmpty {
      part.withUnsafeBytes { running.add($0) }
      count += part.count
    }
    return (
      running.digest().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(),
      count
    )
  }

  /// Throws an error if a move has a point outside of the extract.
  func refuseOutside(_ moves: [RoutePlanner.Move]) throws(InputError) {
    guard let box else { return }
    for move in moves {
      guard let outside = move.request.points.first(where: { !box.contains($0) }) else { continue }
      let swapped = Coordinate(latitude: outside.longitude, longitude: outside.latitude)
      throw InputError(
        move.location,
        "\(origin.file) does not cover [\(outside.latitude), \(outside.longitude)] of \(move.name)"
          + (box.contains(swapped) ? "; latitude and longitude seem swapped" : ""),
        accepted:
          "a position with latitude \(MapExtract.range(box.south, box.north)) and longitude "
          + "\(MapExtract.range(box.west, box.east)), a larger extract, or 'route: straight'")
    }
  }

  private static func range(_ from: Double, _ to: Double) -> String {
    func text(_ degrees: Double) -> String { "\((degrees * 1000).rounded() / 1000)" }
    return "\(text(from)) to \(text(to))"
  }

  /// Returns the path of the extract, or of a part around positions if the extract is large.
  func cut(
    around positions: [Coordinate], in folder: String, unlessBelow bytes: Int
  ) throws(InputError) -> String {
    guard origin.bytes >= bytes, let box = GeoBox(around: positions) else { return path }
    // A route may leave the box of its ends, for instance for a bridge or a motorway.
    let wide = box.widened(byMeters: max(5000, box.diagonalMeters * 0.3))
    let part = folder + "/part.osm.pbf"
    try Osmium(reading: path, work: work, location: mention).cut([wide], to: part, in: folder)
    return part
  }

  /// Returns all objects of a map within boxes that do not overlap.
  ///
  /// - Parameters:
  ///   - part: the path of the extract or of a part of it.
  ///   - boxes: the boxes; nil for the whole part.
  ///   - filters: the objects to keep, as Osmium's filter expressions.
  func objects(
    of part: String, within boxes: [GeoBox]?, _ filters: [String] = MapTags.filters,
    in folder: String
  ) throws(InputError) -> MapObjects {
    var osmium = try Osmium(reading: part, work: work, location: mention)
    if let boxes {
      let near = folder + "/near.osm.pbf"
      try osmium.cut(boxes, to: near, in: folder)
      osmium = try Osmium(reading: near, work: work, location: mention)
    }
    var objects = try MapObjects(lines: try osmium.features(filters, in: folder), file: path)
    objects.extent = box
    return objects
  }

  /// Larger extracts hold more than a town, and more than memory holds.
  private static let wholeBytesMax = 256 << 20

  /// The size of the extract if it is too large to be read whole, in MiB; nil otherwise.
  var tooLargeMebibytes: Int? {
    origin.bytes > MapExtract.wholeBytesMax ? origin.bytes >> 20 : nil
  }

  /// Returns the addresses and names of the whole extract.
  ///
  /// - Parameter location: the place in the scenario that gives an address.
  func addresses(for location: SourceLocation) throws(InputError) -> AddressBook {
    if let known = book.withLock({ $0 }) { return known }
    if let mebibytes = tooLargeMebibytes {
      throw InputError(
        location,
        "this is an address, and \(origin.file) with its \(mebibytes) MiB is too large "
          + "to search",
        accepted: "[latitude, longitude], or a part of the map: 'osmium extract --bbox "
          + "west,south,east,north'")
    }
    let scratch = try work.scratchFolder()
    defer { scratch.remove() }
    let osmium = try Osmium(reading: path, work: work, location: mention)
    let objects = try MapObjects(
      lines: try osmium.features(in: scratch.path), file: path)
    let made = AddressBook(objects.named)
    book.withLock { $0 = made }
    return made
  }
}
