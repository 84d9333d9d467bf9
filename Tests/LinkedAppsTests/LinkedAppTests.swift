import Evaluation
import Foundation
import PhoneAPI
import RunObservation
import Scenarios
import SimulatedPhone
import TestSupport
import Testing
import Text
import TrackingEngine

@testable import Simulation

@Suite("An app in a process of its own")
struct LinkedAppTests {
  private let walk = """
    odograph: 1
    start: 2026-03-02T07:00:00
    timeZone: Europe/Berlin
    duration: 2 h
    phone: { profile: iphone-14, system: ios-18 }
    places: { home: { at: [52.5310, 13.3850] }, work: { at: [52.5075, 13.3904] } }
    day: [{ stay: home, for: 30 min }, { walk: work }, { stay: work }]
    """

  /// The sample tracker under a name that chooses what it does.
  private func app(_ kind: String, in place: borrowing Workplace) throws -> AppFile {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("SampleTracker")
    let link = place.url.appendingPathComponent(kind)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: program)
    let plist = packageRoot.appendingPathComponent("Tests/SampleTracker/Info.plist")
    return AppFile(path: link.path, plistPath: plist.path)
  }

  /// The lines that the app's own notes write into the explanation of a run.
  private func notes(_ kind: String, of topic: String, in text: String? = nil) throws -> [String] {
    let place = try Workplace()
    let day = try SimulatedDay(scenario: Simulation(text: text ?? walk).scenario, seed: 1)
    let tracker = try day.provision(TrackerChoice(app: try app(kind, in: place)))
    var run = TrackerRun(day: day, tracker: tracker)
    let notes = NoteSink()
    run.explains = true
    run.sink = notes
    _ = try run.run()
    return notes.texts.filter { $0.hasPrefix(topic + ": ") }
      .map { String($0.dropFirst(topic.count + 2)) }
  }

  @Test("Its positions count as those of an app in the same process")
  func counts() throws {
    let place = try Workplace()
    let result = try #require(try Simulation(text: walk).run(try app("plain", in: place)).first)
    #expect(try [result].mean("positionCoverageMoving") > 0.9)
    #expect(result.coverage.fixCount > 1000)
    #expect(try [result].mean("gapCauses.recorded.unexplained") == 0)
    #expect(result.tracker == "plain")
  }

  @Test("Two runs are equal, and another seed is not")
  func repeats() throws {
    let place = try Workplace()
    let app = try app("plain", in: place)
    let first = try Simulation(text: walk, seeds: 1...2).run(app)
    #expect(try Simulation(text: walk, seeds: 1...2).run(app) == first)
    #expect(first[0].coverage != first[1].coverage)
  }

  @Test("Its random values, and the order of its sets, follow from the seed")
  func randomness() throws {
    let first = try notes("random", of: "chance")
    #expect(first.count == 1)
    #expect(try notes("random", of: "chance") == first)
    // The clocks are those of the phone: the day begins at 07:00 in Berlin.
    #expect(first.first?.hasSuffix("2026-03-02 06:00:00 +0000") == true)
  }

  @Test("Tasks, queues and wall deadlines wait in virtual time")
  func virtualTime() throws {
    #expect(try notes("concurrent", of: "queue") == ["300"])
    #expect(try notes("concurrent", of: "task") == ["600"])
    #expect(try notes("concurrent", of: "wall") == ["900"])
  }

  @Test(
    "Waits pass virtual time, and the work of other queues goes on meanwhile",
    arguments: [
      ("thread", ["thread 0", "after 0"]),
      // The main queue has to wait until the main thread has slept.
      ("sleep", ["other 2", "slept 5", "main 5"]),
      ("semaphore", ["late true 3", "signaled 7"]),
      ("sync", ["first", "second", "part 0", "part 1", "main"]),
      ("timer", ["fired 10", "fired 70", "fired 130"]),
      ("operations", ["operation 0", "condition false 3", "item 7", "notified 7"]),
    ])
  func waits(_ kind: String, _ expected: [String]) throws {
    let found = try notes(kind, of: kind)
    #expect(found == expected)
  }

  @Test(
    "Waits that one thread cannot simulate end the run with the reason",
    arguments: [
      ("sleepingThread", "a thread that it started waits"),
      ("lockedOut", "it waits for a lock that other work of it holds"),
      ("signals", "it makes a DispatchSource for files, processes or signals"),
      ("runLoop", "it uses Foundation's own Timer"),
      ("stalling", "its work does not let time pass"),
    ])
  func refusedWaits(_ kind: String, _ reason: String) throws {
    let place = try Workplace()
    var app = try app(kind, in: place)
    app.limitSeconds = 1
    let error = #expect(throws: AppFailure.self) { try Simulation(text: walk).run(app) }
    #expect(error?.description.contains(reason) == true)
  }

  @Test("A program that is no app of a phone ends the run, and an app's exit is a crash")
  func exits() throws {
    let plist = packageRoot.appendingPathComponent("Tests/SampleTracker/Info.plist").path
    let error = #expect(throws: AppFailure.self) {
      try Simulation(text: walk).run(AppFile(path: "/bin/true", plistPath: plist))
    }
    #expect(error?.description.contains("before it used the phone") == true)
    let place = try Workplace()
    let result = try #require(try Simulation(text: walk).run(try app("ending", in: place)).first)
    #expect(result.lifecycle.deaths[.crash, default: 0] >= 1)
  }

  @Test("A kill ends the process, and the container outlives it")
  func kills() throws {
    let killed = walk + "\nperson: [{ at: 07:20, forceQuits: app }, { at: 07:40, opens: app }]\n"
    #expect(try notes("plain", of: "launch", in: killed) == ["1", "2"])
  }

  @Test("Another launch has other random values")
  func launches() throws {
    let killed = walk + "\nperson: [{ at: 07:20, forceQuits: app }, { at: 07:40, opens: app }]\n"
    let notes = try notes("random", of: "chance", in: killed)
    #expect(notes.count == 2)
    let identifiers = Set(notes.map { $0.prefix(36) })
    #expect(identifiers.count == 2)
  }

  @Test("No kill loses a value that was set before it")
  func keepsValues() throws {
    // A kill each few minutes of the walk; each position then finds the count of all before it.
    let acts = (0..<12).map { index in
      let minute = 31 + 2 * index
      return "{ at: 07:\(minute):\(10 + 3 * index), forceQuits: app }, "
        + "{ at: 07:\(minute):\(12 + 3 * index), opens: app }"
    }
    let killed = walk + "\nperson: [\(acts.joined(separator: ", "))]\n"
    #expect(try notes("counting", of: "launch", in: killed).count >= 12)
    let counts = try notes("counting", of: "count", in: killed)
    #expect(counts.count > 500)
    #expect(counts == (0..<counts.count).map { "\($0)" })
  }

  @Test("Before the first unlock after a restart, an app that is launched has no data")
  func protectedData() throws {
    // The older of two accounts of the system, in which a significant change launches the app.
    let night = """
      odograph: 1
      start: 2026-03-02T05:00:00
      timeZone: Europe/Berlin
      duration: 3 h
      phone: { profile: iphone-14, system: ios-18,
        readings: { significantChangeBeforeUnlock: launches } }
      places: { home: { at: [52.5310, 13.3850] }, work: { at: [52.4500, 13.5300] } }
      day: [{ stay: home, for: 30 min }, { drive: work }, { stay: work }]
      person: [{ at: 05:05, reboots: phone, unlockedAfter: 2 h }]
      """
    let written = "written written written written"
    let refused = "refused refused refused refused"
    let found = try notes("storing", of: "storing", in: night)
    #expect(
      found == [
        "1 1 1, \(written), none, folder yes",
        "none none none, \(refused), none, folder no",
        // The user has unlocked the phone: the data of the evening is there again, and the value
        // that the app set before the unlock is not. The working folder stays the one of the start.
        "1 1 1, written refused written written, none, folder yes",
      ])
  }

  @Test("A crash is a crash of the app on the phone, and the run goes on")
  func crashes() throws {
    let place = try Workplace()
    let result = try #require(try Simulation(text: walk).run(try app("crashing", in: place)).first)
    // A significant change on the walk launches it again, and its tenth position crashes it again.
    #expect(result.coverage.fixCount >= 9)
    #expect(try [result].mean("gapCauses.recorded.unexplained") == 0)
    #expect(result.lifecycle.deaths[.crash, default: 0] >= 1)
  }

  @Test(
    "An app that does not return or breaks the protocol ends the run",
    arguments: [
      ("hanging", "it did not return from the event within 1 s of real time"),
      ("garbling", "it broke the protocol"),
    ])
  func unusable(_ kind: String, _ reason: String) throws {
    let place = try Workplace()
    var app = try app(kind, in: place)
    app.limitSeconds = 1
    let error = #expect(throws: AppFailure.self) { try Simulation(text: walk).run(app) }
    #expect(error?.description.contains(reason) == true)
    #expect(error?.description.contains("'locations'") == true)
  }

  @Test("A missing program, a folder and a missing Info.plist are refused")
  func refused() throws {
    let place = try Workplace()
    let simulation = try Simulation(text: walk)
    func message(_ app: AppFile) -> String {
      (#expect(throws: InputError.self) { try simulation.run(app) })?.description ?? ""
    }
    #expect(message(AppFile(path: "/no/app")).contains("there is no app at /no/app"))
    #expect(message(AppFile(path: place.url.path)).contains("is no program"))
    let path = try app("plain", in: place).path
    #expect(message(AppFile(path: path)).contains("has no Info.plist"))
    let bad = try place.write("no list", to: "Bad.plist")
    #expect(message(AppFile(path: path, plistPath: bad)).contains("this is no Info.plist"))
  }
}

/// A sink that collects the notes of the app.
private final class NoteSink: RunSink {
  private(set) var texts: [String] = []
  func record(_ record: Record) {}
  func timeline(_ row: TimelineRow) {}
  func note(_ note: PhoneNote) { if note.actor == .app { texts.append(note.text) } }
}
