import Text
import Timekeeping

/// A file of published measurements to hold the model against.
package struct ValidationDocument: Sendable {
  package struct Source: Sendable, Hashable {
    package var title: String
    package var address: String
    package var license: String?
  }

  package var file: String
  package var name: String
  package var source: Source
  package var rows: [ValidationRow]
}

/// One published measurement: what is run, what is taken of it, and where it should lie.
package struct ValidationRow: Sendable {
  package enum Kind: String, Sendable, CaseIterable { case level, ratio, order }

  package var id: String
  package var title: String
  package var measured: String
  package var kind: Kind
  package var band: ClosedRange<Double>
  /// The spread of what was measured.
  package var range: ClosedRange<Double>
  package var unit: String
  package var subject: ValidationSubject
  package var against: ValidationSubject?
  /// Parameters that were set by this row, or by the same source; nil where none were.
  package var fitted: String?
  /// A rule or setting that was shaped with this row in view, though none was set by its figure.
  package var shaped: String?
  package var rule: String?
  package var note: String?
}

/// The runs behind a figure, and the figure that is taken of them.
package struct ValidationSubject: Sendable {
  package struct KeepAlive: Sendable, Hashable {
    package var period: TimeSpan
    package var bytes: Int
  }

  /// The file of the row.
  package var file: String
  /// Paths as the working folder sees them.
  package var scenarios: [SweepDocument.Mention]
  /// Nil for the phone alone.
  package var tracker: TrackerChoice?
  package var measure: String
  package var trip: String?
  package var leg: String?
  package var keepAlive: KeepAlive?
  /// Trips and legs by scenario.
  package var legs: [String: [ValidationLeg]]
}

/// A trip, or a leg of one, as the carriers noted it.
package struct ValidationLeg: Sendable, Hashable {
  package var trip: String?
  package var leg: String?
  /// The activity that the phone should report.
  package var activity: String?
  package var start: Instant
  package var end: Instant
}
