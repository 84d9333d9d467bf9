import Experiments
import Foundation
import Testing

@Suite("odograph new")
struct NewTests {
  /// A walk of twenty minutes north at 1.4 m/s, then half an hour at one point.
  private static let walk: String = {
    let rows = (0...300).map { step in
      let seconds = step * 10
      let meters = 1.4 * Double(min(seconds, 1200))
      let time = String(
        format: "2026-03-02T%02d:%02d:%02dZ", 8 + seconds / 3600, seconds / 60 % 60,
        seconds % 60)
      return "\(time),\(52.5 + meters / 111_200),13.4"
    }
    return (["time,lat,lon"] + rows).joined(separator: "\n")
  }()

  @Test("A recording becomes a scenario that validates and runs")
  func fromRecording() throws {
    let folder = try WorkingFolder()
    try folder.write(Self.walk, to: "walk.csv")
    let outcome = try Program.run(
      "new", "--from", "walk.csv", "--time-zone", "Europe/Berlin", "--output", "walk.yaml",
      in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "Scenario: walk.yaml\n")
    let text = String(decoding: try folder.data("walk.yaml"), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(
      lines[2].hasPrefix("# Drafted from walk.csv: 2026-03-02 09:00 to 2026-03-02 09:50, 1.7"))
    #expect(text.contains("Found: 1 place, 1 stay; walk 1."))
    #expect(text.contains("\nperson:\n  - { habit: nightly-charging }\n"))
    #expect(try Program.run("validate", "walk.yaml", in: folder).status == 0)
    let run = try Program.run("run", "walk.yaml", "--quiet", "--output", "out", in: folder)
    #expect(run.status == 0)
    #expect(try Report(try folder.data("out/report.json")).runs.count == 3)
  }

  @Test("The documents that it and 'presets' write name their schema to editors")
  func schema() throws {
    let folder = try WorkingFolder()
    for (arguments, name) in [(["new"], "odograph"), (["presets", "adaptive"], "odograph-preset")] {
      let text = try Program.run(arguments, in: folder).output
      let found = try #require(text.firstMatch(of: /^# yaml-language-server: \$schema=(.*)\n/))
      #expect(found.1.hasSuffix("/\(name).schema.json"))
      #expect(FileManager.default.fileExists(atPath: String(found.1)))
    }
  }

  @Test("Without --output it goes to standard output, and the zone is guessed and said to be")
  func standardOutput() throws {
    let folder = try WorkingFolder()
    try folder.write(Self.walk, to: "walk.csv")
    let outcome = try Program.run("new", "--from", "walk.csv", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("# Times are in UTC+1, guessed from the first position;"))
    let same = try Program.run("new", "--from", "walk.csv", "--output", "-", in: folder)
    #expect(same.output == outcome.output && same.errors == outcome.errors)
    #expect(folder.contents == ["walk.csv"])
  }

  @Test("The scenario to begin with names every phone and every system that there is")
  func profiles() throws {
    let folder = try WorkingFolder()
    let text = try Program.run("new", in: folder).output
    for (name, key) in [("iphone-13,", "profile"), ("ios-17,", "system")] {
      let wrong = text.replacingOccurrences(of: "\(key): \(name)", with: "\(key): none,")
      try folder.write(wrong, to: "day.yaml")
      let refusal = try Program.run("validate", "day.yaml", in: folder).errors
      // "…: 'profile' is 'none'; accepted: iphone-13, iphone-14, …"
      let accepted = try #require(refusal.components(separatedBy: "accepted: ").last)
      let names = accepted.components(separatedBy: ";")[0].trimmingCharacters(in: .newlines)
      #expect(names.contains("iphone-13, ") || names.contains("ios-17, "), "\(refusal)")
      #expect(text.contains("# \(key): \(names)"), "\(refusal)")
    }
  }

  @Test("A file that is there is kept, unless --force is given")
  func overwriting() throws {
    let folder = try WorkingFolder()
    try folder.write("mine", to: "day.yaml")
    let refused = try Program.run("new", "--output", "day.yaml", in: folder)
    #expect(refused.status == 2)
    #expect(
      refused.errors
        == "day.yaml: --output: the file exists already; accepted: another name, or --force\n")
    #expect(try folder.data("day.yaml") == Data("mine".utf8))
    #expect(try Program.run("new", "--output", "day.yaml", "--force", in: folder).status == 0)
    #expect(try Program.run("validate", "day.yaml", in: folder).status == 0)
  }

  @Test(
    "What cannot be done is told in one line, and nothing is written",
    arguments: [
      (["--from", "none.gpx"], "none.gpx: there is no such file"),
      (["--from", "bad.json"], "bad.json:1: the file ends in the middle of the JSON"),
      (["--from", "day.yaml"], "day.yaml: --from: this is a scenario already; accepted: a record"),
      (["--from", "walk.csv", "--trajectory", "all"], "odograph: --trajectory is all; accepted:"),
      (["--from", "two.csv"], "two.csv: no part of the recording is as long as a minute"),
      (
        ["--from", "walk.csv", "--from-time", "soon"],
        "odograph: '--from-time' is 'soon'; accepted: a da"
      ),
      (
        ["--from", "walk.csv", "--from-time", "2027-01-01T00:00:00"],
        "odograph: nothing is recorded"
      ),
      (["--from-time", "2026-03-02T00:00:00"], "odograph: --from-time is given and --from is not"),
      (
        ["--from", "walk.csv", "--output", "no/day.yaml"],
        "no/day.yaml: --output: there is no folder no;"
      ),
      (["--output", "."], ".: --output: this is a folder; accepted: a file"),
    ])
  func mistakes(arguments: [String], beginning: String) throws {
    let folder = try WorkingFolder()
    try folder.write(Self.walk, to: "walk.csv")
    try folder.write("{\"features\": [", to: "bad.json")
    try folder.write("odograph: 1\n", to: "day.yaml")
    try folder.write(
      "time,lat,lon\n2026-03-02T08:00:00Z,52.5,13.4\n2026-03-02T08:00:05Z,52.5001,13.4\n",
      to: "two.csv")
    let before = folder.contents
    let outcome = try Program.run(["new"] + arguments, in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix(beginning), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(folder.contents == before)
  }
}
