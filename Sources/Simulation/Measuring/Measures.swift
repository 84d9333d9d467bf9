import Evaluation

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
    figures([name], of: result)[0]
  }

  /// The same for many names at once.
  public static func figures(_ names: [String], of result: RunResult) -> [Double?] {
    let judged = FigureCollector.figures(of: Judged(result))
    let byName = Dictionary(judged.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    return names.map { name in
      if let seconds = causeSeconds(name, of: result) { return seconds }
      let found = byName[name] ?? nil
      return found ?? bareSections.lazy.compactMap { byName["\($0).\(name)"] ?? nil }.first
    }
  }

  // MARK: Where names come from

  private static let bareSections = ["coverage", "energy", "delivery"]

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

  /// In alphabetical order.
  private static func figureNames(_ blank: some Encodable) -> [String] {
    FigureCollector.figures(of: blank).map(\.name).sorted()
  }

  // MARK: Gap causes, which are lists

  private static let gapCauseNames = ["recorded", "received"].flatMap { view in
    GapCause.allCases.map { "gapCauses.\(view).\($0.name)" }
  }

  /// A cause that took no time is not in the list, and yet 0 s is known of it.
  private static func causeSeconds(_ name: String, of result: RunResult) -> Double? {
    guard name.hasPrefix("gapCauses."), gapCauseNames.contains(name) else { return nil }
    let isReceived = name.hasPrefix("gapCauses.received.")
    let cause = name.split(separator: ".", maxSplits: 2).last
    let list = isReceived ? result.gapCauses.received : result.gapCauses.recorded
    return list.map { list in list.first { $0.cause.name == cause ?? "" }?.seconds ?? 0 }
  }
}
