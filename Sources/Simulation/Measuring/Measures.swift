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
    RunFigures(result).values(of: names)
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
    FigureCollector.figures(of: JudgedSections(result))
  }
}
