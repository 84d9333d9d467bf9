import PhoneAPI

/// The effects of heat, such as when the phone navigates and charges on a dashboard in the sun
/// (LIFE-16).
///
/// The scenario or the person sets how hot the phone is. From `serious` on, the system slows the
/// processor, dims the display and defers work that can wait (LIFE-11). No source states by how
/// much.
extension SimulatedPhone {
  func setThermalState(_ state: ThermalState) {
    guard state != thermalState else { return }
    note(.hardware, "LIFE-16") { "is now \(state.words), was \(thermalState.words)" }
    thermalState = state
    screen.reconsider()
    statusMayHaveChanged()
    reportSystemChange()
  }

  var isThrottled: Bool { thermalState == .serious || thermalState == .critical }
  /// The display's power as a share of its full power. It is below 1 on a hot phone.
  var displayShare: Double { isThrottled ? model.system.life.hotDisplayShare : 1 }
  /// The processor's speed as a share of its full speed. It is below 1 on a hot phone.
  var processorShare: Double { isThrottled ? model.system.life.hotProcessorShare : 1 }
}

extension ThermalState {
  fileprivate var words: String {
    switch self {
    case .nominal: "cool"
    case .fair: "warm"
    case .serious: "hot"
    case .critical: "too hot"
    }
  }
}
