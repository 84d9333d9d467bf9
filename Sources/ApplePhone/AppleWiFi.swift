#if os(iOS) || os(Linux)
  import Foundation
  import PhoneAPI

  #if os(Linux)
    import SystemConfiguration
  #else
    import SystemConfiguration.CaptiveNetwork
  #endif

  /// The Wi-Fi network of an iOS app. Its name needs the entitlement "Access Wi-Fi Information" and
  /// the permission for precise location.
  final class AppleWiFi: WiFi {
    let availability = ServiceAvailability.available

    private static var interfaces: [String]? {
      #if os(Linux)
        CNCopySupportedInterfaces()
      #else
        CNCopySupportedInterfaces() as? [String]
      #endif
    }

    /// The system's newer function answers later. This one is the only one that answers at once.
    var networkName: String? {
      guard let interfaces = Self.interfaces else { return nil }
      for interface in interfaces {
        #if os(Linux)
          let details = CNCopyCurrentNetworkInfo(interface)
        #else
          let details = CNCopyCurrentNetworkInfo(interface as CFString) as? [String: Any]
        #endif
        if let name = details?[kCNNetworkInfoKeySSID as String] as? String { return name }
      }
      return nil
    }
  }
#endif
