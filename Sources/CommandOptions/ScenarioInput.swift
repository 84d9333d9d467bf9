import Experiments
import Files
import Foundation
import Recordings
import Scenarios
import Text

/// A scenario that the user names on the command line. It is a YAML file, or a recording that is
/// replayed with default settings.
package struct ScenarioInput {
  package var path: String
  package var scenario: Scenario

  /// Returns true if the path ends in .yaml or .yml. All other files are read as recordings.
  package static func isScenario(_ path: String) -> Bool {
    ["yaml", "yml"].contains(URL(fileURLWithPath: path).pathExtension.lowercased())
  }

  /// - Parameter apps: the options for apps of the user's own, which have acts of their own.
  package static func read(
    _ path: String, _ trace: TraceArguments, apps: AppOptions? = nil
  ) throws(InputError) -> ScenarioInput {
    guard isScenario(path) else {
      return ScenarioInput(path: path, scenario: try recording(path, trace.options()))
    }
    try refuse(trace, for: path)
    return ScenarioInput(path: path, scenario: try scenario(path, apps: apps))
  }

  /// Throws an error if an option for recordings is given for a file in YAML.
  package static func refuse(_ trace: TraceArguments, for path: String) throws(InputError) {
    guard let given = trace.given.first else { return }
    throw InputError(
      SourceLocation(file: path), "--\(given.name) is given for a scenario",
      accepted: "the same under 'replay:' in the file")
  }

  private static func recording(
    _ path: String, _ options: TraceOptions
  ) throws(InputError) -> Scenario {
    do throws(InputError) {
      return try Scenario.traceDefaults(trace: path, options: options)
    } catch {
      guard error.accepted == TraceOptions.acceptedFormats else { throw error }
      var error = error
      error.accepted =
        "a scenario in YAML (.yaml), or a recording: \(TraceOptions.acceptedFormats)"
      throw error
    }
  }

  /// Reads the scenario in a YAML file.
  package static func scenario(
    _ path: String, apps: AppOptions? = nil
  ) throws(InputError) -> Scenario {
    let hasApps = apps?.app.isEmpty == false
    return try ScenarioReader(vocabulary: hasApps ? .ofOwnApps : .simulatedPhone).read(path: path)
  }

  package var isRecording: Bool {
    if case .replay = scenario.course { true } else { false }
  }

  /// Returns the name of the folder for the results, such as "commuter-weekday" or "goal-0000".
  package func folderName(_ trace: TraceArguments) -> String {
    let trajectory = ScenarioInput.isScenario(path) ? nil : trace.trajectory
    return ScenarioInput.folderName(of: path, trajectory: trajectory)
  }

  /// Returns the name of a file without its ending, as a folder's name.
  package static func folderName(of path: String, trajectory: String? = nil) -> String {
    var name = URL(fileURLWithPath: path).lastPathComponent
    let endings = [
      ".gz", ".yaml", ".yml", ".gpx", ".csv", ".xml", ".fcd", ".json", ".jsonl", ".geojson", ".rec",
      ".tcx", ".kml", ".igc", ".nmea", ".gga", ".ubx", ".log", ".fit", ".sqlite", ".ndjson",
    ]
    for ending in endings {
      if name.lowercased().hasSuffix(ending) { name.removeLast(ending.count) }
    }
    return FileName.of([name, trajectory].compactMap { $0 }.joined(separator: "-"))
  }
}
