import EventKernel
import Timekeeping

/// Low Power Mode: offered when the gauge falls to 20 % and again at 10 % (BAT-7), chosen by the
/// person, left by itself at 80 % on the charger (BAT-6).
///
/// Here is when it is on, and what the hardware saves; what the system holds back meanwhile is said
/// where it is held back.
final class LowPowerMode {
  private(set) var isOn = false
  private unowned(unsafe) let phone: SimulatedPhone
  private let parameters: LowPowerParameters
  private let answers: Chance
  /// Nil before the first look: what was offered before the day began is over.
  private var lastPercent: Int?

  private static let offersAtPercent = [20, 10]
  private static let endsAtPercent = 80

  init(phone: SimulatedPhone, parameters: LowPowerParameters, chance: Chance) {
    self.phone = phone
    self.parameters = parameters
    answers = chance.stream("lowPower.answer")
  }

  /// Only `SimulatedPhone.setLowPowerMode` asks for it.
  func set(_ isOn: Bool) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    phone.updateBasePower()
    phone.tellPowerChange()
    phone.statusMayHaveChanged()
  }

  /// Share of the system's own doings that goes on.
  var backgroundShare: Double { isOn ? parameters.systemBackgroundShare : 1 }

  /// The gauge that comes next with something to decide, as a share; nil when none does.
  func nextGauge(below percent: Int) -> Double? {
    Self.offersAtPercent.first { $0 < percent }.map { Double($0) / 100 }
  }

  /// Called whenever the phone looks at its gauge.
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

  /// The person's mood of the day, whoever emptied the battery.
  private func takes(_ offer: Int) -> Bool {
    let day = floorDivide(phone.now.wholeSeconds, 86_400)
    return answers.stream(offer).happens(
      withProbability: parameters.acceptProbability, at: day)
  }
}
