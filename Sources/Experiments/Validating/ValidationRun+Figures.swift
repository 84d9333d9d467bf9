import Evaluation
import Geodesy
import PhoneAPI
import Scenarios
import SimulatedPhone
import Simulation
import Timekeeping
import World

/// Computes the figures of a validation. Each figure follows the definition in the published study.
extension ValidationRun {
  /// Returns the samples of a measure in this run.
  ///
  /// - Parameter legs: The trips and legs of this run's scenario.
  func samples(of name: String, _ subject: ValidationSubject, legs: [ValidationLeg])
    -> [ValidationSample]
  {
    guard let measure = ValidationMeasure(rawValue: name) else {
      let figure = result.flatMap { Measures.figure(name, of: $0) }
      return figure.map { [ValidationSample(value: $0)] } ?? []
    }
    let trips = legs.filter { $0.trip != nil && (subject.trip ?? $0.trip) == $0.trip }
    switch measure {
    case .firstFixMinutes: return trips.compactMap(firstFixMinutes)
    case .firstFixMeters: return trips.compactMap(firstFixMeters)
    case .lostTripShare:
      return trips.map { ValidationSample(value: firstFix(of: $0) == nil ? 1 : 0) }
    case .activityShare, .activityDelaySeconds:
      let own = legs.filter { $0.leg != nil && (subject.leg ?? $0.leg) == $0.leg }
      return own.compactMap { measure == .activityShare ? activityShare($0) : activityDelay($0) }
    default:
      return figure(of: measure, trips: legs.filter { $0.trip != nil })
        .map { [ValidationSample(value: $0)] } ?? []
    }
  }

  private func figure(of measure: ValidationMeasure, trips: [ValidationLeg]) -> Double? {
    guard hours > 0 else { return nil }
    switch measure {
    case .wholePhoneMilliwatts: return 1000 * joules / seconds
    case .milliamperes: return 1000 * joules / seconds / 3.7
    case .radioMilliwatts: return 1000 * radioJoules / seconds
    case .marginalMilliwatts:
      return result.map { 1000 * $0.energy.marginalJoules / max(1, $0.energy.comparedSeconds) }
    case .designPercentPerHour: return designJoules.map { 100 * joules / $0 / hours }
    case .chargePercentPerHour: return 100 * joules / capacityJoules / hours
    case .chargePercent: return 100 * joules / capacityJoules
    case .marginalPercentPerHour:
      return result?.energy.marginalBatteryPercentPerDay.map { $0 / 24 }
    case .gaugePercent: return Double(gaugeFall)
    case .gaugePercentPerHour: return Double(gaugeFall) / hours
    case .hiddenChargePercentPerHour: return (Double(gaugeFall) + 4.5) / hours
    case .gaugePercentPerHourAfterPlateau: return fallAfterPlateau.map { $0.points / $0.hours }
    case .gaugePercentPerHourInTrips: return fall(in: trips).flatMap(\.inTrips)
    case .gaugePercentPerHourInStays: return fall(in: trips).flatMap(\.inStays)
    case .deliveredFixes: return result.map { Double($0.lifecycle.deliveredFixes) }
    case .deliveredFixesPerHour: return result.map { Double($0.lifecycle.deliveredFixes) / hours }
    case .hoursUntilEmpty: return firstShutOff.map { ($0 - day.world.start).seconds / 3600 }
    case .neverRefreshesShare: return neverRefreshesShare
    case .satelliteErrorMedianMeters, .satelliteErrorMeanMeters,
      .satelliteErrorRootMeanSquareMeters, .satelliteErrorPercentile95Meters,
      .satelliteWithin10MetersShare, .satelliteAcrossWithin5MetersShare:
      return positionErrors(areFromSatellites: true).figure(of: measure)
    case .networkErrorMedianMeters:
      return positionErrors(areFromSatellites: false).figure(of: measure)
    case .firstFixMinutes, .firstFixMeters, .lostTripShare, .activityShare, .activityDelaySeconds:
      return nil
    }
  }

  private func positionErrors(areFromSatellites: Bool) -> PositionErrors {
    PositionErrors(
      of: fixes.filter { $0.isFromSatellites == areFromSatellites }, from: day.world.person)
  }

  /// The share of phones on which no background refresh ever runs, among a hundred phones drawn
  /// from this seed.
  private var neverRefreshesShare: Double? {
    let phones = (0..<100).compactMap { number in
      try? SimulatedDay.model(of: day.scenario, seed: day.seed &* 1000 &+ UInt64(number))
    }
    guard !phones.isEmpty else { return nil }
    return Double(phones.count(where: \.neverRefreshes)) / Double(phones.count)
  }

