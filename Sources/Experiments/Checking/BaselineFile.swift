import Evaluation
import Files
import Foundation
import Simulation
import Text

/// Reads and writes a baseline as a file. Each measure of a tracker has a line of its own, so that
/// changes are easy to read in a code review.
package enum BaselineFile {
  package static func data(_ baseline: Baseline) throws -> Data {
    var lines = [
      "{",
      "\"schema\": \(try text(baseline.schema)),",
      "\"odograph\": \(try text(baseline.odograph)),",
      "\"scenario\": \(try text(baseline.scenario)),",
      "\"scenarioHash\": \(try text(baseline.scenarioHash)),",
      "\"profileHash\": \(try text(baseline.profileHash)),",
      "\"firstSeed\": \(baseline.firstSeed),",
      "\"seedCount\": \(baseline.seedCount),",
      "\"trackers\": [",
    ]
    for (index, tracker) in baseline.trackers.enumerated() {
      let isLast = index == baseline.trackers.count - 1
      lines.append(
        "{\"name\": \(try text(tracker.name)), \"preset\": \(try text(tracker.preset)), \"measures\": ["
      )
      lines.append(try tracker.measures.map { "  " + (try text($0)) }.joined(separator: ",\n"))
      lines.append("], \"timeline\": \(try text(tracker.timeline))}\(isLast ? "" : ",")")
    }
    let legend = try baseline.legend.map { "  " + (try text($0)) }.joined(separator: ",\n")
    lines += ["],", "\"legend\": [", legend, "]", "}"]
    return Data((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func text(_ value: some Encodable) throws -> String {
    String(decoding: try StableJSON.data(value), as: UTF8.self)
  }

  private struct Head: Decodable { var schema: String? }

  /// Returns the name of the schema in a file; nil if the file names none.
  package static func schema(path: String) -> String? {
    FileManager.default.contents(atPath: path)
      .flatMap { try? JSONDecoder().decode(Head.self, from: $0).schema }
  }

  /// - Throws: `InputError` if the file is not a baseline, has another version, or holds impossible
  ///   values.
  package static func read(path: String) throws(InputError) -> Baseline {
    let location = SourceLocation(file: path)
    let accepted = "a baseline of \(Baseline.schema), as 'odograph check --update' writes it"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw InputError(location, "the file cannot be read", accepted: accepted)
    }
    guard let schema = schema(path: path) else {
      throw InputError(
        location, "this is no baseline, or it is damaged, as by a merge",
        accepted: "\(accepted); restore the file, or delete it and update")
    }
    guard schema == Baseline.schema else {
      throw InputError(
        location,
        WrittenDocument.unreadable(schema, known: [Baseline.schema], as: "baseline"),
        accepted: accepted)
    }
    let baseline: Baseline
    do {
      baseline = try JSONDecoder().decode(Baseline.self, from: data)
    } catch {
      throw InputError(
        location, "this baseline is damaged: \(WrittenDocument.reason(error))", accepted: accepted)
    }
    try baseline.refuseImpossible(at: location)
    return baseline
  }
}

extension Baseline {
  fileprivate func refuseImpossible(at location: SourceLocation) throws(InputError) {
    guard (Baseline.seedsMin...10_000).contains(seedCount),
      !firstSeed.addingReportingOverflow(UInt64(seedCount)).overflow
    else {
      throw InputError(
        location, "'seedCount' is \(seedCount)", accepted: "\(Baseline.seedsMin) to 10000")
    }
    for tracker in trackers {
      for measure in tracker.measures {
        try refuse(measure, of: tracker.name, at: location)
      }
      guard TimelineDigest(tracker.timeline, legend: legend) != nil else {
        throw InputError(
          location, "the timeline of '\(tracker.name)' is damaged",
          accepted: "one that 'odograph check --update' has written")
      }
    }
  }

  private func refuse(
    _ measure: Measure, of tracker: String, at location: SourceLocation
  ) throws(InputError) {
    let name = measure.measure
    guard Measures.names.contains(name) else {
      throw InputError(
        location, "'\(tracker)': no measure is called '\(name)'", word: name,
        oneOf: Measures.names, listedBy: "odograph measures")
    }
    guard Measures.sense(of: name) != nil else {
      throw InputError(
        location, "'\(tracker)': neither more nor less of '\(name)' is better",
        accepted: "a measure such as pathCoverage or longestGapSeconds")
    }
    guard measure.figures.count == seedCount else {
      throw InputError(
        location,
        "'\(tracker)' has \(measure.figures.count) figures of '\(name)' for \(seedCount) seeds",
        accepted: "one per seed")
    }
    guard measure.tolerance >= 0 else {
      throw InputError(
        location, "'\(tracker)': the tolerance of '\(name)' is \(measure.tolerance)",
        accepted: "0 or more")
    }
  }
}
