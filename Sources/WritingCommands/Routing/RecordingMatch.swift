import CommandOptions
import Files
import Foundation
import Maps
import Scenarios
import Terminal
import Text
import Timekeeping
import World

/// A recording whose points are moved to the ways of a map, by `odograph route RECORDING`.
struct RecordingMatch {
  let path: String
  let trace: TraceArguments
  let source: RouteSourceOptions
  let output: String?

  /// Matches the recording and writes it.
  func run() throws {
    try refuseContradictions()
    let target = output ?? Self.defaultOutput(for: path)
    guard !target.isEmpty else {
      throw InputError(.commandLine, "--output is empty", accepted: "a file")
    }
    try OutputFile.refuse(
      target, option: "--output", overwriting: [path, source.map].compactMap { $0 })
    try MatchedTrace.refuseToReplace(target)
    let input = try ScenarioInput.read(path, trace)
    guard case .replay(let recording) = input.scenario.course else { return }
    let planner = try source.planner(extract: nil, location: nil)
    let matched = try MapResult.write(
      to: target, by: planner,
      { try planner.match(recording, location: SourceLocation(file: path)) }, as: \.gpx)
    Console.write(MatchTable(matched: matched, calendar: input.scenario.calendar).text)
    Console.write("Recording: \(target)\n")
    for loss in matched.losses {
      Console.remark("odograph: warning: GPX cannot hold \(loss), so they were left out.")
    }
  }

  private func refuseContradictions() throws(InputError) {
    if trace.trajectory == "all" {
      throw InputError(
        .commandLine, "--trajectory is all",
        accepted: "one trajectory: a matched recording belongs to one person")
    }
    guard let server = source.givenServer else {
      guard source.map == nil else { return }
      throw InputError(
        SourceLocation(file: path), "no map is named for this recording",
        accepted: "--map FILE, or a routing server such as --valhalla URL")
    }
    if source.map != nil {
      throw InputError(
        .commandLine, "--map and \(server) are both given for a recording", accepted: "one of them")
    }
    if trace.mode.contains("train") {
      throw InputError(
        .commandLine, "\(server) knows no rails, and --mode is train", accepted: "--map FILE")
    }
  }

  /// Returns the path of the matched recording: "ride.gpx.gz" becomes "ride.matched.gpx".
  static func defaultOutput(for path: String) -> String {
    var url = URL(fileURLWithPath: path)
    if url.pathExtension.lowercased() == "gz" { url.deletePathExtension() }
    let folder = (path as NSString).deletingLastPathComponent
    let name = url.deletingPathExtension().lastPathComponent + ".matched.gpx"
    return folder.isEmpty ? name : (folder as NSString).appendingPathComponent(name)
  }
}
