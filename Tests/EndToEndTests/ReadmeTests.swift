import Foundation
import TestSupport
import Testing

/// Runs the commands that README.md and the guide show.
@Suite("README.md and the guide")
struct ReadmeTests {
  private static let repository = UserPages.root

  /// The commands that need no server, gpsd or Optuna, and no map where there is none.
  /// `ServedReadmeTests` and `LiveReadmeTests`
  /// run the others beside a server or gpsd; `make engines` runs those that need Optuna.
  static let commands = UserPages.commands.filter { line in
    ![
      "serve", "upload", "login", "live", "tune", "profile", "consent", "logout",
    ].contains { line.hasPrefix($0) } && !line.contains("http://")
      && (!line.hasPrefix("route ") || MapExtract.isThere)
  }
  /// The commands that run until they are stopped.
  static let serveCommands = UserPages.commands.filter { $0.hasPrefix("serve") }

  @Test("Every command does what it says, on a track where it names one", arguments: commands)
  func command(_ line: String) throws {
    let folder = try WorkingFolder()
    try FileManager.default.copyItem(
      at: Self.repository.appendingPathComponent("Scenarios"),
      to: URL(fileURLWithPath: folder.path + "/Scenarios"))
    try FileManager.default.copyItem(
      at: Self.repository.appendingPathComponent("Validation"),
      to: URL(fileURLWithPath: folder.path + "/Validation"))
    try folder.write(Self.walk, to: "walk.gpx")
    try copyExamples(of: line, to: folder)
    if line.hasPrefix("route ") { try prepareRoute(line, in: folder) }
    if line.hasPrefix("sweep ") { try copyPlans(to: folder) }
    if line.hasPrefix("check ") {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/Reports", withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: Self.repository.appendingPathComponent("Reports/baselines"),
        to: URL(fileURLWithPath: folder.path + "/Reports/baselines"))
    }
    try runBefore(line, in: folder)
    // A few seeds show that it works; thirty would take too long in a debug build.
    let isOverSeeds =
      ["compare", "why", "judge", "validation"].contains { line.hasPrefix($0) }
      && !line.contains("--against")
    let isStudy = line.hasPrefix("study")
    let words =
      Self.words(line) + (isOverSeeds ? ["--seeds", "2"] : [])
      + (isStudy ? ["--participants", "3"] : [])
      + (line.hasPrefix("calibrate") ? ["--draws", line.contains("--suggest") ? "10" : "100"] : [])
    let outcome = try Program.run(words, in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    #expect(!outcome.output.isEmpty)
  }

