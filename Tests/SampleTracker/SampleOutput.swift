import Foundation
import PhoneAPI

/// The output of the sample tracker for tests of what counts as recorded: a file, or uploads. The
/// app's name chooses it.
final class SampleOutput {
  private enum Form {
    case gpx, csv, csvWrittenAnew
    case sqlite(PointDatabase)
    case overland, ownJSON, escapingLink
  }

  private let form: Form
  private let phone: any Phone
  private var waiting: [Location] = []
  private var isSending = false
  private var points = ""

  init?(_ kind: String, _ phone: any Phone) {
    self.phone = phone
    switch kind {
    case "writing-gpx": form = .gpx
    case "writing-csv": form = .csv
    case "writing-csv-anew": form = .csvWrittenAnew
    case "writing-sqlite": form = .sqlite(Self.database())
    case "uploading": form = .overland
    case "uploading-json": form = .ownJSON
    case "linking": form = .escapingLink
    default: return nil
    }
  }

  func take(_ locations: [Location]) {
    switch form {
    case .gpx: writeGPX(locations)
    case .csv: appendCSV(locations)
    case .csvWrittenAnew:
      waiting = (waiting + locations).suffix(50)
      let rows = waiting.map { row($0) }.joined()
      try? Data(("t;lat;lon;acc\n" + rows).utf8).write(
        to: URL(fileURLWithPath: "track.csv"), options: .atomic)
    case .sqlite(let database): insert(locations, into: database)
    case .overland, .ownJSON:
      waiting += locations
      send()
    case .escapingLink:
      try? FileManager.default.createSymbolicLink(
        atPath: "track.csv", withDestinationPath: "/etc/passwd")
    }
  }

  private func row(_ location: Location) -> String {
    let place = location.coordinate
    return location.timestamp.iso8601(fractionDigits: 9)
      + ";\(place.latitude);\(place.longitude);\(location.horizontalAccuracyMeters)\n"
  }

  private func appendCSV(_ locations: [Location]) {
    let file = "track.csv"
    if !FileManager.default.fileExists(atPath: file) {
      _ = FileManager.default.createFile(atPath: file, contents: Data("t;lat;lon;acc\n".utf8))
    }
    guard let handle = FileHandle(forWritingAtPath: file) else { return }
    handle.seekToEndOfFile()
    for location in locations { handle.write(Data(row(location).utf8)) }
    handle.closeFile()
  }

  /// Writes the whole file each time, with its end, as many apps do.
  private func writeGPX(_ locations: [Location]) {
    for location in locations {
      let place = location.coordinate
      points +=
        "<trkpt lat=\"\(place.latitude)\" lon=\"\(place.longitude)\"><time>"
        + location.timestamp.iso8601(fractionDigits: 9) + "</time><extensions><accuracy>"
        + "\(location.horizontalAccuracyMeters)</accuracy></extensions></trkpt>\n"
    }
    let text = "<gpx version=\"1.1\"><trk><trkseg>\n" + points + "</trkseg></trk></gpx>\n"
    try? Data(text.utf8).write(
      to: URL(fileURLWithPath: "Documents/track.gpx"), options: .atomic)
  }

  private static func database() -> PointDatabase {
    do {
      let database = try PointDatabase(path: "Documents/points.sqlite")
      try database.execute("CREATE TABLE IF NOT EXISTS point (t REAL, lat REAL, lon REAL, acc)")
      return database
    } catch {
      fatalError("\(error)")
    }
  }

  /// Writes times as Core Data does: in seconds since 2001.
  private func insert(_ locations: [Location], into database: PointDatabase) {
    let rows = locations.map { location in
      let place = location.coordinate
      return "(\(location.timestamp.secondsSince1970 - 978_307_200), \(place.latitude), "
        + "\(place.longitude), \(location.horizontalAccuracyMeters))"
    }
    if rows.isEmpty { return }
    try? database.execute("INSERT INTO point VALUES " + rows.joined(separator: ", "))
  }

  /// Sends what waits, and sends it again with the next position if the server does not accept it.
  private func send() {
    guard !isSending, !waiting.isEmpty else { return }
    isSending = true
    let batch = Array(waiting.prefix(500))
    let request = HTTPRequest(
      method: "POST", url: "https://tracks.example/v1/points?device=1",
      headers: [HTTPHeader("Content-Type", "application/json")], body: Array(body(batch).utf8),
      timeout: .seconds(20 as Int64))
    phone.http.send(request) { [weak self] result in
      self?.isSending = false
      guard case .success(let response) = result, response.status == 200 else { return }
      self?.waiting.removeFirst(batch.count)
    }
  }

  private func body(_ batch: [Location]) -> String {
    let entries = batch.map { location in
      let place = location.coordinate
      let accuracy = location.horizontalAccuracyMeters
      guard case .overland = form else {
        let time = Int(location.timestamp.secondsSince1970 * 1000)
        return "{\"at\":\(time),\"where\":[\"\(place.latitude)\",\"\(place.longitude)\"]}"
      }
      return "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":"
        + "[\(place.longitude),\(place.latitude)]},\"properties\":{\"timestamp\":\""
        + location.timestamp.iso8601(fractionDigits: 3)
        + "\",\"horizontal_accuracy\":\(accuracy)}}"
    }
    let list = entries.joined(separator: ",")
    if case .overland = form { return "{\"locations\":[\(list)]}" }
    return "{\"batch\":{\"points\":[\(list)]}}"
  }
}
