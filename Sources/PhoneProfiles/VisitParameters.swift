import ModelParameters

/// The model's values for the detection of stays on one phone. Apple publishes none of them.
package struct VisitParameters: Sendable {
  /// The radius of a place [m]. The phone counts as staying at the place while it is within this
  /// distance of the point where it came to rest.
  package let radiusMeters: Double
  package let dwellMedianSeconds: Double
  package let dwellSigma: Double
  package static let dwellSeconds = 180.0...1800.0
  package let chargingFactor: Double
  package let awakeMedianSeconds: Double
  package let awakeP90Seconds: Double
  package let departureMetersMin: Double
  package let departureMetersMax: Double
  package let departureSecondsMin: Double
  package let departureSecondsMax: Double
  package let dateErrorSeconds: Double
  package let accuracyMetersMin: Double
  package let accuracyMetersMax: Double
  package let falseArrivalProbability: Double
  package let falseArrivalSeconds: Double
  package let missedProbability: Double
  /// The factor on the probability of a missed visit while a location session of 100 m or coarser
  /// accuracy runs.
  package let missedFactorWhenCoarse: Double
  package let relaunchAfterForceQuit: ForceQuitRelaunch
  package let arrivalWhileAwake: ArrivalWhileAwake
  package let missedArrival: MissedArrival

  /// The model variants for the report of an arrival to a running app (VIS-10, VIS-2, VIS-3).
  ///
  /// The report comes either sooner than for a suspended app, or after the same time.
  package enum ArrivalWhileAwake: String, PhoneVariant {
    package static let names = allNames

    case sooner
    case asWhenAsleep = "as-when-asleep"
  }

  /// The model variants for the effect of a missed arrival (VIS-10).
  ///
  /// Either the app misses only that stay, or it misses all stays until the person opens the app.
  package enum MissedArrival: String, PhoneVariant {
    package static let names = allNames

    case thatStay = "that-stay"
    case untilOpened = "until-opened"
  }

  package init(draw: inout ParameterDraw) {
    radiusMeters = draw.ranged("visit.radiusMeters", 80...150, "VIS-4 (judgement)")
    dwellMedianSeconds = draw.known("visit.dwellMedianSeconds", 600, "VIS-3, VIS-2 (judgement)")
    dwellSigma = draw.known("visit.dwellSigma", 0.715, "VIS-3 (judgement)")
    chargingFactor = draw.ranged("visit.chargingFactor", 0.3...0.5, "VIS-5 (judgement)")
    awakeMedianSeconds = draw.ranged("visit.awakeMedianSeconds", 90...126, "VIS-10")
    awakeP90Seconds = draw.ranged("visit.awakeP90Seconds", 180...720, "VIS-10")
    departureMetersMin = draw.known("visit.departureMetersMin", 500, "VIS-4")
    departureMetersMax = draw.known("visit.departureMetersMax", 1500, "VIS-4")
    departureSecondsMin = draw.known("visit.departureSecondsMin", 120, "VIS-4 (judgement)")
    departureSecondsMax = draw.known("visit.departureSecondsMax", 600, "VIS-4 (judgement)")
    dateErrorSeconds = draw.ranged("visit.dateErrorSeconds", 15...90, "VIS-1 (judgement)")
    accuracyMetersMin = draw.known("visit.accuracyMetersMin", 8, "VIS-7, VIS-2")
    accuracyMetersMax = draw.known("visit.accuracyMetersMax", 100, "VIS-7")
    falseArrivalProbability = draw.ranged(
      "visit.falseArrivalProbability", 0.01...0.05, "VIS-9 (judgement)")
    falseArrivalSeconds = draw.known("visit.falseArrivalSeconds", 300, "VIS-9")
    missedProbability = draw.ranged(
      "visit.missedProbability", 0.005...0.05, "VIS-10 (judgement)")
    missedFactorWhenCoarse = draw.ranged(
      "visit.missedFactorWhenCoarse", 1...4, "VIS-10 (judgement)")
    relaunchAfterForceQuit = draw.reading(
      "visitsAfterForceQuit", standard: .staysDead, "VIS-8")
    arrivalWhileAwake = draw.reading(
      "visitWhileAwake", standard: .sooner, "VIS-10, VIS-2, VIS-3")
    missedArrival = draw.reading("missedVisit", standard: .thatStay, "VIS-10")
  }
}
