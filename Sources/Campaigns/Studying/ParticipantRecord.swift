import Evaluation
import Scenarios
import Simulation
import Timekeeping

/// The results of one participant. For each tracker there are only sums, so the size does not grow
/// with the number of recorded positions.
package struct ParticipantRecord: Sendable, Equatable {
  package var number: Int
  package var seed: UInt64
  package var life: String
  package var phone: String
  package var system: String
  package var drawn: [DrawnText]
  /// The results of each tracker, in the order of the protocol.
  package var trackers: [TrackerRecord]
}

/// The results of one tracker over one participant's weeks.
package struct TrackerRecord: Sendable, Equatable {
  /// The figures in the order of the study's measures; nil for a measure that does not apply.
  package var figures: [Double?]
  /// The number of local days of which at least half was judged. Judged time is simulated time in
  /// which the participant's true place is known.
  package var days: Int
  package var validDays: Int
  /// The mean number of hours with data per day. Only hours from `ValidDayRule.fromHour` to
  /// `untilHour` are counted. Nil if `days` is 0.
  package var hoursPerDay: Double?
  /// The share of judged epochs without a record, for each local hour. An epoch is a slot of ten
  /// minutes; see `Epochs`.
  package var missingByHour: [Double?]
  /// The share of epochs without a record, by study day, beginning with day 1.
  package var missingByDay: [Double?]
  /// The share of epochs without a record, by whole days since the app was last opened, beginning
  /// with 0.
  package var missingByDaysSinceOpened: [Double?]
  /// The true and the recorded value of each measure, in the order of `MobilityMeasure.allCases`.
  package var mobility: [MobilityPair]
  /// The hours a day in which the place was not known, by cause, in the order of
  /// `GapCause.allCases`.
  package var gapHoursPerDay: [Double]

  package struct MobilityPair: Sendable, Equatable {
    package var truth: Double?
    package var recorded: Double?
  }

  init(
    _ result: RunResult, judge: Evaluator?, measures: [String], _ document: StudyDocument
  ) {
    let options = EvaluationOptions()
    let completed = judge?.days ?? []
    let covered = zip(completed, document.validDay.bridged(completed.map(\.coveredHours)))
      .filter { $0.0.judgedShare >= options.judgedDayShareMin }
    figures = Measures.figures(measures, of: result)
    days = covered.count
    validDays = covered.count { document.validDay.holds($0.1, ofHours: $0.0.hours) }
    let hours = covered.map { document.validDay.coveredHours(of: $0.1) }
    hoursPerDay = hours.isEmpty ? nil : Double(hours.reduce(0, +)) / Double(hours.count)
    let missingness = result.coverage.missingness
    missingByHour = missingness.byHour
    missingByDay = (1...document.days).map { day in
      missingness.byStudyDay.first { $0.day == day }?.missing
    }
    missingByDaysSinceOpened = missingness.byDaysSinceOpened ?? []
    let dayCount = result.coverage.judgedSeconds / 86400
    // Without records, nothing is derived.
    let judge = result.coverage.fixCount > 0 ? judge : nil
    mobility = MobilityMeasure.allCases.map { measure in
      MobilityPair(
        truth: judge.flatMap { measure.figure(of: $0.trueMobility, days: dayCount) },
        recorded: measure.isTheApps
          ? result.derived.awayMinutes.flatMap { dayCount > 0 ? $0 / 60 / dayCount : nil }
          : judge.flatMap { measure.figure(of: $0.recordedMobility, days: dayCount) })
    }
    gapHoursPerDay = GapCause.allCases.map { cause in
      let seconds = result.gapCauses.recorded.first { $0.cause == cause }?.seconds ?? 0
      return dayCount > 0 ? seconds / 3600 / dayCount : 0
    }
  }
}

/// The measures of mobility that studies derive. Each is computed twice: from a participant's
/// records and from the truth.
package enum MobilityMeasure: String, CaseIterable, Codable, Sendable {
  case timeAwayHoursPerDay
  /// The hours away from home that the app itself derived; nil if the app derives none.
  case timeAwayHoursPerDayByApp
  case timeAtHomeHoursPerDay
  case tripsPerDay
  case placeCount
  case distanceMetersPerDay
  case radiusOfGyrationMeters
  case maxDistanceFromHomeMeters
  case entropy

  var isTheApps: Bool { self == .timeAwayHoursPerDayByApp }

  func figure(of mobility: MobilityFigures, days: Double) -> Double? {
    guard days > 0 else { return nil }
    return switch self {
    case .timeAwayHoursPerDay, .timeAwayHoursPerDayByApp:
      mobility.timeAwaySeconds.map { $0 / 3600 / days }
    case .timeAtHomeHoursPerDay: mobility.timeAtHomeSeconds.map { $0 / 3600 / days }
    case .tripsPerDay: Double(mobility.tripCount) / days
    case .placeCount: Double(mobility.placeCount)
    case .distanceMetersPerDay: mobility.distanceMeters / days
    case .radiusOfGyrationMeters: mobility.radiusOfGyrationMeters
    case .maxDistanceFromHomeMeters: mobility.maxDistanceFromHomeMeters
    case .entropy: mobility.entropy
    }
  }
}
