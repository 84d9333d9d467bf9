import Evaluation
import Geodesy
import PhoneAPI
import Scenarios
import Simulation
import Timekeeping

/// A figure of a validation that no report has: as field studies take it, by the gauge, by trips
/// and legs.
package enum ValidationMeasure: String, CaseIterable, Sendable {
  case wholePhoneMilliwatts
  case milliamperes
  case radioMilliwatts
  case marginalMilliwatts
  case designPercentPerHour
  case chargePercentPerHour
  case chargePercent
  case marginalPercentPerHour
  case gaugePercent
  case gaugePercentPerHour
  case gaugePercentPerHourAfterPlateau
  case gaugePercentPerHourInTrips
  case gaugePercentPerHourInStays
  case hiddenChargePercentPerHour
  case deliveredFixes
  case deliveredFixesPerHour
  case hoursUntilEmpty
  case firstFixMinutes
  case firstFixMeters
  case lostTripShare
  case activityShare
  case activityDelaySeconds
  case neverRefreshesShare

  package var meaning: String {
    switch self {
    case .wholePhoneMilliwatts: "mean power of the whole phone"
    case .milliamperes: "mean current of the whole phone at 3.7 V"
    case .radioMilliwatts: "mean power of cellular radio and Wi-Fi for data"
    case .marginalMilliwatts: "mean power over that of the same day without the tracker"
    case .designPercentPerHour: "energy an hour, in percent of the cell's design energy"
    case .chargePercentPerHour: "energy an hour, in percent of what the phone's own cell holds"
    case .chargePercent: "energy of the run, in percent of what the phone's own cell holds"
    case .marginalPercentPerHour:
      "energy an hour over the same day without the tracker, in percent of what the cell holds"
    case .gaugePercent: "points by which the gauge falls in the run"
    case .gaugePercentPerHour: "points by which the gauge falls, an hour of the whole run"
    case .gaugePercentPerHourAfterPlateau:
      "points an hour from the first minute below 100 % to the last minute"
    case .gaugePercentPerHourInTrips: "the same in trips, by the gauge between its steps"
    case .gaugePercentPerHourInStays: "the same outside of trips"
    case .hiddenChargePercentPerHour:
      "points an hour of the whole run, with 4.5 % added for what the gauge hides at its top"
    case .deliveredFixes: "fixes that the phone delivers"
    case .deliveredFixesPerHour: "fixes that the phone delivers, an hour"
    case .hoursUntilEmpty: "hours until the phone shuts off"
    case .firstFixMinutes:
      "from a trip's start to the first fix of standard updates of 100 m or better, of trips that "
        + "are not lost"
    case .firstFixMeters: "beeline from a trip's start to the person at that fix"
    case .lostTripShare: "share of trips without such a fix"
    case .activityShare: "share of a leg's time in which the phone says the right activity"
    case .activityDelaySeconds:
      "from a leg's start until the phone says the right activity; never counts as the longest"
    case .neverRefreshesShare:
      "share of a hundred phones a seed on which no background refresh runs"
    }
  }

  /// How samples of several scenarios and trips become one figure of a seed.
  var takesMedian: Bool {
    switch self {
    case .lostTripShare, .activityShare, .neverRefreshesShare: false
    default: true
    }
  }

  /// Every name that a row may ask for: these, and the measures of reports.
  package static var names: [String] { allCases.map(\.rawValue) + Measures.names }
}

/// One sample of a figure, and how much it weighs in a mean.
struct ValidationSample {
  var value: Double
  var weight = 1.0
}

extension [ValidationSample] {
  /// Nil without samples.
  func figure(takesMedian: Bool) -> Double? {
    guard !isEmpty else { return nil }
    if takesMedian { return map(\.value).middle }
    let weight = reduce(0) { $0 + $1.weight }
    return weight > 0 ? reduce(0) { $0 + $1.value * $1.weight } / weight : nil
  }
}

extension [Double] {
  /// The median; of an even number the mean of the two in the middle.
  fileprivate var middle: Double {
    let sorted = sorted()
    let half = sorted.count / 2
    if sorted.count % 2 == 1 { return sorted[half] }
    let (low, high) = (sorted[half - 1], sorted[half])
    return high == .infinity ? high : (low + high) / 2
  }
}
