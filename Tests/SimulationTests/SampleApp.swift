import Foundation
import Scenarios
import TestSupport
import Testing

@testable import Simulation

/// Runs of the sample tracker, which is a program of its own. Its name chooses what it does.
enum SampleApp {
  static let walk = """
    odograph: 1
    start: 2026-03-02T07:00:00
    timeZone: Europe/Berlin
    duration: 1 h
    phone: { profile: iphone-14, system: ios-18 }
    places: { home: { at: [52.5310, 13.3850] }, work: { at: [52.5275, 13.3904] } }
    day: [{ stay: home, for: 10 min }, { walk: work }, { stay: work }]
    """

  static func run(
    _ kind: String, recorded: AppRecording, server: AppServer = .none, _ text: String? = nil
  ) throws -> (result: RunResult, remarks: [String]) {
    let place = try Workplace()
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("SampleTracker")
    let link = place.url.appendingPathComponent(kind)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: program)
    let plist = packageRoot.appendingPathComponent("Tests/SampleTracker/Info.plist")
    var app = AppFile(path: link.path, plistPath: plist.path)
    app.recording = recorded
    app.server = server
    let experiment = Experiment(
      scenario: try Simulation(text: text ?? walk).scenario, trackers: [TrackerChoice(app: app)],
      seeds: [1])
    let outcome = try experiment.run()
    return (try #require(outcome.results.first), outcome.assumptions)
  }
}
