import Evaluation
import RunObservation

/// The measures of one run, collected once. Collecting them takes longer than reading them.
package struct RunFigures {
  private let result: RunResult
  private let byName: [String: Double]

  package init(_ result: RunResult) {
    self.result = result
    let members = Measures.members(of: result)
    var byName: [String: Double] = [:]
    byName.reserveCapacity(members.count)
    for member in members { if let value = member.value { byName[member.name] = value } }
    self.byName = byName
  }

  /// Returns the values of measures, in the order of the names. A value is nil if the measure does
  /// not apply or does not exist.
  package func values(of names: [String]) -> [Double?] {
    names.map { name in
      switch Self.sources[name] {
      case .cause(let cause, let isReceived): seconds(cause, isReceived)
      case .members(let members): members.lazy.compactMap { byName[$0] }.first
      case nil: byName[name]
      }
    }
  }

  /// The part of a result from which a measure is read.
  private enum Source {
    case cause(String, isReceived: Bool)
    /// The first of these members that the result has.
    case members([String])
  }

  /// The source of each measure, by its names with and without the section.
  private static let sources: [String: Source] = {
    let named = Measures.names.compactMap { name in
      Measures.definition(of: name).map { (name, source(name, $0)) }
    }
    return Dictionary(named) { first, _ in first }
  }()

  private static func source(_ name: String, _ definition: MeasureDefinition) -> Source {
    guard name.hasPrefix("gapCauses.") else {
      return .members([name] + definition.qualifiedNames.filter { $0 != name })
    }
    let cause = name.split(separator: ".", maxSplits: 2).last.map(String.init) ?? ""
    return .cause(cause, isReceived: name.hasPrefix("gapCauses.received."))
  }

  /// Returns the total duration of the gaps with one cause, in seconds.
  ///
  /// A cause without an entry in the run's list of gap causes has 0 s. Returns nil if the run has
  /// no such list.
  private func seconds(_ cause: String, _ isReceived: Bool) -> Double? {
    let list = isReceived ? result.gapCauses.received : result.gapCauses.recorded
    return list.map { list in list.first { $0.cause.name == cause }?.seconds ?? 0 }
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
