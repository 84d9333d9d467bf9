import EventKernel
import PhoneProfiles
import Timekeeping

/// Low Power Mode: the phone offers it when the gauge falls to 20 % and again at 10 % (BAT-7). The
/// person turns it on, and the system turns it off at 80 % on the charger (BAT-6).
///
/// This class decides when the mode is on and how much power the hardware saves. Each service that
/// the mode restricts implements its restriction itself.
final class LowPowerMode: PhonePart {
  private(set) var isOn = false
  private let parameters: LowPowerParameters
  private let answers: SeededRandom
  /// The gauge level at the last check; nil before the first check. The first check makes no offer.
  private var lastPercent: Int?

  private static let offersAtPercent = [20, 10]
  private static let endsAtPercent = 80

  init(phone: SimulatedPhone, parameters: LowPowerParameters, chance: SeededRandom) {
    self.parameters = parameters
    answers = chance.stream("lowPower.answer")
    super.init(phone: phone)
  }

  /// Turns the mode on or off. Only `SimulatedPhone.setLowPowerMode` may call this method.
  func set(_ isOn: Bool) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    phone.updateBasePower()
    phone.reportPowerChange()
    phone.statusMayHaveChanged()
  }

  /// The share of the system's own background work that continues; 1 while the mode is off.
  var backgroundShare: Double { isOn ? parameters.systemBackgroundShare : 1 }

  /// Returns the next lower gauge level at which the phone offers the mode, 0 to 1; nil if there is
  /// none.
  func nextGauge(below percent: Int) -> Double? {
    Self.offersAtPercent.first { $0 < percent }.map { Double($0) / 100 }
  }

  /// Offers the mode to the person or ends it, depending on the gauge. It is called whenever the
  /// phone reads its gauge.
  func gaugeShows(_ percent: Int, isPluggedIn: Bool) {
    defer { lastPercent = percent }
    if isOn, isPluggedIn, percent >= Self.endsAtPercent {
      phone.note(.operatingSystem, "BAT-6") { "Low Power Mode ends: the charge is at \(percent) %" }
      return phone.setLowPowerMode(false)
    }
    guard let lastPercent, !isOn, !isPluggedIn, !phone.model.system.isUnrestricted else { return }
    for offer in Self.offersAtPercent where percent <= offer && offer < lastPercent {
      let isTaken = takes(offer)
      phone.note(.person, "BAT-7") {
        "\(isTaken ? "takes" : "declines") the offer of Low Power Mode at \(percent) %"
      }
      if isTaken { return phone.setLowPowerMode(true) }
    }
  }

  /// Returns true if the person accepts the offer. The answer depends only on the day and the
  /// offer. It is therefore the same in the simulations of all trackers.
  private func takes(_ offer: Int) -> Bool {
    let day = floorDivide(phone.now.wholeSeconds, 86_400)
    return answers.stream(offer).happens(
      withProbability: parameters.acceptProbability, at: day)
  }
}
