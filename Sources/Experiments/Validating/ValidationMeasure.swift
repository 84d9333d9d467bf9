import Evaluation
import Geodesy
import PhoneAPI
import Scenarios
import Simulation
import Timekeeping

/// A measure that only validations have. It follows the definitions of field studies.
///
/// Reports do not contain these measures. They are computed from the battery gauge, from trips and
/// legs of the route, and from the errors of fixes.
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
  case satelliteErrorMedianMeters
  case satelliteErrorMeanMeters
  case satelliteErrorRootMeanSquareMeters
  case satelliteErrorPercentile95Meters
  case satelliteWithin10MetersShare
  case satelliteAcrossWithin5MetersShare
  case networkErrorMedianMeters

  package var meaning: String {
    switch self {
    case .wholePhoneMilliwatts: "mean power of the whole phone"
    case .milliamperes: "mean current of the whole phone at 3.7 V"
    case .radioMilliwatts: "mean power of cellular radio and Wi-Fi for data"
    case .marginalMilliwatts: "mean power over that of the same day without the tracker"
    case .designPercentPerHour: "energy per hour, in percent of the cell's design energy"
    case .chargePercentPerHour: "energy per hour, in percent of what the phone's own cell holds"
    case .chargePercent: "energy of the run, in percent of what the phone's own cell holds"
    case .marginalPercentPerHour:
      "energy per hour over the same day without the tracker, in percent of what the cell holds"
    case .gaugePercent: "points by which the gauge falls in the run"
    case .gaugePercentPerHour: "points by which the gauge falls, per hour of the whole run"
    case .gaugePercentPerHourAfterPlateau:
      "points per hour from the first minute below 100 % to the last minute"
    case .gaugePercentPerHourInTrips: "the same in trips, interpolated between the gauge's steps"
    case .gaugePercentPerHourInStays: "the same outside of trips"
    case .hiddenChargePercentPerHour:
      "points per hour of the whole run, with 4.5 % added that the gauge hides at its top"
    case .deliveredFixes: "fixes that the phone delivers"
    case .deliveredFixesPerHour: "fixes that the phone delivers per hour"
    case .hoursUntilEmpty: "hours until the phone shuts off"
    case .firstFixMinutes:
      "from a trip's start to the first fix of standard updates of 100 m or better, of trips that "
        + "are not lost"
    case .firstFixMeters: "straight line from a trip's start to the person at that fix"
    case .lostTripShare: "share of trips without such a fix"
    case .activityShare: "share of a leg's time in which the phone reports the right activity"
    case .activityDelaySeconds:
      "from a leg's start until the phone reports the right activity; never counts as the longest"
    case .neverRefreshesShare:
      "share of a hundred phones per seed on which no background refresh runs"
    case .satelliteErrorMedianMeters, .satelliteErrorMeanMeters,
      .satelliteErrorRootMeanSquareMeters, .satelliteErrorPercentile95Meters,
      .satelliteWithin10MetersShare, .satelliteAcrossWithin5MetersShare,
      .networkErrorMedianMeters:
      positionMeaning
    }
  }

  /// The meaning of a measure of the errors of fixes; empty for other measures.
  private var positionMeaning: String {
    switch self {
    case .satelliteErrorMedianMeters: "median distance of satellite fixes from the person"
    case .satelliteErrorMeanMeters: "mean distance of satellite fixes from the person"
    case .satelliteErrorRootMeanSquareMeters:
      "root mean square of the distance of satellite fixes from the person"
    case .satelliteErrorPercentile95Meters:
      "distance from the person within which 95 % of satellite fixes lie"
    case .satelliteWithin10MetersShare: "share of satellite fixes within 10 m of the person"
    case .satelliteAcrossWithin5MetersShare:
      "share of satellite fixes within 5 m of the person, measured across the person's course"
    case .networkErrorMedianMeters:
      "median distance of Wi-Fi and cell positions from the person"
    default: ""
    }
  }

  /// True if the figure of a seed is the median of the seed's samples. Otherwise the figure is
  /// their weighted mean.
  ///
  /// A seed has several samples if the row has several scenarios, trips or legs.
  var takesMedian: Bool {
    switch self {
    case .lostTripShare, .activityShare, .neverRefreshesShare, .satelliteWithin10MetersShare,
      .satelliteAcrossWithin5MetersShare:
      false
    default: true
    }
  }

  /// The names of all measures that a row may use: these cases and the measures of reports.
  package static var names: [String] { allCases.map(\.rawValue) + Measures.names }
}

/// One value of a measure, with its weight for the mean.
struct ValidationSample {
  var value: Double
  var weight = 1.0
}

extension [ValidationSample] {
  /// Returns the samples' median or weighted mean; nil without samples.
  func figure(takesMedian: Bool) -> Double? {
    guard !isEmpty else { return nil }
    if takesMedian { return map(\.value).middle }
    let weight = reduce(0) { $0 + $1.weight }
    return weight > 0 ? reduce(0) { $0 + $1.value * $1.weight } / weight : nil
  }
}

extension [Double] {
  /// The median of the numbers. For an even count, it is the mean of the two middle numbers.
  fileprivate var middle: Double {
    let sorted = sorted()
    let half = sorted.count / 2
    if sorted.count % 2 == 1 { return sorted[half] }
    let (low, high) = (sorted[half - 1], sorted[half])
    return high == .infinity ? high : (low + high) / 2
  }
}
