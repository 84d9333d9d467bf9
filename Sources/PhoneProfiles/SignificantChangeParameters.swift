import ModelParameters

/// The model's values for significant changes on one phone.
package struct SignificantChangeParameters: Sendable {
  package let distanceMetersMin: Double
  package let intervalSecondsMin: Double
  package let medianMeters: Double
  package let sigma: Double
  package let connectivityTriggerProbability: Double
  /// The time from the last significant change to an event that comes although the phone rests [s];
  /// nil if a phone at rest reports nothing.
  package let idleTriggerSeconds: Double?
  package let beforeFirstUnlock: BeforeFirstUnlock

  /// The variants of significant changes at rest (SLC-5, SLC-6). Users of one tracker report that
  /// there are none. Other users report intervals of hours, and Apple's energy guide states 15 min.
  package enum AtRest: String, PhoneVariant {
    package static let names = allNames

    case never
    case hours
    case quarterHour = "quarter-hour"
  }

  /// The variants of the treatment of an event after a restart, before the first unlock. The event
  /// waits, or launches the app (SLC-14, REG-9).
  package enum BeforeFirstUnlock: String, PhoneVariant {
    package static let names = allNames

    case waits, launches
  }

  package init(draw: inout ParameterDraw) {
    distanceMetersMin = draw.known("significant.distanceMetersMin", 500, "SLC-1, POS-11")
    intervalSecondsMin = draw.known("significant.intervalSecondsMin", 300, "SLC-1, POS-11")
    medianMeters = draw.ranged("significant.medianMeters", 750...1000, "SLC-3, SLC-4, SLC-2")
    sigma = draw.ranged("significant.sigma", 0.73...1.26, "SLC-3, SLC-4")
    connectivityTriggerProbability = draw.ranged(
      "significant.connectivityTriggerProbability", 0...1, "SLC-5 (folklore)")
    let hours = draw.ranged(
      "significant.idleTriggerSeconds", 7200...14_400, "SLC-5 (folklore)")
    let atRest: AtRest = draw.reading(
      "significantChangesAtRest", standard: .never, "SLC-6, SLC-5")
    idleTriggerSeconds =
      switch atRest {
      case .never: nil
      case .hours: hours
      case .quarterHour: 900
      }
    beforeFirstUnlock = draw.reading(
      "significantChangeBeforeUnlock", standard: .waits, "SLC-14, REG-9")
  }
}
