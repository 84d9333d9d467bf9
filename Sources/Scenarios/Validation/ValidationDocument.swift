import Text
import Timekeeping

/// A file of published measurements with which the simulation is compared.
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

/// A published measurement: the runs to simulate, the figure to compute from them, and the range in
/// which the figure should lie.
package struct ValidationRow: Sendable {
  package enum Kind: String, Sendable, CaseIterable { case level, ratio, order }

  package var id: String
  package var title: String
  package var measured: String
  package var kind: Kind
  package var band: ClosedRange<Double>
  /// The range of the published measurements.
  package var range: ClosedRange<Double>
  package var unit: String
  package var subject: ValidationSubject
  package var against: ValidationSubject?
  /// The model parameters whose values come from this measurement or from the same source; nil if
  /// there are none.
  package var fitted: String?
  /// The rule or setting of the simulator that was designed with this measurement in view; nil if
  /// there is none. The rule or setting contains no number from the measurement. Parameters with
  /// such a number are in `fitted`.
  package var shaped: String?
  package var rule: String?
  package var note: String?
}

/// The runs from which a figure is computed, and the measure that gives the figure.
package struct ValidationSubject: Sendable {
  package struct KeepAlive: Sendable, Hashable {
    package var period: TimeSpan
    package var bytes: Int
  }

  /// The path of the file that contains the measurement.
  package var file: String
  /// The paths of the scenarios, relative to the working folder.
  package var scenarios: [SweepDocument.Mention]
  /// The tracker on the phone; nil for a phone without a tracker.
  package var tracker: TrackerChoice?
  package var measure: String
  package var trip: String?
  package var leg: String?
  package var keepAlive: KeepAlive?
  /// The trips and legs of each scenario that are compared with the measurement. The keys are the
  /// scenarios' paths.
  package var legs: [String: [ValidationLeg]]
}

/// A trip or a leg of a trip, as the people who carried the phones recorded it.
package struct ValidationLeg: Sendable, Hashable {
  package var trip: String?
  package var leg: String?
  /// The activity that the phone should report during the trip or leg.
  package var activity: String?
  package var start: Instant
  package var end: Instant
}
