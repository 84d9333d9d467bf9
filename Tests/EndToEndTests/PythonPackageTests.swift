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

  @Test("Two runs of an app that uses clocks, chance and sleeps are equal to the byte")
  func repeats() throws {
    let folder = try WorkingFolder()
    try folder.write(ShortWalk.scenario, to: "day.yaml")
    try folder.write(Self.app, to: "tracker")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: folder.path + "/tracker")
    let plist = packageRoot.appendingPathComponent("Tests/SampleTracker/Info.plist")
    try FileManager.default.copyItem(
      at: plist, to: URL(fileURLWithPath: folder.path + "/Info.plist"))
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
}
