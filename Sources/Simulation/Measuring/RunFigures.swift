import Evaluation
import RunObservation

/// The measures of one run, collected once. Collecting them takes longer than reading them.
package struct RunFigures {
  private let result: RunResult
  private let byName: [String: Double]

  package init(_ result: RunResult) {
    self.result = result
    let known = Measures.members(of: result).compactMap { member in
      member.value.map { (member.name, $0) }
    }
    byName = Dictionary(known, uniquingKeysWith: { $1 })
  }

  /// Returns the values of measures, in the order of the names. A value is nil if the measure does
  /// not apply or does not exist.
  package func values(of names: [String]) -> [Double?] {
    names.map { name in
      causeSeconds(name) ?? byName[name]
        ?? Measures.definition(of: name)?.qualifiedNames.lazy.compactMap { byName[$0] }.first
    }
  }

  /// Returns the total duration of the gaps with one cause, in seconds.
  ///
  /// A cause without an entry in the run's list of gap causes has 0 s. Returns nil if the run has
  /// no such list, or if the measure is no gap cause.
  private func causeSeconds(_ name: String) -> Double? {
    guard name.hasPrefix("gapCauses."), Measures.definition(of: name) != nil else { return nil }
    let isReceived = name.hasPrefix("gapCauses.received.")
    let cause = name.split(separator: ".", maxSplits: 2).last
    let list = isReceived ? result.gapCauses.received : result.gapCauses.recorded
    return list.map { list in list.first { $0.cause.name == cause ?? "" }?.seconds ?? 0 }
  }
}

/// The sections of a run's result that contain measures.
struct JudgedSections: Encodable {
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
