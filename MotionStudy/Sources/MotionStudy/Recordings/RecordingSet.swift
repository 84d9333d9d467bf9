import Foundation

/// A folder of recordings made in one way: `accel-…` under the data folder.
struct RecordingSet {
  /// The sets that the study was made with. Other sets in the folder are read too.
  static let known = [
    "accel-drive", "accel-pocket50", "accel-run", "accel-spswhar", "accel-wisdm",
  ]

  var name: String
  var recordings: [Recording]

  var subjects: [String] {
    recordings.map(\.subject).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Reads every set in the folder; `remarks` are sentences on the files and sets that were
  /// skipped.
  static func readAll(in folder: URL) throws -> (sets: [RecordingSet], remarks: [String]) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
      isFolder.boolValue
    else {
      throw RecordingError(
        file: folder.path, found: "no such folder; ODOGRAPH_DATA names the one with the recordings")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("accel-") }.sorted()
    var remarks = known.filter { !names.contains($0) }.map { "\($0) was not found." }
    let sets = try names.map { try read($0, in: folder, &remarks) }.filter {
      !$0.recordings.isEmpty
    }
    guard !sets.isEmpty else {
      throw RecordingError(file: folder.path, found: "no recordings in folders named accel-…")
    }
    return (sets, remarks)
  }

  private static func read(
    _ name: String, in folder: URL, _ remarks: inout [String]
  ) throws -> RecordingSet {
    let path = folder.appendingPathComponent(name)
    let files = try FileManager.default.contentsOfDirectory(atPath: path.path)
      .filter { $0.hasSuffix(".csv") || $0.hasSuffix(".csv.gz") }.sorted()
    let rate = nominalRate(of: path)
    var recordings: [Recording] = []
    for file in files {
      do {
        let text = try text(of: path.appendingPathComponent(file))
        guard let table = try RecordingTable(text, set: name, file: file, nominalRateHertz: rate)
        else { continue }
        recordings += table.recordings()
      } catch let error as RecordingError {
        remarks.append("Skipped: \(error).")
      }
    }
    return RecordingSet(name: name, recordings: recordings)
  }

  /// Returns the README's first figure in Hz, for files with sample numbers instead of times.
  private static func nominalRate(of folder: URL) -> Double? {
    let readme = folder.appendingPathComponent("README.md")
    guard let text = try? String(contentsOf: readme, encoding: .utf8) else { return nil }
    let words = text.split(whereSeparator: { " \n,();".contains($0) })
    for (number, unit) in zip(words, words.dropFirst()) where unit.hasPrefix("Hz") {
      if let rate = Double(number), rate > 0 { return rate }
    }
    return nil
  }

  static func text(of file: URL) throws -> String {
    guard file.pathExtension == "gz" else { return try String(contentsOf: file, encoding: .utf8) }
    let unzip = Process()
    unzip.executableURL = URL(filePath: "/usr/bin/env")
    unzip.arguments = ["gzip", "-dc", file.path]
    let pipe = Pipe()
    unzip.standardOutput = pipe
    try unzip.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    unzip.waitUntilExit()
    guard unzip.terminationStatus == 0 else {
      throw RecordingError(file: file.lastPathComponent, found: "gzip cannot unpack it")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
