import Evaluation
import Scenarios
import Simulation
import Timekeeping

/// A participant: who they are and, of each tracker, sums, which do not grow with what was recorded of them.
package struct ParticipantRecord: Sendable, Equatable {
  package var number: Int
  package var seed: UInt64
  package var life: String
  package var phone: String
  package var system: String
  package var drawn: [DrawnText]
  /// In the order of the protocol.
  package var trackers: [TrackerRecord]
}

/// One tracker's weeks with one participant.
package struct TrackerRecord: Sendable, Equatable {
  /// In the order of the study's measures; nil for what does not apply.
  package var figures: [Double?]
  /// Local days of which at least half was lived and judged.
  package var days: Int
  package var validDays: Int
  /// Covered hours of the rule's window, mean over the days.
  package var hoursPerDay: Double?
  /// Share of epochs without a record.
  package var missingByHour: [Double?]
  /// From day 1.
  package var missingByDay: [Double?]
  /// From less than 24 h.
  package var missingByDaysSinceOpened: [Double?]
  /// In the order of `MobilityMeasure.allCases`.
  package var mobility: [MobilityPair]
  /// By cause, in the order of `GapCause.allCases`; hours a day in which the place was not known.
  package var gapHoursPerDay: [Double]

  package struct MobilityPair: Sendable, Equatable {
    package var truth: Double?
    package var recorded: Double?
  }

  init(
    _ result: RunResult, judge: Evaluator?, measures: [String], _ document: StudyDocument
  ) {
    let options = EvaluationOptions()
    let lived = judge?.days ?? []
    let covered = zip(lived, document.validDay.bridged(lived.map(\.coveredHours)))
      .filter { $0.0.judgedShare >= options.judgedDayShareMin }.map(\.1)
    figures = Measures.figures(measures, of: result)
    days = covered.count
    validDays = covered.count { document.validDay.holds($0) }
    let hours = covered.map { document.validDay.coveredHours(of: $0) }
    hoursPerDay = hours.isEmpty ? nil : Double(hours.reduce(0, +)) / Double(hours.count)
    let missingness = result.coverage.missingness
    missingByHour = missingness.byHour
    missingByDay = (1...document.days).map { day in
      missingness.byStudyDay.first { $0.day == day }?.missing
    }
    missingByDaysSinceOpened = missingness.byDaysSinceOpened ?? []
    let dayCount = result.coverage.judgedSeconds / 86400
    // Of whom nothing was recorded nothing is derived.
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

/// What studies derive of people's mobility, from all records of a participant and from the truth.
package enum MobilityMeasure: String, CaseIterable, Codable, Sendable {
  case timeAwayHoursPerDay
  /// As the app itself derives it; none where it does not.
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
