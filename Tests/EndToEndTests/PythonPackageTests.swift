import Foundation
import TestSupport
import Testing

/// The package for apps in Python: its own tests, and apps that use its virtual clocks.
@Suite("The package for apps in Python")
struct PythonPackageTests {
  private static let package = packageRoot.appendingPathComponent("Python").path

  @Test("Its tests pass, which compare it with the page of the protocol")
  func tests() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-B", "-m", "unittest", "discover", "-s", "Python/tests"]
    process.currentDirectoryURL = packageRoot
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("OK"))
  }

  /// Rests for a minute every ten, and records half of the positions by chance.
  private static let app = """
    #!/usr/bin/env python3
    from datetime import datetime
    import random, sys, time, uuid
    sys.path.insert(0, "\(Self.package)")
    from odograph.app import run

    class App:
        def __init__(self, phone):
            manager = phone.location_manager()
            manager.set(allowsBackgroundLocationUpdates=True)
            manager.on_locations = self.receive
            manager.start_updating_location()
            self.phone = phone
            self.count = 0
            phone.every(600, self.rest)

        def rest(self):
            self.phone.note(f"rest {datetime.now():%H:%M:%S}")
            time.sleep(60)
            self.phone.note(f"work {datetime.now():%H:%M:%S}")

        def receive(self, locations):
            self.count += 1
            if random.random() < 0.5:
                self.phone.keep(locations[-1])
            if self.count == 5:
                self.phone.note(f"id {uuid.uuid4()} {datetime.now()} {time.time()}")

    run(App)
    """

  /// Makes a folder with a day and the app.
  private func makeFolder() throws -> WorkingFolder {
    let folder = try WorkingFolder()
    try folder.write(ShortWalk.scenario, to: "day.yaml")
    try folder.writeProgram(Self.app, to: "tracker")
    let plist = packageRoot.appendingPathComponent("Tests/SampleTracker/Info.plist")
    try FileManager.default.copyItem(
      at: plist, to: URL(fileURLWithPath: folder.path + "/Info.plist"))
    return folder
  }

  @Test("Two runs of an app that uses clocks, chance and sleeps are equal to the byte")
  func repeats() throws {
    let folder = try makeFolder()
    let files = try ["a", "b"].map { output in
      let run = try Program.run(
        "run", "day.yaml", "--app", "tracker", "--explain", "-o", output, in: folder)
      #expect(run.status == 0, "\(run.errors)")
      return try ["report.json", "tracker/explain.txt", "tracker/fixes.csv"].map {
        try String(contentsOfFile: "\(folder.path)/\(output)/\($0)", encoding: .utf8)
      }
    }
    #expect(files[0] == files[1])
    let explanation = files[0][1]
    // The app starts with the day at 07:00 in Berlin; the first timer is due after 600 s.
    #expect(explanation.contains("rest 07:10:00"))
    #expect(explanation.contains("work 07:11:00"))
    // Four positions come before the fifth, one each second.
    #expect(explanation.contains(/id [-0-9a-f]{36} 2026-03-02 07:00:\d\d/))
  }

  /// Returns the names of the app's files in the report of a run, with the starts of their digests.
  private func hashed(in folder: WorkingFolder) throws -> [String] {
    let run = try Program.run("run", "day.yaml", "--app", "tracker", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let report = try String(
      contentsOfFile: folder.path + "/Reports/day/report.json", encoding: .utf8)
    return report.matches(of: /app tracker: ([\w\/.]+) SHA-256 (\w{4})/).map { "\($0.1) \($0.2)" }
  }

  @Test("The modules below a script's folder are part of its hashes")
  func modules() throws {
    let folder = try makeFolder()
    for name in ["engine", "environment", ".hidden"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + name, withIntermediateDirectories: true)
      try folder.write("", to: "\(name)/filter.py")
    }
    try folder.write("", to: "environment/pyvenv.cfg")
    try folder.write("", to: "engine/notes.txt")
    let before = try hashed(in: folder)
    #expect(
      before.map { $0.prefix { $0 != " " } } == ["tracker", "engine/filter.py", "Info.plist"])
    // The digest of no bytes begins with e3b0.
    #expect(before.contains("engine/filter.py e3b0"))
    try folder.write("changed = True", to: "engine/filter.py")
    #expect(try !hashed(in: folder).contains("engine/filter.py e3b0"))
    // A program that is no script of Python has no modules.
    try folder.write("#!/bin/sh\nkill -9 $$", to: "tracker")
    #expect(try hashed(in: folder).count == 2)
  }

  @Test("A script in a folder with too much for a hash is refused")
  func tooMuch() throws {
    let folder = try makeFolder()
    let large = folder.path + "/large.py"
    #expect(FileManager.default.createFile(atPath: large, contents: nil))
    // The file has a hole, which takes no space.
    #expect(truncate(large, 65 << 20) == 0)
    let outcome = try Program.run("run", "day.yaml", "--app", "tracker", in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("of the app holds more than 20000 files or 64 MiB of modules"))
    #expect(outcome.errors.contains("accepted: a script in a folder of its own"))
    #expect(outcome.errorLines.count == 1)
  }
}
