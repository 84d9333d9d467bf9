import Foundation
import Scenarios
import SimulatedPhone
import TestSupport
import Testing
import Timekeeping
import Evaluation

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

  @Test("A print", arguments: ["fence-chain", "live-updates", "live-updates-once", "monitor", "visits", "duty-cycle"])
  func prints(_ kind: String) throws {
    let run = try AppleTrackerRun(kind, day)
    for note in run.notes.filter({ !$0.text.hasPrefix("position") }).prefix(40) { print(kind, note.instant, note.text) }
    print(kind, run.notes.count)
  }
}

/// The notes of one run of a tracker over Apple's modules.
struct AppleTrackerRun: Equatable {
  let notes: [PhoneNote]

  /// Runs the tracker that the name chooses. The phone calls it as a program of its own.
  init(_ kind: String, _ scenario: String, seed: UInt64 = 1) throws {
    let place = try Workplace()
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("AppleTrackers")
    let link = place.url.appendingPathComponent(kind)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: program)
    let plist = packageRoot.appendingPathComponent("Tests/AppleTrackers/Info.plist")
    let day = try SimulatedDay(scenario: Simulation(text: scenario).scenario, seed: seed)
    let app = AppFile(path: link.path, plistPath: plist.path)
    var run = TrackerRun(day: day, tracker: try day.provision(TrackerChoice(app: app)))
    let sink = NoteSink()
    run.explains = true
    run.sink = sink
    _ = try run.run()
    notes = sink.notes
  }

  /// The texts of the notes on a topic.
  func notes(on topic: String) -> [String] {
    notes.filter { $0.text.hasPrefix(topic + ": ") }.map { String($0.text.dropFirst(topic.count + 2)) }
  }
}

/// A sink that collects the notes of the app.
private final class NoteSink: RunSink {
  private(set) var notes: [PhoneNote] = []
  func record(_ record: Record) {}
  func timeline(_ row: TimelineRow) {}
  func note(_ note: PhoneNote) { if note.actor == .app { notes.append(note) } }
}