  private var designJoules: Double? {
    day.model.parameters.first { $0.name == "battery.designJoules" }?.value
  }

  // MARK: The gauge

  private var gaugeFall: Int { (gauge.first?.percent ?? 0) - (gauge.last?.percent ?? 0) }

  /// The fall of the battery gauge after the plateau at 100 %, in percentage points, and the
  /// duration of the fall in hours.
  ///
  /// The fall begins at the first value below 100 % and ends at the run's last value.
  private var fallAfterPlateau: (points: Double, hours: Double)? {
    guard let first = gauge.first(where: { $0.percent < 100 }), let last = gauge.last,
      last.time > first.time
    else { return nil }
    return (Double(first.percent - last.percent), (last.time - first.time).seconds / 3600)
  }

  /// Returns the fall of the battery gauge in percentage points per hour, in trips and outside of
  /// trips.
  ///
  /// The time before the first value below 100 % is left out.
  private func fall(in trips: [ValidationLeg]) -> (inTrips: Double?, inStays: Double?)? {
    guard let first = gauge.first(where: { $0.percent < 100 }), let whole = fallAfterPlateau else {
      return nil
    }
    var (points, hours) = (0.0, 0.0)
    for trip in trips {
      let start = max(trip.start, first.time)
      guard trip.end > start else { continue }
      points += level(at: start) - level(at: trip.end)
      hours += (trip.end - start).seconds / 3600
    }
    let stayHours = whole.hours - hours
    return (
      hours > 0 ? points / hours : nil, stayHours > 0 ? (whole.points - points) / stayHours : nil
    )
  }

  /// Returns the battery level at a time, in percent.
  ///
  /// The level is interpolated linearly between the gauge's steps, since the field study
  /// interpolates as well.
  private func level(at time: Instant) -> Double {
    guard let next = gauge.firstIndex(where: { $0.time >= time }) else {
      return Double(gauge.last?.percent ?? 0)
    }
    let here = gauge[next].percent
    guard let stepDown = gauge[next...].first(where: { $0.percent < here }),
      let stepBefore = gauge[..<next].lastIndex(where: { $0.percent > here })
    else { return Double(here) }
    let since = gauge[stepBefore + 1].time
    let length = (stepDown.time - since).seconds
    return Double(here) - (length > 0 ? max(0, (time - since).seconds) / length : 0)
  }

  // MARK: Trips

  private func firstFix(of trip: ValidationLeg) -> Fix? {
    fixes.first { $0.time >= trip.start && $0.time <= trip.end && $0.accuracyMeters <= 100 }
  }

  private func firstFixMinutes(of trip: ValidationLeg) -> ValidationSample? {
    firstFix(of: trip).map { ValidationSample(value: ($0.time - trip.start).seconds / 60) }
  }

  private func firstFixMeters(of trip: ValidationLeg) -> ValidationSample? {
    guard let fix = firstFix(of: trip) else { return nil }
    let (from, to) = (day.world.place(at: trip.start), day.world.place(at: fix.time))
    return ValidationSample(value: from.distanceMeters(to: to))
  }

  // MARK: Legs

  private func activityShare(_ leg: ValidationLeg) -> ValidationSample? {
    guard let activity = leg.activity else { return nil }
    var right = 0.0
    for (index, reported) in activities.enumerated() where reported.says(activity) {
      let end = index + 1 < activities.count ? activities[index + 1].start : leg.end
      right += max(0, (min(end, leg.end) - max(reported.start, leg.start)).seconds)
    }
    let seconds = (leg.end - leg.start).seconds
    return ValidationSample(value: right / seconds, weight: seconds)
  }

  private func activityDelay(_ leg: ValidationLeg) -> ValidationSample? {
    guard let activity = leg.activity else { return nil }
    if activities.last(where: { $0.start <= leg.start })?.says(activity) == true {
      return ValidationSample(value: 0)
    }
    let first = activities.first {
      $0.start > leg.start && $0.start < leg.end && $0.says(activity)
    }
    return ValidationSample(value: first.map { ($0.start - leg.start).seconds } ?? .infinity)
  }
}

extension MotionActivity {
  fileprivate func says(_ activity: String) -> Bool {
    switch activity {
    case "walking": walking
    case "running": running
    case "cycling": cycling
    case "automotive": automotive
    case "stationary": stationary
    default: false
    }
  }
}
