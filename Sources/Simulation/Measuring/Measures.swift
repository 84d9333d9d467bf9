import Evaluation
import RunObservation

/// The functions that read measures from the result of a run. The names of measures are those in
/// `report.json`.
extension Measures {
  /// Returns the mean of a measure over runs; nil if there are no runs, or if the measure does not
  /// apply to one of the runs.
  public static func mean(_ name: String, of results: [RunResult]) -> Double? {
    let figures = results.compactMap { figure(name, of: $0) }
    guard !figures.isEmpty, figures.count == results.count else { return nil }
    return figures.reduce(0, +) / Double(figures.count)
  }

  /// Returns the value of a measure in a run; nil if the measure does not apply or does not exist.
  public static func figure(_ name: String, of result: RunResult) -> Double? {
    figures([name], of: result)[0]
  }

  /// Returns the values of several measures in a run, in the order of the names.
  public static func figures(_ names: [String], of result: RunResult) -> [Double?] {
    let known = members(of: result).compactMap { member in
      member.value.map { (member.name, $0) }
    }
    let byName = Dictionary(known, uniquingKeysWith: { $1 })
    return names.map { name in
      causeSeconds(name, of: result) ?? byName[name]
        ?? definition(of: name)?.qualifiedNames.lazy.compactMap { byName[$0] }.first
    }
  }

  /// Returns the measures of coverage that apply, by their names without the section.
  package static func figures(of coverage: CoverageReport) -> [String: Double] {
    let known = FigureCollector.figures(of: coverage).compactMap { figure in
      figure.value.map { (figure.name, $0) }
    }
    return Dictionary(known, uniquingKeysWith: { $1 })
  }

  /// Returns all numbers of a run's result, except the causes of gaps. Each name includes the name
  /// of its section.
  static func members(of result: RunResult) -> [(name: String, value: Double?)] {
    FigureCollector.figures(of: Judged(result))
  }

  /// The sections of a run's result that contain measures.
  private struct Judged: Encodable {
    var coverage: CoverageReport
    var energy: EnergyReport
    var delivery: DeliveryReport?
    var lifecycle: LifecycleReport
    var derived: DerivedReport

    init(_ result: RunResult) {
      coverage = result.coverage
      energy = result.energy
      delivery = result.delivery
      lifecycle = result.lifecycle
      derived = result.derived
    }
  }

  /// Returns the total duration of the gaps with one cause, in seconds.
  ///
  /// A cause without an entry in the run's list of gap causes has 0 s. Returns nil if the run has
  /// no such list, or if the measure is no gap cause.
  private static func causeSeconds(_ name: String, of result: RunResult) -> Double? {
    guard name.hasPrefix("gapCauses."), definition(of: name) != nil else { return nil }
    let isReceived = name.hasPrefix("gapCauses.received.")
    let cause = name.split(separator: ".", maxSplits: 2).last
    let list = isReceived ? result.gapCauses.received : result.gapCauses.recorded
    return list.map { list in list.first { $0.cause.name == cause ?? "" }?.seconds ?? 0 }
  }
}
