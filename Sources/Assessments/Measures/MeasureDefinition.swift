/// The definition of a measure: everything about it except its value in a run.
package struct MeasureDefinition: Sendable {
  /// The path of the measure within its section of the report, such as "positionCoverage" or
  /// "missingness.moving".
  package let member: String
  /// The sections of the report that contain the measure. A name without a section refers to the
  /// first section.
  package let sections: [Section]
  /// The name that people read, such as "place known".
  package let title: String
  package let unit: Unit
  /// The direction in which the measure gets better; nil if neither direction is better.
  package let better: MeasureSense?
  /// True if 0 is best, because the measure is a recorded figure minus the true one.
  package let isBias: Bool
  package let shown: Shown
  /// The heading of a table's column: two lines of at most nine characters each.
  package let heading: (String, String)?
  package let meaning: String
  package let formula: String?
  /// Limits and special cases, shown on the page about measures.
  package let details: String?

  init(
    _ member: String, _ title: String, _ unit: Unit, _ better: MeasureSense? = nil,
    _ shown: Shown = .onRequest, of sections: Section..., heading: (String, String)? = nil,
    meaning: String, formula: String? = nil, details: String? = nil, isBias: Bool = false
  ) {
    self.member = member
    self.sections = sections
    self.title = title
    self.unit = unit
    self.better = better
    self.shown = shown
    self.heading = heading
    self.meaning = meaning
    self.formula = formula
    self.details = details
    self.isBias = isBias
  }

  /// The better end in words: "more", "less" or "nearer to 0"; nil if there is none.
  package var betterText: String? {
    isBias ? "nearer to 0" : better.map { $0 == .moreIsBetter ? "more" : "less" }
  }

  /// The name that users type: "positionCoverage", or with a section "lifecycle.launches".
  package var name: String { isExplained ? member : qualifiedNames[0] }

  /// The names that include a section, such as "coverage.positionCoverage".
  package var qualifiedNames: [String] { sections.map { $0.rawValue + "." + member } }

  /// The words that tables and pages show for the measure: the title, the heading, and the
  /// heading's first line. Empty for measures that reports do not explain.
  var printedNames: [String] {
    guard isExplained else { return [] }
    return [title] + (heading.map { [$0.0 + " " + $0.1, $0.0] } ?? [])
  }

  /// True if reports list and explain the measure. If so, its name needs no section.
  package var isExplained: Bool { sections.allSatisfy { $0.isExplained } }
}

extension MeasureDefinition {
  /// A section of a run's report.
  package enum Section: String, CaseIterable, Sendable {
    case coverage, energy, delivery, lifecycle, derived, gapCauses

    var isExplained: Bool {
      switch self {
      case .coverage, .energy, .delivery: true
      case .lifecycle, .derived, .gapCauses: false
      }
    }
  }

  /// The outputs in which a measure is shown by default. Each case includes the outputs of the
  /// cases above.
  package enum Shown: Sendable {
    case onRequest
    /// The measure is shown in comparisons, sweeps and studies.
    case atOnce
    /// The measure is also stored in the baselines of `odograph check`.
    case inBaselines
  }

  package enum Unit: Sendable {
    case share, percentPerDay, seconds, minutes, minutesPerDay, hours, meters, metersPerDay, count
    case joules, ratio, nats, perHour
    /// A time that comparisons show as a plain number of seconds, such as "4200".
    case plainSeconds

    /// The unit's symbol on pages.
    package var symbol: String {
      switch self {
      case .share: "share"
      case .percentPerDay: "points/day"
      case .seconds, .plainSeconds: "s"
      case .minutes: "min"
      case .minutesPerDay: "min/day"
      case .hours: "h"
      case .meters: "m"
      case .metersPerDay: "m/day"
      case .count: "count"
      case .joules: "J"
      case .ratio: "ratio"
      case .nats: "nat"
      case .perHour: "1/h"
      }
    }

    /// The smallest difference that matters. These values are estimates without a source.
    package var leastDifference: Double {
      switch self {
      case .share: 0.01
      case .percentPerDay: 0.02
      case .seconds: 1
      default: 0.5
      }
    }
  }
}
