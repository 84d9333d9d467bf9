import PhoneAPI

/// A hot phone: on a dashboard in the sun, charging while it navigates (LIFE-16).
///
/// Scenario or person say how hot it is. From `serious` on the system slows the processor, dims the
/// display and puts off what can wait (LIFE-11); how much, no source tells.
extension SimulatedPhone {
  func setThermalState(_ state: ThermalState) {
    guard state != thermalState else { return }
    note(.hardware, "LIFE-16") { "is \(state.words), after \(thermalState.words)" }
    thermalState = state
    screen.reconsider()
    statusMayHaveChanged()
  }

  var isThrottled: Bool { thermalState == .serious || thermalState == .critical }
  /// Of full power.
  var displayShare: Double { isThrottled ? model.system.life.hotDisplayShare : 1 }
  /// Of full speed.
  var processorShare: Double { isThrottled ? model.system.life.hotProcessorShare : 1 }
}

extension ThermalState {
  fileprivate var words: String {
    switch self {
    case .nominal: "cool enough"
    case .fair: "warm"
    case .serious: "hot"
    case .critical: "too hot"
    }
  }
}
