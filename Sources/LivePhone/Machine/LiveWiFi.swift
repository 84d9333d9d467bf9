import PhoneAPI

/// The service that reads the name of the joined Wi-Fi network from the kernel.
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

  /// Creates the service for a machine.
  ///
  /// On the real machine, the service asks nl80211. If `root` is a folder of test files, the
  /// service finds no network names.
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

  /// The name of the joined network; nil if no interface has joined a network. If several
  /// interfaces have joined a network, the network of the first interface counts.
  var networkName: String? { interfaces.wireless.lazy.compactMap(self.name).first }
}
