import Foundation
import RunObservation
import Scenarios
import SimulatedPhone
import TestSupport
import Testing
import Timekeeping
import TrackingEngine

@testable import Simulation

@Suite("Trackers over the modules under Apple's names")
struct AppleTrackersTests {
  /// The way between home and work is 2.6 km long: the user walks for about half an hour.
  private let day = """
    odograph: 1
    start: 2026-03-02T06:00:00
    timeZone: UTC
    duration: 14 h
    phone: { profile: iphone-14, system: ios-18 }
    places: { home: { at: [52.5310, 13.3850] }, work: { at: [52.5075, 13.3904] } }
    day: [{ stay: home, for: 2 h }, { walk: work }, { stay: work, for: 8 h }, { walk: home },
      { stay: home }]
    """

  @Test("A task of live updates gets positions on the way, and an end at each rest")
  func liveUpdates() throws {
    let notes = try AppleTrackerRun("live-updates", day).notes(on: "stationary")
    // The rests: at home from the start, at work, and at home again.
    try #require(notes.count == 3)
    let counts = notes.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    // 2.6 km at a walker's 1.1 to 1.5 m/s take 29 to 40 min, and a rest is found minutes later:
    // with an update a second, 1,700 to 3,300 between two rests.
    #expect((1700...3300).contains(counts[1] - counts[0]))
    #expect((1700...3300).contains(counts[2] - counts[1]))
  }

  @Test("An app whose main thread waits for ever records nothing, and the watchdog ends it")
  func hang() throws {
    let run = try AppleTrackerRun("hang", ShortWalk.scenario)
    #expect(run.records.isEmpty)
    // It is ended a minute after the first position that waits, and launched at most a few times.
    #expect(run.notes.contains { $0.text.contains("crashed") })
  }

  @Test("A loop over live updates that ends gets no further ones")
  func endedUpdates() throws {
    let run = try AppleTrackerRun("live-updates-once", day)
    #expect(run.notes(on: "stationary").count == 2)
    #expect(run.notes(on: "end").count == 1)
    #expect(run.notes.last?.text.hasPrefix("end: ") == true)
  }

