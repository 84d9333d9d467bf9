import ModelParameters

/// The model's values for watching circles on one phone, for regions and for conditions.
package struct RegionParameters: Sendable {
  package let radiusMetersMin: Double
  /// The distance from the center at which the watcher detects an exit from a small circle [m].
  /// Circles with a radius of at most 100 m are small. The cushion of `GeofenceWatcher` is this
  /// distance minus 100 m.
  package let cushionMeters: Double
  package static let smallestRadiusMeters = 100.0
  package let wifiOffCushionFactor: Double
  package let dwellSeconds: Double
  package let latencyMeanSeconds: Double
  package let latencySigma: Double
  package static let latencySeconds = 20.0...1200.0
  package let agreementSeconds: Double
  package let missedExitProbability: Double
  package let lateExitMetersMin: Double
  package let lateExitMetersMax: Double
  package let earlyEntryProbability: Double
  package let earlyEntryMetersMax: Double
  package let launchCallbackSeconds: Double
  package let conditionSeconds: Double
  /// True from iOS 17 on, which introduced condition monitors.
  package let hasConditions: Bool
  package let afterReboot: AfterReboot
  package let entryAfterPush: EntryAfterPush
  package let exitLatency: ExitLatency

  /// The variants of the treatment of regions after a restart of the phone. Two copies of one
  /// article by Apple disagree (REG-9).
  package enum AfterReboot: String, PhoneVariant {
    package static let names = allNames

    case watched, forgotten
  }

  /// The variants of the start of an exit report's delay: the departure from the place, or the
  /// crossing of the circle's edge.
  ///
  /// Apple states a delay of 3 to 5 min, but not its start (REG-3). In one test, the exit from a
  /// circle of 25 m was detected at 200 to 250 m (REG-7). A walker covers this distance in about
  /// 3 min. The delay from the departure is therefore about 3 min, as Apple states. The delay from
  /// the crossing is less than 3 min.
  package enum ExitLatency: String, PhoneVariant {
    package static let names = allNames

    case fromDeparture = "from-departure"
    case fromCrossing = "from-crossing"
  }

  /// The variants of the delivery of an entry to a process that a push launched (MON-2).
  ///
  /// For an entry into the circle of a condition, the process receives the event at once, or only
  /// after the app has been in the foreground.
  package enum EntryAfterPush: String, PhoneVariant {
    package static let names = allNames

    case withheld, delivered
  }

  package init(profile: OperatingSystemProfile, draw: inout ParameterDraw) {
    radiusMetersMin = draw.ranged("region.radiusMetersMin", 100...200, "REG-5")
    cushionMeters = draw.ranged("region.cushionMeters", 175...225, "REG-2, REG-7")
    wifiOffCushionFactor = draw.ranged("region.wifiOffCushionFactor", 2...5, "REG-4 (judgement)")
    dwellSeconds = draw.known("region.dwellSeconds", 20, "REG-2")
    latencyMeanSeconds = draw.ranged("region.latencyMeanSeconds", 180...300, "REG-3")
    latencySigma = draw.ranged("region.latencySigma", 0.8...1.2, "REG-3 (judgement)")
    agreementSeconds = draw.known("region.agreementSeconds", 30, "REG-6")
    missedExitProbability = draw.ranged(
      "region.missedExitProbability", 0.05...0.2, "REG-13 (judgement)")
    lateExitMetersMin = draw.known("region.lateExitMetersMin", 1000, "REG-7, REG-13")
    lateExitMetersMax = draw.known("region.lateExitMetersMax", 2000, "REG-7")
    earlyEntryProbability = draw.ranged(
      "region.earlyEntryProbability", 0.02...0.05, "REG-6 (judgement)")
    earlyEntryMetersMax = draw.known("region.earlyEntryMetersMax", 1000, "REG-6")
    launchCallbackSeconds = draw.known("region.launchCallbackSeconds", 0.03, "REG-8")
    conditionSeconds = draw.ranged("condition.seconds", 1...10, "REG-11 (judgement)")
    hasConditions = profile.major >= 17
    afterReboot = draw.reading("regionsAfterReboot", standard: .watched, "REG-9")
    exitLatency = draw.reading("exitLatency", standard: .fromDeparture, "REG-3, REG-7")
    entryAfterPush = draw.reading("conditionEntryAfterPush", standard: .withheld, "MON-2")
  }
}
