import Evaluation

/// A run's figures by the names of their measures, which are those of `report.json`.
extension Measures {
  /// The mean over runs; nil where the figure does not apply to one of them, or there is none.
  public static func mean(_ name: String, of results: [RunResult]) -> Double? {
    let figures = results.compactMap { figure(name, of: $0) }
    guard !figures.isEmpty, figures.count == results.count else { return nil }
    return figures.reduce(0, +) / Double(figures.count)
  }

  /// Nil where the figure does not apply, or the name is none of `names`.
  public static func figure(_ name: String, of result: RunResult) -> Double? {
    figures([name], of: result)[0]
  }

  /// The same for many names at once.
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

  /// All single numbers but the causes of gaps, by the names that include their section.
  static func members(of result: RunResult) -> [(name: String, value: Double?)] {
    FigureCollector.figures(of: Judged(result))
  }

  /// As much of a run's result as has measures in it.
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

  /// Gap causes are lists. A cause that took no time is not in the list, and yet 0 s is known of it.
  private static func causeSeconds(_ name: String, of result: RunResult) -> Double? {
    guard name.hasPrefix("gapCauses."), definition(of: name) != nil else { return nil }
    let isReceived = name.hasPrefix("gapCauses.received.")
    let cause = name.split(separator: ".", maxSplits: 2).last
    let list = isReceived ? result.gapCauses.received : result.gapCauses.recorded
    return list.map { list in list.first { $0.cause.name == cause ?? "" }?.seconds ?? 0 }
  }
}
