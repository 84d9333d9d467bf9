import ModelParameters

/// The values of one phone's battery cell, battery gauge and charger.
package struct BatteryParameters: Sendable {
  /// The usable energy of the full cell, after the loss by aging [J].
  package let capacityJoules: Double
  /// The share of the capacity that has to be used before the gauge falls below 100 %.
  package let gaugeTopShare: Double
  /// The charge level at which a phone that shut off with an empty battery starts again, 0 to 1.
  package let restartShare: Double
  package let curve: ChargeCurve
  /// The maximum power that the charger gives to the phone and its cell together [W].
  package let adapterWatts: Double
  package let lowPower: LowPowerParameters
}

/// The person's use of Low Power Mode, and the power that the mode saves.
package struct LowPowerParameters: Sendable {
  /// The probability that the person accepts an offer of the mode. The phone makes the offer when
  /// the battery falls to 20 % and to 10 %.
  package let acceptProbability: Double
  /// The share of the system's own background work that continues while the mode is on.
  package let systemBackgroundShare: Double
}

/// The chargers that a scenario can give to the phone.
package enum Charger: String, PhoneVariant {
  package static let names = allNames

  case fast
  case fiveWatts = "five-watts"
}

extension BatteryParameters {
  package init(profile: DeviceProfile, draw: inout ParameterDraw) {
    let health = draw.ranged("battery.healthShare", 0.8...1, "BAT-10 (unsourced)", level: .trait)
    let wattHours = profile.designWattHours
    let designJoules = draw.figure(
      "battery.designJoules",
      .ranged(wattHours.lowerBound * 3600...wattHours.upperBound * 3600, profile.cellSource))
    capacityJoules = designJoules * health
    gaugeTopShare = draw.ranged("battery.gaugeTopShare", 0.030...0.054, "BAT-11", level: .trait)
    restartShare = draw.known("battery.restartShare", 0.03, "BAT-10 (unsourced)")
    let charger = draw.reading(
      "charger", standard: profile.pick(Charger.fast, n95: .fiveWatts), "BAT-5")
    adapterWatts = draw.known(
      "battery.adapterWatts", charger == .fast ? 20 : 5,
      profile.pick("BAT-5", n95: "BAT-5 (unsourced for this phone)"))
    curve = ChargeCurve(
      charger: charger, wattHours: designJoules / 3600, capacityJoules: capacityJoules,
      draw: &draw)
    lowPower = LowPowerParameters(
      acceptProbability: draw.ranged(
        "lowPower.acceptProbability", 0...1, "BAT-7 (unsourced)", level: .trait),
      systemBackgroundShare: draw.ranged(
        "lowPower.systemBackgroundShare", 0...1, "BAT-6 (judgement)"))
  }
}
