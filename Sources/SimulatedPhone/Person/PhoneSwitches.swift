import World

/// How those switches of the whole phone stand that no other part keeps.
struct PhoneSwitches: Equatable {
  var isAirplaneModeOn = false
  var isWiFiOn = true

  /// What is left of the network that there is. Airplane mode takes Wi-Fi along.
  func network(_ available: NetworkAvailability) -> NetworkAvailability {
    if isAirplaneModeOn { return .none }
    if case .wifi = available, !isWiFiOn { return .cellular }
    return available
  }

  /// Whether the phone looks for access points, for positions too.
  var scansWiFi: Bool { isWiFiOn && !isAirplaneModeOn }
}
