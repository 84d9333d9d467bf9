import Foundation
import TestSupport
import Testing

/// Runs of the built program with an app of the user's own: a script that speaks the protocol.
@Suite("Your own app in the commands")
struct AppTests {
  /// Tracks with the setting `filter` as distance filter, and leaves a file beside itself.
  private static let script = """
    #!/usr/bin/env python3
    import json, os, sys
    open(os.path.join(os.path.dirname(os.path.realpath(sys.argv[0])), "started"), "w").close()
    link = os.fdopen(3, "rb")
    def write(**message): os.write(3, (json.dumps(message) + "\\n").encode())
    for line in link:
        event = json.loads(line)
        if event["event"] == "launch":
            write(call="makeLocationManager")
            manager = json.loads(link.readline())["result"]
            filter = float(event.get("settings", {}).get("filter", 0))
            for name, value in [("allowsBackgroundLocationUpdates", True),
                                ("pausesLocationUpdatesAutomatically", False),
                                ("distanceFilter", filter)]:
                write(call="setLocationProperty", manager=manager, name=name, value=value)
            write(call="startUpdatingLocation", manager=manager)
        write(call="done", next=None)
    """

  private static let description = """
    odographApp: 1
    name: ours
    executable: tracker
    plist: Info.plist
    settings:
      filter: { default: 0, values: [500] }
    """

  private static let day =
    ShortWalk.scenario
    + "\ntrackers: [{ app: parts/app.yaml }, overland-significant-only]"

  private func makeFolder() throws -> WorkingFolder {
    let folder = try WorkingFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/parts", withIntermediateDirectories: true)
    try folder.writeProgram(Self.script, to: "parts/tracker")
    let plist = packageRoot.appendingPathComponent("Tests/SampleTracker/Info.plist")
    try FileManager.default.copyItem(
      at: plist, to: URL(fileURLWithPath: folder.path + "/parts/Info.plist"))
    try folder.write(Self.description, to: "parts/app.yaml")
    try folder.write(Self.day, to: "day.yaml")
    return folder
  }

  private func expectEqualRuns(of app: String, in folder: WorkingFolder) throws {
    let reports = try ["a", "b"].map { output in
      let run = try Program.run("run", "day.yaml", "--app", app, "-o", output, in: folder)
      #expect(run.status == 0, "\(run.errors)")
      return try Data(contentsOf: URL(fileURLWithPath: folder.path + "/\(output)/report.json"))
    }
    #expect(reports[0] == reports[1])
  }

  private func hasStarted(_ folder: borrowing WorkingFolder) -> Bool {
    FileManager.default.fileExists(atPath: folder.path + "/parts/started")
  }

  @Test("With an app of one's own the person acts by any name, without one by those of presets")
  func acts() throws {
    let folder = try makeFolder()
    let acting = "\nperson: [{ at: 07:05, acts: pressesStart }]\n"
    try folder.write(ShortWalk.scenario + acting, to: "acting.yaml")
    try folder.write(Self.day + acting, to: "listed.yaml")
    let refused = try Program.run("run", "acting.yaml", "--preset", "adaptive", in: folder)
    #expect(refused.status == 2 && refused.errors.contains("no act is called 'pressesStart'"))
    let given = try Program.run("run", "acting.yaml", "--app", "parts/app.yaml", in: folder)
    #expect(given.status == 0, "\(given.errors)")
    let listed = try Program.run("validate", "listed.yaml", in: folder)
    #expect(listed.status == 0, "\(listed.errors)")
  }

  @Test("A file's app starts only if the command line permits it; validate never starts one")
  func permission() throws {
    let folder = try makeFolder()
    let validated = try Program.run("validate", "day.yaml", in: folder)
    #expect(validated.status == 0, "\(validated.errors)")
    for command in ["run", "why", "check"] {
      let outcome = try Program.run(command, "day.yaml", "--preset", "ours", in: folder)
      #expect(outcome.status == 2)
    }
    let refused = try Program.run("run", "day.yaml", in: folder)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("day.yaml:8: this file starts the program"))
    #expect(refused.errors.contains("with --allow-apps"))
    #expect(!hasStarted(folder))
    let run = try Program.run("run", "day.yaml", "--allow-apps", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(hasStarted(folder))
    #expect(run.output.contains("ours"))
    #expect(run.output.contains("overland-significant-only"))
  }

