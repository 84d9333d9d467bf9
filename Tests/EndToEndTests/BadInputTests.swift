import Foundation
import Testing

/// Users' mistakes. Each gives one line that names the file and the accepted values; the exit
/// status is 2, and no file is written.
@Suite("Bad input")
struct BadInputTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    var name: String
    var file: String
    var text: String
    /// The beginning of the message.
    var place: String
    /// Further words that the message has to contain.
    var words: [String] = []

    var testDescription: String { name }

    /// Returns the small scenario with one line replaced.
    static func scenario(
      _ name: String, _ line: String, by replacement: String, at lineNumber: Int,
      _ words: String...
    ) -> Mistake {
      Mistake(
        name: name, file: "day.yaml",
        text: SmallScenario.text.replacingOccurrences(of: line, with: replacement),
        place: "day.yaml:\(lineNumber): ", words: words)
    }
  }

  static let mistakes = [
    Mistake(name: "an empty scenario", file: "day.yaml", text: "", place: "day.yaml: "),
    Mistake(name: "an empty recording", file: "walk.gpx", text: "", place: "walk.gpx: "),
    Mistake(
      name: "a truncated GPX", file: "walk.gpx",
      text: """
        <?xml version="1.0"?>
        <gpx version="1.1"><trk><trkseg>
        <trkpt lat="45.5" lon="-122.6"><time>2026-03-02T08:00:00Z</time></trkpt>
        <trkpt lat="45.5" lon="-122
        """, place: "walk.gpx:"),
    .scenario("an unknown key", "carried: pocket", by: "carired: pocket", at: 6, "carried"),
    .scenario("a negative radius", "radius: 60 m", by: "radius: -60 m", at: 9, "-60 m"),
    .scenario("an undefined place", "drive: shop", by: "drive: shpo", at: 14, "'shop'"),
    .scenario(
      "times that run backwards", "for: 30 min", by: "until: 09:10", at: 16, "a time after"),
    .scenario(
      "a local time that does not exist", "start: 2026-03-02T09:00:00",
      by: "start: 2026-03-08T02:30:00", at: 3, "does not exist"),
    .scenario(
      "coordinates out of range", "[45.5231, -122.6765]", by: "[95.5231, -122.6765]", at: 9,
      "from -90 to 90"),
    .scenario("no such preset", "- overland-battery-saving", by: "- overland-battery", at: 26),
    Mistake(
      name: "coordinates out of range in a recording", file: "walk.csv",
      text: "time,lat,lon\n2026-03-02T08:00:00Z,45.5,-122.6\n2026-03-02T08:00:05Z,45.5,-222.6\n",
      place: "walk.csv:3: ", words: ["-180 to 180"]),
    Mistake(
      name: "a recording whose times run backwards", file: "walk.csv",
      text: "time,lat,lon\n2026-03-02T08:00:00Z,45.5,-122.6\n2026-03-02T07:00:00Z,45.6,-122.6\n",
      place: "walk.csv:3: ", words: ["backwards"]),
    Mistake(
      name: "an XML external entity", file: "walk.gpx",
      text: """
        <?xml version="1.0"?>
        <!DOCTYPE gpx [<!ENTITY secret SYSTEM "file:///etc/passwd">]>
        <gpx version="1.1"><trk><name>&secret;</name></trk></gpx>
        """, place: "walk.gpx:2: "),
    Mistake(
      name: "a YAML alias bomb", file: "day.yaml",
      text: (1...40).reduce("a0: &a0 [x, x]\n") { text, n in
        text + "a\(n): &a\(n) [*a\(n - 1), *a\(n - 1), *a\(n - 1)]\n"
      }, place: "day.yaml:1: "),
    Mistake(
      name: "a file of some other kind", file: "walk.fit", text: "\u{0E}\u{10}junk\u{0}\u{1}",
      place: "walk.fit: ", words: ["GPX"]),
  ]

  @Test("A mistake in a file is told in one line, and nothing is written", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    let folder = try WorkingFolder()
    try folder.write(mistake.text, to: mistake.file)
    let outcome = try Program.run("run", mistake.file, in: folder)
    expectRefusal(outcome, place: mistake.place, words: mistake.words)
    #expect(folder.contents == [mistake.file])
    let validation = try Program.run("validate", mistake.file, in: folder)
    #expect(validation.status == 2)
    #expect(validation.errors == outcome.errors)
  }

  private func expectRefusal(_ outcome: Program.Outcome, place: String, words: [String] = []) {
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix(place), "\(outcome.errors)")
    for word in words { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
  }

  @Test("A file that is not there is told, with the nearest that is")
  func missing() throws {
    let folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
    let outcome = try Program.run("run", "erand.yaml", in: folder)
    expectRefusal(outcome, place: "erand.yaml: ", words: ["did you mean 'errand.yaml'?"])
  }

  @Test("Two hundred megabytes of something else are refused at once")
  func junk() throws {
    let folder = try WorkingFolder()
    try folder.write("", to: "junk.csv")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/junk.csv"))
    var block = Data(count: 1 << 20)
    for index in block.indices { block[index] = UInt8(truncatingIfNeeded: index &* 167 &+ 13) }
    for _ in 0..<200 { try file.write(contentsOf: block) }
    try file.close()
    let outcome = try Program.run("run", "junk.csv", in: folder)
    expectRefusal(outcome, place: "junk.csv: ")
    #expect(folder.contents == ["junk.csv"])
  }

  @Test("A folder that cannot be written is told before anything runs")
  func unwritable() throws {
    let folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
    try folder.write("", to: "file")
    for option in ["--output", "--store"] {
      let outcome = try Program.run(
        "run", "errand.yaml", "--seeds", "1000000", option, "file/reports", in: folder)
      expectRefusal(outcome, place: "file/reports: ", words: [option])
    }
    #expect(folder.contents.allSatisfy { $0 == "errand.yaml" || $0 == "file" })
  }

  @Test(
    "A tracker's folder that cannot be replaced is told before anything runs, and nothing is written"
  )
  func trackerFolder() throws {
    let folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/results", withIntermediateDirectories: true)
    try folder.write("", to: "results/ehe-pilot-1")
    let outcome = try Program.run(
      "run", "errand.yaml", "--seeds", "1000000", "--output", "results", in: folder)
    expectRefusal(outcome, place: "results/ehe-pilot-1: ", words: ["--output"])
    #expect(folder.contents == ["errand.yaml", "results", "results/ehe-pilot-1"])
  }

  @Test("One bad scenario among several keeps all of them from running")
  func oneOfSeveral() throws {
    let folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
    let outcome = try Program.run("run", "errand.yaml", "missing.gpx", in: folder)
    expectRefusal(outcome, place: "missing.gpx: ")
    #expect(folder.contents == ["errand.yaml"])
  }

  @Test("The store of a live tracker is never replaced by that of a run")
  func liveStore() throws {
    let folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
    // 'odograph live' has locked its folder by this file.
    for name in ["live.lock", "records.sqlite"] { try folder.write("", to: name) }
    let outcome = try Program.run(
      "run", "errand.yaml", "--preset", "ehe-pilot-1", "--store", "records.sqlite", in: folder)
    expectRefusal(outcome, place: "records.sqlite: ")
    #expect(outcome.errors.contains("'odograph live' keeps its records there"))
    #expect(try folder.data("records.sqlite").isEmpty)
  }

  @Test("A database that is no record store is never replaced by one")
  func foreignDatabase() throws {
    let folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
    let photos = "SQLite format 3\0 and a user's photos"
    try folder.write(photos, to: "photos.sqlite")
    let outcome = try Program.run(
      "run", "errand.yaml", "--preset", "ehe-pilot-1", "--store", "photos.sqlite", in: folder)
    expectRefusal(outcome, place: "photos.sqlite: ")
    #expect(folder.contents == ["errand.yaml", "photos.sqlite"])
    let kept = try String(contentsOfFile: folder.path + "/photos.sqlite", encoding: .utf8)
    #expect(kept == photos)
  }

  @Test(
    "A mistake on the command line is told in one line",
    arguments: [
      ["run"], ["run", "errand.yaml", "--sed", "3"], ["run", "errand.yaml", "--format", "pdf"],
      ["run", "errand.yaml", "--seeds", "0"], ["run", "errand.yaml", "--seed", "one"],
      ["run", "errand.yaml", "--jobs", "0"], ["rum"], ["presets", "no-such-preset"],
      ["run", "errand.yaml", "--set", "overland-high-resolution.minimumDistance=10"],
      ["run", "errand.yaml", "--set", "nonesuch.minimumDistance=10 m"],
      ["run", "errand.yaml", "--set", "overland-high-resolution.accessToken=sesame"],
      ["run", "errand.yaml", "--preset", "overland-hi"],
      ["run", "errand.yaml", "--trajectory", "3"], ["run", "errand.yaml", "--infer-stays"],
      ["run", "errand.yaml", "--quiet", "--verbose"],
      ["run", "errand.yaml", "--preset", ""], ["run", "errand.yaml", "--store", "none/day.sqlite"],
      [
        "run", "errand.yaml", "--set", "ehe-pilot-1.homeRadius=5 m", "--set",
        "ehe-pilot-1.homeRadius=9 m",
      ],
    ])
  func usage(arguments: [String]) throws {
    let folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
    let outcome = try Program.run(arguments, in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(
      ["odograph: ", "errand.yaml: ", "none/day.sqlite: "].contains(
        where: outcome.errors.hasPrefix),
      "\(outcome.errors)")
    #expect(folder.contents == ["errand.yaml"])
  }

  @Test(
    "What is mistyped gets the nearest word, and what counts says how far",
    arguments: [
      (["rnu", "errand.yaml"], "did you mean 'run'?"),
      (["run", "errand.yaml", "--preset", "ehe"], "did you mean 'ehe-pilot-1'?"),
      (["run", "errand.yaml", "--seeds", "abc"], "accepted: a whole number from 1 to 1000000"),
      (["run", "errand.yaml", "--seeds", "-3"], "accepted: a whole number from 1 to 1000000"),
      (["run", "errand.yaml", "-j0"], "accepted: a whole number from 1 to 1024"),
      (["serve", "--port", "99999"], "accepted: a whole number from 0 to 65535"),
      (
        ["run", "errand.yaml", "--seed=-5"],
        "accepted: a whole number from 0 to 18446744073709551615"
      ),
    ])
  func nearest(arguments: [String], words: String) throws {
    let folder = try WorkingFolder()
    try folder.write(SmallScenario.text, to: "errand.yaml")
    let outcome = try Program.run(arguments, in: folder)
    #expect(outcome.status == 2 && outcome.errorLines.count == 1)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test("The verbose version names each package and library with its version")
  func versions() throws {
    let folder = try WorkingFolder()
    for arguments in [["--version", "--verbose"], ["--verbose", "--version"]] {
      let outcome = try Program.run(arguments, in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      let rows = outcome.output.split(separator: "\n").map { $0.split(separator: " ") }
      let names = rows.map { $0.dropLast().joined(separator: " ") }
      #expect(rows.contains { $0.first == "commit" }, "\(outcome.output)")
      for name in ["odograph", "Yams", "GRDB", "SQLite", "zlib"] {
        let row = try #require(names.firstIndex { $0.lowercased() == name.lowercased() }, "\(name)")
        #expect(rows[row].last?.first?.isNumber == true, "\(outcome.output)")
      }
    }
    let line = try Program.run("run", "--verbose", "--version", in: folder).output
    #expect(line.wholeMatch(of: /\d+\.\d+\.\d+ \((\w{12}|unknown)(, modified)?\)\n/) != nil)
  }

  @Test("Help and the version are no mistakes", arguments: ["--help", "--version", "help"])
  func help(argument: String) throws {
    let outcome = try Program.run(argument, in: try WorkingFolder())
    #expect(outcome.status == 0)
    #expect(!outcome.output.isEmpty && outcome.errors.isEmpty)
  }
}
