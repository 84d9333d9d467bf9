import World

/// The switches for airplane mode and Wi-Fi, which the person can turn on and off.
struct PhoneSwitches {
  var isAirplaneModeOn = false
  var isWiFiOn = true

  /// Returns the network that the phone can use, given the available network and the switches. In
  /// airplane mode there is none. With Wi-Fi off, the phone uses the cell instead of Wi-Fi.
  func network(_ available: NetworkAvailability) -> NetworkAvailability {
    if isAirplaneModeOn { return .none }
    if case .wifi = available, !isWiFiOn { return .cellular }
    return available
  }

  /// True if the phone scans for Wi-Fi access points. Positions from Wi-Fi need these scans.
  var scansWiFi: Bool { isWiFiOn && !isAirplaneModeOn }
}
