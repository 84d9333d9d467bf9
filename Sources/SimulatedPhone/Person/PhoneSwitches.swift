import World

/// The switches of the phone that no other part stores.
struct PhoneSwitches: Equatable {
  var isAirplaneModeOn = false
  var isWiFiOn = true

  /// Returns the usable network out of the available one. Airplane mode turns Wi-Fi off too.
  func network(_ available: NetworkAvailability) -> NetworkAvailability {
    if isAirplaneModeOn { return .none }
    if case .wifi = available, !isWiFiOn { return .cellular }
    return available
  }

  /// True if the phone scans for access points, which it also does for positions.
  var scansWiFi: Bool { isWiFiOn && !isAirplaneModeOn }
}