  @Test("A condition monitor reports each border once, in the order of the day")
  func monitor() throws {
    let events = try AppleTrackerRun("monitor", day).notes(on: "event")
    #expect(
      events.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
        "home unsatisfied", "work satisfied", "work unsatisfied", "home satisfied",
      ])
  }

  @Test("Visits launch the app, as arrivals and departures in turn")
  func visits() throws {
    let visits = try AppleTrackerRun("visits", day).notes(on: "visit")
    #expect(
      visits.map { String($0.prefix { $0 != " " }) } == [
        "departure", "arrival", "departure", "arrival",
      ])
  }

  @Test("Motion on an operation queue switches the accuracy at each walk, and counts its steps")
  func motion() throws {
    let run = try AppleTrackerRun("duty-cycle", day)
    #expect(
      run.notes(on: "mode").map { String($0.prefix { $0 != " " }) } == [
        "fine", "coarse", "fine", "coarse",
      ])
    // 2.6 km in steps of 0.6 to 0.8 m.
    let steps = run.notes(on: "steps").compactMap { Int($0) }
    #expect(steps.count == 2 && steps.allSatisfy { (3200...4400).contains($0) }, "\(steps)")
    #expect(run.notes(on: "walked") == ["true", "true"])
  }

  @Test("A chain of fences wakes the app after each radius, from one fence to the next")
  func fences() throws {
    // Drives of 13 km through a town, past many cells: at each, the system notices that a fence of
    // 150 m is left, and the next fence is laid where the phone is then.
    let text =
      day.replacing("walk", with: "drive").replacing("52.5075, 13.3904", with: "52.45, 13.53")
      + "\nperson: [{ at: 06:10, opens: app, for: 2 min }]"
    let run = try AppleTrackerRun("fence-chain", text)
    let exits = run.notes(on: "exit")
    #expect(exits.count >= 4, "\(exits.count)")
    #expect(exits.allSatisfy { $0 == "150.0 false true" })
    let moved = run.notes(on: "moved")
    #expect(!moved.isEmpty && moved.allSatisfy { $0.hasSuffix("false") })
  }

  @Test("An uploader sends every position once an outage is over, also after a kill")
  func uploader() throws {
    let text =
      day + """

        server: [{ status: 500, from: 08:00, until: 08:30 }]
        person: [{ at: 08:15, forceQuits: app }, { at: 08:16, opens: app, for: 1 min }]
        """
    let run = try AppleTrackerRun("uploader", text, server: .accepting)
    #expect(!run.notes(on: "retry").isEmpty)
    // Three processes: the queue of the one that was forced to quit in the outage is on the disk.
    let waiting = run.notes(on: "waiting").compactMap { Int($0) }
    #expect(waiting.first == 0 && (waiting.last ?? 0) > 5, "\(waiting)")
    // 2.6 km in steps of 50 m are 52 positions on each walk, and some for the noise at rest.
    let sent = run.notes(on: "sent").compactMap { Int($0) }
    #expect(sent.reduce(0, +) >= 100, "\(sent)")
    // The queue that the outage had filled goes in one request.
    #expect((sent.max() ?? 0) >= 5, "\(sent)")
  }

  @Test("Refresh tasks run in the background, an hour or more apart, and submit the next")
  func refresh() throws {
    let run = try AppleTrackerRun("refresh", day)
    #expect(run.notes(on: "refused") == [])
    let times = run.notes(on: "refresh").compactMap { Int($0) }
    // The earliest begin lies 15 min ahead, so that no two tasks are closer.
    #expect(!times.isEmpty)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 900 }, "\(times)")
    #expect(run.notes(on: "submitted").count >= times.count)
  }

  @Test("A model with published properties saves ten seconds after the last change")
  func observable() throws {
    let notes = try AppleTrackerRun("observable", day).notes(on: "model")
    #expect(notes.first == "begins with 0")
    let saved = notes.filter { $0.hasPrefix("saves ") }.compactMap { Int($0.dropFirst(6)) }
    // 26 positions of 100 m on each of two walks.
    #expect((saved.last ?? 0) >= 50, "\(saved)")
    #expect(saved == saved.sorted())
    #expect(notes.contains("moving true"))
  }

  @Test(
    "Two runs are equal, note for note",
    arguments: [
      "fence-chain", "live-updates", "monitor", "visits", "duty-cycle", "refresh", "observable",
    ])
  func repeats(_ kind: String) throws {
    #expect(try AppleTrackerRun(kind, day) == AppleTrackerRun(kind, day))
  }
}

/// The notes of one run of a tracker over Apple's modules.
struct AppleTrackerRun: Equatable {
  let notes: [PhoneNote]
  let records: [Record]

  /// Runs the tracker that the name chooses. The phone calls it as a program of its own.
  init(
    _ kind: String, _ scenario: String, seed: UInt64 = 1, server: AppServer = .none,
    settings: [AppSetting] = [], plist text: String? = nil,
    probe: ((SimulatedPhone) -> Void)? = nil
  ) throws {
    let place = try Workplace()
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("AppleTrackers")
    let link = place.url.appendingPathComponent(kind)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: program)
    var plist = packageRoot.appendingPathComponent("Tests/AppleTrackers/Info.plist")
    if let text {
      plist = place.url.appendingPathComponent("Info.plist")
      try text.write(to: plist, atomically: true, encoding: .utf8)
    }
    let day = try SimulatedDay(scenario: Simulation(text: scenario).scenario, seed: seed)
    var app = AppFile(path: link.path, plistPath: plist.path)
    app.server = server
    app.settings = settings
    var run = TrackerRun(day: day, tracker: try day.provision(TrackerChoice(app: app)))
    let sink = NoteSink()
    run.explains = true
    run.sink = sink
    run.probe = probe
    _ = try run.run()
    notes = sink.notes
    records = sink.records
  }

  /// The texts of the notes on a topic.
  func notes(on topic: String) -> [String] {
    notes.filter { $0.text.hasPrefix(topic + ": ") }.map {
      String($0.text.dropFirst(topic.count + 2))
    }
  }
}

/// A sink that collects the notes of the app.
private final class NoteSink: RunSink {
  private(set) var notes: [PhoneNote] = []
  private(set) var records: [Record] = []
  func record(_ record: Record) { records.append(record) }
  func timeline(_ row: TimelineRow) {}
  func note(_ note: PhoneNote) { if note.actor == .app { notes.append(note) } }
}
