import PhoneAPI

/// The name of the joined Wi-Fi network, according to the kernel.
final class LiveWiFi: WiFi {
  private let interfaces: NetworkInterfaces
  private let name: (_ interface: String) -> String?

  /// Creates the service.
  ///
  /// - Parameter name: Asks the kernel for the network that an interface has joined.
  init(_ interfaces: NetworkInterfaces, name: @escaping (_ interface: String) -> String?) {
    self.interfaces = interfaces
    self.name = name
  }

  /// Creates the service for a machine, with nl80211 on this machine and no names on a made-up one.
  convenience init(_ interfaces: NetworkInterfaces, of root: MachineRoot) {
    guard root.isThisMachine else {
      self.init(interfaces) { _ in nil }
      return
    }
    #if os(Linux)
      let kernel = WirelessNetlink()
      self.init(interfaces) { kernel.networkName(of: $0) }
    #else
      self.init(interfaces) { _ in nil }
    #endif
  }

  var availability: ServiceAvailability {
    interfaces.wireless.isEmpty
      ? .unavailable("this machine has no wireless interface") : .available
  }

  /// The network of the first interface that has joined one.
  var networkName: String? { interfaces.wireless.lazy.compactMap(self.name).first }
}
