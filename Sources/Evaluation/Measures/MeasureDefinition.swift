/// A row of the table of measures: everything about a measure except its value in a run.
package struct MeasureDefinition: Sendable {
  /// The place in the report: "positionCoverage", "missingness.moving".
  package let member: String
  /// The sections of the report that contain it. A name without a section means the first.
  package let sections: [Section]
  /// The name for people, such as "place known".
  package let title: String
  package let unit: Unit
  /// The better end. Nil if neither end is better, as for a bias around zero.
  package let better: MeasureSense?
  package let shown: Shown
  /// Two lines of at most nine columns, for the head of a column.
  package let heading: (String, String)?
  package let meaning: String
  package let formula: String?
  /// Limits and special cases, for the page about measures.
  package let details: String?

  init(
    _ member: String, _ title: String, _ unit: Unit, _ better: MeasureSense? = nil,
    _ shown: Shown = .onRequest, of sections: Section..., heading: (String, String)? = nil,
    meaning: String, formula: String? = nil, details: String? = nil
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
  }

  /// The name that people write: "positionCoverage", "lifecycle.launches".
  package var name: String { isExplained ? member : qualifiedNames[0] }

  /// The names with a section, such as "coverage.positionCoverage".
  package var qualifiedNames: [String] { sections.map { "\($0.rawValue).\(member)" } }

  /// The words that tables and pages print for it: "trips found", "trips".
  var printedNames: [String] {
    guard isExplained else { return [] }
    return [title] + (heading.map { [$0.0 + " " + $0.1, $0.0] } ?? [])
  }

  /// True if reports list and explain the measure. Its name then needs no section.
  package var isExplained: Bool { sections.allSatisfy(\.isExplained) }
}

extension MeasureDefinition {
  /// A member of a run's result.
  package enum Section: String, CaseIterable, Sendable {
    case coverage, energy, delivery, lifecycle, derived, gapCauses

    var isExplained: Bool {
      switch self {
      case .coverage, .energy, .delivery: true
      case .lifecycle, .derived, .gapCauses: false
      }
    }
  }

  /// The places that show a measure by default. Each case includes the one before.
  package enum Shown: Sendable {
    case onRequest
    /// Shown in comparisons and in what is derived from them.
    case atOnce
    /// Shown in baselines too.
    case inBaselines
  }

  package enum Unit: Sendable {
    case share, percentPerDay, seconds, minutes, minutesPerDay, hours, meters, metersPerDay, count
    case joules, ratio, nats
    /// Time that comparisons show as a bare number of seconds.
    case plainSeconds

    /// The symbol on pages.
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
      }
    }

    /// The smallest difference that matters, by judgment.
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
