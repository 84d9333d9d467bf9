import Timekeeping

/// The account of the phone's energy. The ledger adds up the energy by component and cause, and the
/// battery loses the total.
struct PowerSupply {
  let ledger: EnergyLedger
  private(set) var battery: Battery

  init(battery: Battery, at start: Instant) {
    self.battery = battery
    ledger = EnergyLedger(startingAt: start)
  }

  mutating func setPower(
    _ watts: Double, _ component: EnergyComponent, _ cause: EnergyCause, at now: Instant
  ) {
    let before = ledger.watts(component, cause)
    guard before != watts else { return }
    ledger.setPower(watts, component, cause, at: now)
    battery.changeLoad(by: watts - before, at: now)
  }

  @inline(__always)
  mutating func addImpulse(
    _ joules: Double, _ component: EnergyComponent, _ cause: EnergyCause
  ) {
    ledger.addImpulse(joules, component, cause)
    battery.addImpulse(joules)
  }

  mutating func setPluggedIn(_ isPluggedIn: Bool, at now: Instant) {
    battery.setPluggedIn(isPluggedIn, at: now)
  }

  mutating func advanceBattery(to now: Instant) { battery.advance(to: now) }

  /// Sets the power of all components to zero, as in a phone that is off.
  mutating func cutAll(at now: Instant) {
    for component in EnergyComponent.allCases {
      for cause in EnergyCause.allCases where ledger.watts(component, cause) != 0 {
        ledger.setPower(0, component, cause, at: now)
      }
    }
    battery.clearLoad(at: now)
  }
}
