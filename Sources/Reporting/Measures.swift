import Evaluation
import Experiments
import Foundation

/// A run's figures by the names that they have in `report.json`.
///
/// A name stands alone where it is one of `coverage`, `energy` or `delivery` ("positionCoverage"), or says
/// where it is found ("coverage.positionErrorMeters.p50", "gapCauses.recorded.suspended").
public enum Measures {
  /// Every name, for messages and for checking what people write.
  public static let names: [String] = {
    let bySection = sections.flatMap { section in
      section.names.map { (section: section.name, name: $0) }
    }
    let bare = bySection.filter { bareSections.contains($0.section) }.map(\.name)
    var names: [String] = []
    for name in bare where !names.contains(name) { names.append(name) }
    return names + bySection.map { "\($0.section).\($0.name)" } + gapCauseNames
  }()

  /// The mean over runs; nil where the figure does not apply to one of them, or there is none.
  public static func mean(_ name: String, of results: [RunResult]) -> Double? {
    let figures = results.compactMap { figure(name, of: $0) }
    guard !figures.isEmpty, figures.count == results.count else { return nil }
    return figures.reduce(0, +) / Double(figures.count)
  }

  /// Nil where the figure does not apply, or the name is none of `names`.
  public static func figure(_ name: String, of result: RunResult) -> Double? {
    if let causes = causes(name, of: result) { return causes }
    guard let data = try? JSONEncoder().encode(result),
      let tree = try? JSONDecoder().decode(FigureTree.self, from: data)
    else { return nil }
    let path = name.split(separator: ".").map(String.init)
    let places = [[]] + bareSections.map { [$0] }
    for place in places {
      if case .number(let value)? = tree.at(place + path) { return value }
    }
    return nil
  }

  // MARK: Where names come from

  private static let bareSections = ["coverage", "energy", "delivery"]

  private static var sections: [(name: String, names: [String])] {
    let energy = EnergyReport(
      of: noEnergy, without: noEnergy, simulatedSeconds: 0, comparedSeconds: 0, deliveredFixes: 0,
      recordedFixes: 0)
    return [
      (
        "coverage",
        figureNames(CoverageReport()) + ["positionErrorMeters.p50", "positionErrorMeters.p95"]
      ),
      ("energy", figureNames(energy)),
      (
        "delivery",
        [
          "recorded", "received", "lost", "duplicated", "latencyP50Seconds", "latencyP95Seconds",
        ]
      ),
      ("lifecycle", figureNames(LifecycleReport())),
      ("derived", figureNames(DerivedReport())),
    ]
  }

  private static let noEnergy = EnergyAccount(
    joulesByComponent: [], joulesByCause: [], totalJoules: 0, batteryJoules: 0, firstShutOff: nil,
    secondsOff: 0, finalBatteryLevel: 0)

  private static func figureNames(_ blank: some Encodable) -> [String] {
    guard let data = try? JSONEncoder().encode(blank),
      let tree = try? JSONDecoder().decode(FigureTree.self, from: data)
    else { return [] }
    return tree.names
  }

  // MARK: Gap causes, which are lists

  private static let gapCauseNames = ["recorded", "received"].flatMap { view in
    GapCause.allCases.map { "gapCauses.\(view).\($0.name)" }
  }

  /// A cause that took no time is not in the list, and yet 0 s is known of it.
  private static func causes(_ name: String, of result: RunResult) -> Double? {
    guard gapCauseNames.contains(name) else { return nil }
    let isReceived = name.hasPrefix("gapCauses.received.")
    let cause = name.split(separator: ".", maxSplits: 2).last
    let list = isReceived ? result.gapCauses.received : result.gapCauses.recorded
    return list.map { list in list.first { $0.cause.name == cause ?? "" }?.seconds ?? 0 }
  }
}

/// As much of a JSON document as matters for finding numbers by name.
private indirect enum FigureTree: Decodable {
  case number(Double)
  case notApplicable
  case object([String: FigureTree])
  case other

  init(from decoder: any Decoder) throws {
    if let members = try? [String: FigureTree](from: decoder) {
      self = .object(members)
    } else if let value = try? decoder.singleValueContainer() {
      self =
        value.decodeNil()
        ? .notApplicable : (try? value.decode(Double.self)).map { .number($0) } ?? .other
    } else {
      self = .other
    }
  }

  func at(_ path: [String]) -> FigureTree? {
    guard let first = path.first else { return self }
    guard case .object(let members) = self else { return nil }
    return members[first]?.at(Array(path.dropFirst()))
  }

  /// Dotted, in alphabetical order.
  var names: [String] {
    guard case .object(let members) = self else { return [] }
    return members.sorted { $0.key < $1.key }.flatMap { name, member -> [String] in
      switch member {
      case .number, .notApplicable: [name]
      case .object: member.names.map { "\(name).\($0)" }
      case .other: []
      }
    }
  }
}
