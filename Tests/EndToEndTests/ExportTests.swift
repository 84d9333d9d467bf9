import Foundation
import Testing

/// Exports of a store that `run` has made, as a user starts them.
@Suite("odograph export", .serialized)
struct ExportTests {
  private static let formats = [
    "csv", "ehe-csv-1", "ehe-csv-2", "ehe-locations", "ehe-outdoors", "gpx", "geojson", "overland",
    "fhir", "days", "trips",
    "visits",
    "checkins", "drives", "drives-text",
  ]

  /// The store, made once. No test writes to it, which the tests also check. They run one after the
  /// other.
  nonisolated(unsafe) private static let made = Result {
    let folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
    let outcome = try Program.run(
      "run", "errand.yaml", "--preset", "overland-high-resolution", "--store", "day.sqlite",
      "--output", "out", "--quiet", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return folder
  }

  private func export(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(["export", "day.sqlite"] + arguments, in: try Self.made.get())
  }

  @Test("csv is the run's fixes.csv, and the store and its folder stay as they are")
  func csv() throws {
    let folder = try Self.made.get()
    let before = (folder.contents, try folder.data("day.sqlite"))
    let outcome = try export("--format", "csv")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let fixes = String(
      decoding: try folder.data("out/overland-high-resolution/fixes.csv"), as: UTF8.self)
    #expect(fixes.split(separator: "\n").count > 1000)
    #expect(outcome.output == fixes)
    #expect(folder.contents == before.0)
    #expect(try folder.data("day.sqlite") == before.1)
  }

  @Test("Every format can be written, to a file too", arguments: formats)
  func format(_ format: String) throws {
    let folder = try Self.made.get()
    let printed = try export("--format", format, "--time-zone", "America/Los_Angeles")
    #expect(printed.status == 0, "\(printed.errors)")
    let written = try export(
      "--format", format, "--time-zone", "America/Los_Angeles", "--output", "export.\(format)")
    #expect(written.status == 0 && written.output.isEmpty)
    #expect(String(decoding: try folder.data("export.\(format)"), as: UTF8.self) == printed.output)
    try FileManager.default.removeItem(atPath: folder.path + "/export.\(format)")
    #expect(!folder.contents.contains { $0.contains("partial") })
  }

  @Test("A result is not written over the store")
  func overwriting() throws {
    let before = try Self.made.get().data("day.sqlite")
    let outcome = try export("--format", "gpx", "--output", "./day.sqlite")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "./day.sqlite: --output: the result would overwrite day.sqlite; accepted: "
        + "another file\n")
    #expect(try Self.made.get().data("day.sqlite") == before)
  }

  @Test("The bodies of uploads can be run again too", arguments: ["overland", "fhir"])
  func bodies(format: String) throws {
    let folder = try WorkingFolder()
    let store = try Self.made.get().path + "/day.sqlite"
    let outcome = try Program.run(
      "export", store, "--format", format, "--output", "day.jsonl", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let validation = try Program.run("validate", "day.jsonl", in: folder)
    #expect(validation.status == 0, "\(validation.errors)")
    #expect(validation.output.contains("battery readings, from") == (format == "overland"))
  }

  @Test("What it draws can be run again, simplified or not", arguments: ["gpx", "geojson"])
  func readBack(format: String) throws {
    let folder = try WorkingFolder()
    var sizes: [Int] = []
    for options in [[], ["--simplify"]] {
      let store = try Self.made.get().path + "/day.sqlite"
      let path = "day\(options.count).\(format)"
      let outcome = try Program.run(
        ["export", store, "--format", format, "--output", path] + options, in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      sizes.append(try folder.data(path).count)
      let validation = try Program.run("validate", path, in: folder)
      #expect(validation.status == 0, "\(validation.errors)")
    }
    #expect(sizes[1] < sizes[0] / 3)
  }

  @Test("A day by the clocks that are named, from and to as they say")
  func days() throws {
    let day = try export("--format", "days", "--time-zone", "America/Los_Angeles")
    let lines = day.output.split(separator: "\n")
    #expect(lines[0] == "date,records,distance_m,away_minutes,outdoors_minutes")
    #expect(lines.count == 2 && lines[1].hasPrefix("2026-03-02,"))
    let hour = try export(
      "--from", "2026-03-02T10:00:00", "--to", "2026-03-02T10:01:00", "--time-zone",
      "America/Los_Angeles", "--newest-first")
    let times = hour.output.split(separator: "\n").dropFirst().map { $0.prefix(24) }
    #expect(times.allSatisfy { $0.hasPrefix("2026-03-02T18:00:") })
    #expect(times == times.sorted(by: >))
    #expect(times.count > 10)
  }

  @Test(
    "What cannot be done is told in one line, and nothing is written",
    arguments: [
      (["none.sqlite"], "none.sqlite: there is no such file; did you mean 'note.sqlite'?"),
      (["note.sqlite"], "note.sqlite: this is not a record store; accepted: a store such as"),
      (["empty"], "empty: this is not a record store; accepted: a store such as"),
      (["."], ".: this is a folder; accepted: a record store"),
      (["DAY", "--format", "csvv"], "odograph: The value 'csvv' is invalid for '--format"),
      (["DAY", "--from", "soon"], "odograph: '--from' is 'soon'; accepted: a da"),
      (
        ["DAY", "--from", "2026-03-02T09:00:00", "--to", "2026-03-01T09:00:00"],
        "odograph: --from is after --to; accepted: a time before it"
      ),
      (["DAY", "--time-zone", "Mars/Olympus"], "odograph: '--time-zone' is 'Mars/Olympus'"),
      (["DAY", "--format", "gpx", "--newest-first"], "odograph: --newest-first is given for gpx"),
      (["DAY", "--simplify"], "odograph: --simplify is given for csv; accepted: gpx or geojson"),
      (["DAY", "--output", "no/day.csv"], "no/day.csv: --output: the file cannot be written"),
      (["DAY", "--output", "."], ".: --output: this is a folder; accepted: a file"),
      ([], "odograph: Missing expected argument '<store>'"),
    ])
  func mistakes(arguments: [String], beginning: String) throws {
    let folder = try WorkingFolder()
    try folder.write("my notes, long enough to be anything but a database\n", to: "note.sqlite")
    try folder.write("", to: "empty")
    let day = try Self.made.get().path + "/day.sqlite"
    let before = folder.contents
    let outcome = try Program.run(
      ["export"] + arguments.map { $0 == "DAY" ? day : $0 }, in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix(beginning), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(folder.contents == before)
  }

  @Test("A damaged store is told, and not half of it is written")
  func damaged() throws {
    let folder = try WorkingFolder()
    var bytes = try Self.made.get().data("day.sqlite")
    let middle = bytes.count / 2 / 4096 * 4096
    bytes.replaceSubrange(middle..<middle + 4096, with: repeatElement(0xA5, count: 4096))
    try bytes.write(to: URL(fileURLWithPath: folder.path + "/day.sqlite"))
    let outcome = try Program.run("export", "day.sqlite", in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("day.sqlite: this record store is damaged: "))
    #expect(outcome.output.isEmpty)
    let intoFile = try Program.run("export", "day.sqlite", "--output", "day.csv", in: folder)
    #expect(intoFile.status == 2)
    #expect(folder.contents == ["day.sqlite"])
  }
}
