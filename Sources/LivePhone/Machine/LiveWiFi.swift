import PhoneAPI

/// The name of the joined Wi-Fi network, as the kernel has it.
final class LiveWiFi: WiFi {
  private let interfaces: NetworkInterfaces
  private let name: (_ interface: String) -> String?

  /// - Parameter name: asks the kernel for the network that an interface has joined.
  init(_ interfaces: NetworkInterfaces, name: @escaping (_ interface: String) -> String?) {
    self.interfaces = interfaces
    self.name = name
  }

  /// A machine's own, asked through nl80211; a made-up one is not asked.
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

  /// Of the first interface that has joined one.
  var networkName: String? { interfaces.wireless.lazy.compactMap(self.name).first }
}
