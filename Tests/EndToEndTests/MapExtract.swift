import Foundation

/// The map of Liechtenstein among the data of the tests.
enum MapExtract {
  static let whole = URL(
    filePath: ProcessInfo.processInfo.environment["ODOGRAPH_DATA"] ?? "../shared/data"
  ).appendingPathComponent("osm/liechtenstein-2015.osm.pbf")

  static let isThere = FileManager.default.fileExists(atPath: whole.path)

  /// A quarter of the map, cut out once: a route on it takes a quarter less time.
  static let town = Result {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/osmium")
    process.arguments = [
      "extract", "--bbox", "9.49,47.12,9.55,47.17", "--no-progress",
      "--output-header=osmosis_replication_timestamp=2015-07-27T21:14:01Z", "--output-format",
      "pbf", "--output", "-", whole.path,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    return output.fileHandleForReading.readDataToEndOfFile()
  }
}
