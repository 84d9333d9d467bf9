import Foundation
import Scenarios
import TestSupport
import Testing

@testable import Simulation

/// Runs of the sample tracker, which is a program of its own. Its name chooses what it does.
enum SampleApp {
  static let walk = ShortWalk.scenario

  static func run(
    _ kind: String, recorded: AppRecording, server: AppServer = .none, _ text: String? = nil
  ) throws -> (result: RunResult, remarks: [String]) {
    let place = try Workplace()
    let link = place.url.appendingPathComponent(kind)
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("SampleTracker")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: program)
    return try run(at: link.path, recorded: recorded, server: server, text)
  }

  /// Runs an app that names no records by calls: a script that requests one service.
  static func run(
    requesting calls: String, _ text: String
  ) throws -> (result: RunResult, remarks: [String]) {
    let place = try Workplace()
    let script = """
      #!/usr/bin/env python3
      import json, os
      link = os.fdopen(3, "rb")
      def write(**message): os.write(3, (json.dumps(message) + "\\n").encode())
      def ask(**message):
          write(**message)
          return json.loads(link.readline())["result"]
      for line in link:
          if json.loads(line)["event"] == "launch":
              manager = ask(call="makeLocationManager")
              for name, value in [("allowsBackgroundLocationUpdates", True)]:
                  write(call="setLocationProperty", manager=manager, name=name, value=value)
              \(calls)
          write(call="done", next=None)
      """
    let path = try place.writeProgram(script, to: "script")
    return try run(at: path, recorded: .positions, text)
  }

  private static func run(
    at path: String, recorded: AppRecording, server: AppServer = .none, _ text: String?
  ) throws -> (result: RunResult, remarks: [String]) {
    let plist = packageRoot.appendingPathComponent("Tests/SampleTracker/Info.plist")
    var app = AppFile(path: path, plistPath: plist.path)
    app.recording = recorded
    app.server = server
    let experiment = Experiment(
      scenario: try Simulation(text: text ?? walk).scenario, trackers: [TrackerChoice(app: app)],
      seeds: [1])
    let outcome = try experiment.run()
    return (try #require(outcome.results.first), outcome.assumptions)
  }
}