  @Test(
    "The first output that a guide shows is that of its first command",
    arguments: ["compare", "why"])
  func figures(page: String) throws {
    let path = Self.repository.appendingPathComponent("Docs/guide/\(page).md")
    let text = try String(contentsOf: path, encoding: .utf8).replacing("\\\n", with: " ")
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("    odograph ") })
    let block = try #require(text.firstMatch(of: /```text\n(.*?)```/.dotMatchesNewlines())).1
    let folder = try WorkingFolder()
    try copy(["Scenarios"], to: folder)
    let words = Self.words(line.split(separator: " ").dropFirst().joined(separator: " "))
    let printed = Set(try Program.run(words, in: folder).output.split(separator: "\n"))
    for shown in block.split(separator: "\n") where shown != "…" {
      #expect(printed.contains(shown), "\(shown)")
    }
  }

  /// Makes the results that a command reads: a store, a report, or the log of a phone on the walk,
  /// which a watch recorded too.
  private func runBefore(_ line: String, in folder: WorkingFolder) throws {
    var before: [[String]] = []
    let walk = ["run", "walk.gpx", "--preset", "overland-high-resolution", "--store", "day.sqlite"]
    if line.hasPrefix("export day.sqlite") { before = [walk + ["--quiet"]] }
    if line.hasPrefix("report Reports/commuter-weekday/") {
      before = [
        ["run", "Scenarios/commuter-weekday.yaml", "--preset", "ehe-pilot-1", "--quiet"]
      ]
    }
    if line.hasPrefix("judge phone.geojson") {
      try folder.write(Self.walk, to: "watch.gpx")
      before = [
        walk + ["--quiet"],
        ["export", "day.sqlite", "--format", "overland", "--output", "phone.geojson"],
      ]
    }
    if line.hasPrefix("report Reports/judge-phone/") {
      before = [["judge", "walk.gpx", "--truth", "self", "-o", "Reports/judge-phone", "--quiet"]]
    }
    if line.hasPrefix("judge mon.geojson") {
      before = [walk + ["--quiet"]]
      before += ["mon", "tue", "wed", "thu"].map { day in
        ["export", "day.sqlite", "--format", "overland", "--output", day + ".geojson"]
      }
    }
    for words in before {
      let outcome = try Program.run(words, in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  /// Copies the map, and makes the recording of a ride on it.
  private func prepareRoute(_ line: String, in folder: WorkingFolder) throws {
    for name in [MapExtract.whole.lastPathComponent, "town.osm.pbf"] {
      try FileManager.default.copyItem(
        at: MapExtract.whole, to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    guard line.hasPrefix("route ride.gpx") else { return }
    let day = "Scenarios/commuter-liechtenstein.yaml"
    let outcome = try Program.run(
      ["run", day, "--preset", "overland-high-resolution", "--quiet", "-o", "ride"], in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    try FileManager.default.copyItem(
      atPath: folder.path + "/ride/overland-high-resolution/track.gpx",
      toPath: folder.path + "/ride.gpx")
  }

  private func copyExamples(of line: String, to folder: WorkingFolder) throws {
    if line.contains("Examples/OwnTracker") { try copyOwnTracker(to: folder) }
    if line.contains("own-tracker-python") {
      try copy(["Examples/own-tracker-python", "Python"], to: folder)
    }
    if line.contains("Examples/Calibration") {
      try copy(["Examples/Calibration", "Examples/PhoneProfile"], to: folder)
    } else if line.contains("PhoneProfile") {
      try copy(["Examples/PhoneProfile"], to: folder)
    }
  }

  /// Copies the example's description, and the sample tracker in place of the example's executable,
  /// which `make examples` builds and runs.
  private func copyOwnTracker(to folder: WorkingFolder) throws {
    let own = "Examples/OwnTracker"
    for path in ["/.build/debug", "/Sources/OwnTracker"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + own + path, withIntermediateDirectories: true)
    }
    let source = Self.repository.appendingPathComponent(own)
    for name in ["app.yaml", "Sources/OwnTracker/Info.plist"] {
      try FileManager.default.copyItem(
        at: source.appendingPathComponent(name),
        to: URL(fileURLWithPath: "\(folder.path)/\(own)/\(name)"))
    }
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("SampleTracker")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/\(own)/.build/debug/OwnTracker",
      withDestinationPath: program.path)
  }

  /// Copies files and folders of the repository, some of them below `Examples`.
  private func copy(_ paths: [String], to folder: WorkingFolder) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/Examples", withIntermediateDirectories: true)
    for path in paths {
      try FileManager.default.copyItem(
        at: Self.repository.appendingPathComponent(path),
        to: URL(fileURLWithPath: folder.path + "/" + path))
    }
  }

  /// Copies the plans with two seeds each, for the same reason.
  private func copyPlans(to folder: WorkingFolder) throws {
    let plans = "Examples/Sweeps"
    try FileManager.default.createDirectory(
      atPath: folder.path + "/" + plans, withIntermediateDirectories: true)
    let source = Self.repository.appendingPathComponent(plans).path
    for name in try FileManager.default.contentsOfDirectory(atPath: source) {
      let text = try String(contentsOfFile: source + "/" + name, encoding: .utf8)
      let short = text.replacing(/(seeds|draws): \d+/) { "\($0.1): 2" }
      try folder.write(short, to: plans + "/" + name)
    }
  }

  /// Returns the words as a shell splits them, as far as README.md needs it: quoted text is one
  /// word.
  private static func words(_ line: String) -> [String] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, part in
        index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
      }
  }

  @Test("There are commands to be tried")
  func thereAreCommands() { #expect(Self.commands.count >= 8) }

  @Test("The scenario it shows can be run")
  func scenario() throws {
    let fenced = UserPages.text.components(separatedBy: "```")
    let yaml = try #require(fenced.first { $0.hasPrefix("yaml\nodograph: 1") })
    let folder = try WorkingFolder()
    try folder.write(String(yaml.dropFirst("yaml\n".count)), to: "own.yaml")
    #expect(try Program.run("run", "own.yaml", in: folder).status == 0)
  }

  /// A walk of five minutes north at 1.4 m/s.
  private static let walk: String = {
    let points = (0..<60).map { step in
      let time = "2026-03-02T08:0\(step / 12):\(step % 12 * 5 < 10 ? "0" : "")\(step % 12 * 5)Z"
      return
        "<trkpt lat=\"\(52.5 + 0.00006 * Double(step))\" lon=\"13.4\"><time>\(time)</time></trkpt>"
    }
    return "<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
  }()
}
