import Files
import Foundation
import Text

/// The program Osmium, which reads extracts of OpenStreetMap.
struct Osmium {
  private var program: ExternalProgram
  private let extract: String

  /// Finds the installed program.
  ///
  /// - Parameter extract: the path of the map extract.
  init(reading extract: String, work: MapWork, location: SourceLocation) throws(InputError) {
    program = try ExternalProgram(
      "Osmium", command: "osmium", package: "osmium-tool", for: "a map extract", location: location)
    // Large extracts take minutes.
    program.timeLimitSeconds = 1800
    program.running = work.programs
    self.extract = extract
  }

  /// The date and the box of an extract.
  struct Header {
    /// The day of the data, such as "2015-07-27"; nil if the header does not say it.
    var date: String?
    /// The box that the extract covers; nil if the header does not say it.
    var box: GeoBox?
  }

  func header() throws(InputError) -> Header {
    let info = try json(["fileinfo", "--json", extract])
    let options = info["header"]?["option"]
    let stamp = options?["timestamp"] ?? options?["osmosis_replication_timestamp"]
    let box = info["header"]?["boxes"]?.elements?.first?.elements?.compactMap(\.number)
    return Header(
      date: stamp?.string.map { String($0.prefix(10)) },
      box: box.flatMap {
        $0.count == 4 ? GeoBox(west: $0[0], south: $0[1], east: $0[2], north: $0[3]) : nil
      })
  }

  /// Returns the day of the last change and the box of all nodes. This reads the whole file.
  func data() throws(InputError) -> Header {
    let info = try json(["fileinfo", "--extended", "--no-progress", "--json", extract])
    let box = info["data"]?["bbox"]?.elements?.compactMap(\.number)
    return Header(
      date: info["data"]?["timestamp"]?["last"]?.string.map { String($0.prefix(10)) },
      box: box.flatMap {
        $0.count == 4 ? GeoBox(west: $0[0], south: $0[1], east: $0[2], north: $0[3]) : nil
      })
  }

  /// Writes the part of the extract within boxes that do not overlap to a file, with whole ways.
  ///
  /// - Parameter folder: a folder for what Osmium needs, such as the extract in order.
  func cut(_ boxes: [GeoBox], to path: String, in folder: String) throws(InputError) {
    let region = folder + "/region.geojson"
    try write(Osmium.region(boxes), to: region, in: folder)
    _ = try inOrder(in: folder) { (extract) throws(InputError) in
      try run([
        "extract", "--polygon", region, "--strategy", "complete_ways", "--no-progress",
        "--overwrite", "--output", path, extract,
      ])
    }
  }

  /// Returns boxes as one feature of GeoJSON.
  private static func region(_ boxes: [GeoBox]) -> String {
    let polygons = boxes.map { box in
      let ring = box.ring.reversed().map { "[\($0.longitude),\($0.latitude)]" }
      return "[[" + ring.joined(separator: ",") + "]]"
    }
    return #"{"type":"Feature","properties":{},"geometry":{"type":"MultiPolygon","coordinates":["#
      + polygons.joined(separator: ",") + "]}}"
  }

  private func write(_ text: String, to path: String, in folder: String) throws(InputError) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw InputError(program.location, "the folder \(folder) cannot be written")
    }
  }

  /// Returns the objects that Odograph needs, each as a GeoJSON feature on a line of its own.
  ///
  /// - Parameter filters: the objects to keep, as Osmium's filter expressions.
  func features(
    _ filters: [String] = MapTags.filters, in folder: String
  ) throws(InputError) -> Data {
    let filtered = folder + "/filtered.osm.pbf"
    let config = folder + "/export.json"
    try write(MapTags.exportConfiguration, to: config, in: folder)
    return try inOrder(in: folder) { (extract) throws(InputError) in
      _ = try run(
        ["tags-filter", "--no-progress", "--overwrite", "--output", filtered, extract] + filters)
      return try run([
        "export", "--no-progress", "--config", config, "--output-format", "geojsonseq",
        "--format-option", "print_record_separator=false", "--output", "-", filtered,
      ])
    }
  }

  /// Works on the extract. Some programs write extracts whose objects are not in order; then the
  /// extract is sorted, and the work is repeated.
  private func inOrder(
    in folder: String, _ work: (_ extract: String) throws(InputError) -> Data
  ) throws(InputError) -> Data {
    do throws(InputError) {
      return try work(extract)
    } catch {
      guard error.problem.contains("in order of ID") else { throw error }
    }
    let sorted = folder + "/sorted.osm.pbf"
    _ = try run(["sort", "--no-progress", "--overwrite", "--output", sorted, extract])
    return try work(sorted)
  }

  private func json(_ arguments: [String]) throws(InputError) -> JSONValue {
    let bytes = [UInt8](try run(arguments))
    guard let value = try? JSONValue(bytes) else {
      throw InputError(program.location, "Osmium's answer is not JSON")
    }
    return value
  }

  private func run(_ arguments: [String]) throws(InputError) -> Data {
    switch try program.run(arguments: arguments) {
    case .success(let bytes): return bytes
    case .failure(let complaint): throw damaged(complaint)
    }
  }

  private func damaged(_ complaint: String?) -> InputError {
    if complaint?.contains("detect file format") == true {
      return InputError(
        SourceLocation(file: extract), "the ending of this name does not say the file's format",
        accepted: "a name such as town.osm.pbf or town.osm.bz2")
    }
    return InputError(
      SourceLocation(file: extract),
      "this is no complete map extract" + (complaint.map { ": Osmium reports '\($0)'" } ?? ""),
      accepted: "an extract of OpenStreetMap such as town.osm.pbf")
  }
}
