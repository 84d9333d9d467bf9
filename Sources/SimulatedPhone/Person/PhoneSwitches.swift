import World

/// The switches of the phone that no other part stores.
struct PhoneSwitches: Equatable {
  var isAirplaneModeOn = false
  var isWiFiOn = true

  /// Returns the part of an available network that the switches allow. Airplane mode turns Wi-Fi
  /// off too.
  func network(_ available: NetworkAvailability) -> NetworkAvailability {
    if isAirplaneModeOn { return .none }
    if case .wifi = available, !isWiFiOn { return .cellular }
    return available
  }

  /// True if the phone scans for Wi-Fi access points. It uses the scans for positions too.
  var scansWiFi: Bool { isWiFiOn && !isAirplaneModeOn }
}