  @Test("An app that a baseline names starts only if the command line permits it")
  func baseline() throws {
    let folder = try makeFolder()
    try folder.write(ShortWalk.scenario, to: "walk.yaml")
    let arguments = ["check", "walk.yaml", "--baselines", "baselines"]
    let made = try Program.run(arguments + ["--update", "--app", "parts/app.yaml"], in: folder)
    #expect(made.status == 0, "\(made.errors)")
    try FileManager.default.removeItem(atPath: folder.path + "/parts/started")
    for more in [[], ["--update"]] {
      let refused = try Program.run(arguments + more, in: folder)
      #expect(refused.status == 2)
      #expect(refused.errors.contains("baselines/walk.json: this file starts the program"))
    }
    #expect(!hasStarted(folder))
    for permission in [["--allow-apps"], ["--app", "parts/app.yaml"]] {
      let outcome = try Program.run(arguments + permission, in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(hasStarted(folder))
  }

  @Test("An app of the command line runs under its name, beside presets")
  func named() throws {
    let folder = try makeFolder()
    let run = try Program.run(
      "run", "day.yaml", "--app", "mine=parts/tracker", "--preset", "always", "--format", "csv",
      in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("mine"))
    #expect(run.output.contains("always"))
    let report = try String(
      contentsOfFile: folder.path + "/Reports/day/report.json", encoding: .utf8)
    // The executable, its Info.plist, and no library of its own: a script.
    #expect(report.contains("app mine: tracker SHA-256 "))
    #expect(report.contains("app mine: Info.plist SHA-256 "))
  }

  @Test("Two runs give the same bytes")
  func repeats() throws {
    let folder = try makeFolder()
    try expectEqualRuns(of: "parts/app.yaml", in: folder)
  }

  @Test("Values of a declared setting run side by side; another name is refused with the nearest")
  func settings() throws {
    let folder = try makeFolder()
    let run = try Program.run(
      "run", "day.yaml", "--app", "parts/app.yaml", "--set", "filter=0,500", "--format", "csv",
      in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("ours filter=0"))
    #expect(run.output.contains("ours filter=500"))
    // The walk is about 530 m, so that a filter of 500 m lets few positions pass.
    let report = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: folder.path + "/Reports/day/report.json")))
    let results = try #require((report as? [String: Any])?["runs"] as? [[String: Any]])
    let counts = results.compactMap {
      (($0["coverage"] as? [String: Any])?["fixCount"] as? NSNumber)?.intValue
    }
    try #require(counts.count == 2)
    #expect(counts[0] > 300)
    #expect(counts[1] < 10)
    let wrong = try Program.run(
      "run", "day.yaml", "--app", "parts/app.yaml", "--set", "filtre=1", in: folder)
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("the app 'ours' has no setting 'filtre'; accepted: filter;"))
  }

  @Test("compare, why and check take the app, with its declared settings")
  func comparison() throws {
    let folder = try makeFolder()
    let compared = try Program.run(
      "compare", "day.yaml", "--app", "parts/app.yaml", "--preset", "overland-significant-only",
      "--seeds", "2", in: folder)
    #expect(compared.status == 0, "\(compared.errors)")
    #expect(compared.output.contains("ours"))
    // With a filter of 500 m the app records too little; why finds the value 500 → 0 by itself.
    let tight = Self.description.replacing(
      "default: 0, values: [500]", with: "default: 500, values: [0]")
    try folder.write(tight, to: "parts/app.yaml")
    let why = try Program.run(
      "why", "day.yaml", "--app", "parts/app.yaml", "--seeds", "2", in: folder)
    #expect(why.status == 0, "\(why.errors)")
    #expect(why.output.contains("filter: 500 → 0"))
    let update = try Program.run(
      "check", "--update", "day.yaml", "--allow-apps", "--preset", "ours", "--seeds", "5",
      in: folder)
    #expect(update.status == 0, "\(update.errors)")
    #expect(try Program.run("check", "day.yaml", "--allow-apps", in: folder).status == 0)
    try folder.write(tight.replacing("default: 500", with: "default: 5000"), to: "parts/app.yaml")
    let worse = try Program.run("check", "day.yaml", "--allow-apps", in: folder)
    #expect(worse.status == 1, "\(worse.output)\(worse.errors)")
  }

  @Test("The example in Python runs twice alike, and an exception is a crash with its traceback")
  func python() throws {
    let folder = try makeFolder()
    let example = packageRoot.appendingPathComponent("Examples/own-tracker-python").path
    try expectEqualRuns(of: example + "/app.yaml", in: folder)
    let broken = try String(contentsOfFile: example + "/tracker.py", encoding: .utf8)
      .replacing("def sample(self) -> None:", with: "def sample(self) -> None:\n        1 / 0")
      .replacing("os.path.dirname(os.path.realpath(__file__))", with: "\"\(example)\"")
    try folder.write(broken, to: "parts/tracker")
    let crashed = try Program.run(
      "run", "day.yaml", "--app", "parts/tracker", "--explain", in: folder)
    #expect(crashed.status == 0)
    #expect(crashed.output.contains("ended by crash"))
    #expect(crashed.errors.contains("ZeroDivisionError"))
    let explanation = try String(
      contentsOfFile: folder.path + "/Reports/day/tracker/explain.txt", encoding: .utf8)
    #expect(explanation.contains("Traceback (most recent call last):  [backtrace]"))
    #expect(explanation.contains("ZeroDivisionError: division by zero  [backtrace]"))
  }

  @Test("A run removes the data of its apps, and that of a program that was killed")
  func container() throws {
    let folder = try makeFolder()
    let temporary = folder.path + "/temporary"
    try FileManager.default.createDirectory(
      atPath: temporary, withIntermediateDirectories: true)
    let hanging = Self.script.replacing("write(call=\"done\"", with: "import time; time.sleep(60)#")
    try folder.writeProgram(hanging, to: "parts/hanging")
    func left() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: temporary).filter {
        $0.hasPrefix(".partial-")
      }
    }
    func start(_ app: String) throws -> Program.Running {
      try Program.start(
        ["run", "day.yaml", "--app", app, "-q"], in: folder, environment: ["TMPDIR": temporary])
    }
    let killed = try start("parts/hanging")
    for _ in 0..<2000 where !hasStarted(folder) { usleep(5000) }
    #expect(try left().count == 1)
    kill(killed.process.processIdentifier, SIGKILL)
    killed.process.waitUntilExit()
    #expect(try left().count == 1)
    #expect(try start("parts/tracker").outcome().status == 0)
    #expect(try left() == [])
  }

  @Test("A sweep with a changed app refuses the shards of the old one")
  func sweep() throws {
    let folder = try makeFolder()
    try folder.write(
      """
      odograph: 1
      name: Ours
      scenarios: [day.yaml]
      trackers:
        - { app: parts/app.yaml, set: { filter: [0, 500] } }
        - overland-significant-only
      seeds: 2
      """, to: "plan.yaml")
    #expect(try Program.run("sweep", "plan.yaml", in: folder).status == 2)
    #expect(!hasStarted(folder))
    let run = try Program.run("sweep", "plan.yaml", "--allow-apps", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(hasStarted(folder))
    #expect(run.output.contains("ours filter=500"))
    let script = Self.script + "\n# changed"
    try folder.write(script, to: "parts/tracker")
    let changed = try Program.run("sweep", "plan.yaml", "--allow-apps", in: folder)
    #expect(changed.status == 2)
    #expect(changed.errors.contains("tracker"))
  }

  @Test("An app that cannot run is refused with the reason and the remedy")
  func refusals() throws {
    let folder = try makeFolder()
    // An ELF file with 64 bits that has no program header, and so needs no library.
    var bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1] + [UInt8](repeating: 0, count: 58)
    bytes[54] = 56
    let program = folder.path + "/parts/static"
    try Data(bytes).write(to: URL(fileURLWithPath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
    try folder.write("odographApp: 2\nexecutable: tracker\n", to: "parts/later.yaml")
    try folder.write("odographApp: 1\nexecutabel: tracker\n", to: "parts/wrong.yaml")
    for (app, message) in [
      ("parts/none", "there is no app at"), ("parts", "is no program"),
      ("parts/static", "is linked statically"), ("parts/later.yaml", "accepted: 1"),
      ("parts/wrong.yaml", "did you mean 'executable'?"), ("day.yaml", "this is a scenario"),
      ("=x", "accepted: PATH, or NAME=PATH"),
    ] {
      let outcome = try Program.run("run", "day.yaml", "--app", app, in: folder)
      #expect(outcome.status == 2, "\(app)")
      #expect(outcome.errors.contains(message), "\(app): \(outcome.errors)")
      #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
    }
  }
}
