/// The conditions for significant changes on one phone.
package struct SignificantChangeParameters: Sendable, Hashable {
  package let distanceMetersMin: Double
  package let intervalSecondsMin: Double
  package let medianMeters: Double
  package let sigma: Double
  package let connectivityTriggerProbability: Double
  /// The time from the last event to one at rest; nil if a phone at rest reports nothing.
  package let idleTriggerSeconds: Double?
  let beforeFirstUnlock: BeforeFirstUnlock

  /// The time that a phone at rest has no event: without end, as users of a tracker report; hours,
  /// as others report; 15 min by Apple's energy guide (SLC-5, SLC-6).
  enum AtRest: String, CaseIterable {
    case never
    case hours
    case quarterHour = "quarter-hour"
  }

  /// The handling of an event on a restarted phone before the first unlock (SLC-14, REG-9).
  enum BeforeFirstUnlock: String, CaseIterable {
    case waits, launches
  }

  init(draw: inout ParameterDraw) {
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
