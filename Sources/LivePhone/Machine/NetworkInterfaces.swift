import PhoneAPI

/// The machine's network interfaces as the kernel lists them. The program sends nothing to test
/// them.
struct NetworkInterfaces: Sendable {
  private static let folder = "sys/class/net"
  private let root: MachineRoot

  init(_ root: MachineRoot) { self.root = root }

  /// The reachability according to the interfaces of default routes. It is cellular only if there
  /// is no other interface.
  ///
  /// A cable counts as Wi-Fi: in an app's reachability, Wi-Fi means that data cost nothing.
  var reachability: Reachability {
    let ways = Set(internetInterfaces + internetInterfaces6).filter(isUp)
    guard !ways.isEmpty else { return .none }
    return ways.allSatisfy(isCellular) ? .cellular : .wifi
  }

  /// The interfaces with a Wi-Fi radio, sorted by name.
  var wireless: [String] {
    root.names(in: Self.folder).filter {
      root.exists("\(Self.folder)/\($0)/phy80211") || root.exists("\(Self.folder)/\($0)/wireless")
    }
  }

  // MARK: Routes

  /// The interfaces of IPv4's default routes. These routes lead to 0.0.0.0 with the mask 0.0.0.0
  /// and are in use (RTF_UP, not RTF_REJECT).
  private var internetInterfaces: [String] {
    rows("proc/net/route").dropFirst().compactMap { fields in
      guard fields.count > 7, fields[1] == "00000000", fields[7] == "00000000",
        isUsed(flags: fields[3])
      else { return nil }
      return String(fields[0])
    }
  }

  /// The interfaces of IPv6's default routes.
  ///
  /// In a line of the kernel's file, destination and prefix length come first, flags and interface
  /// last.
  private var internetInterfaces6: [String] {
    rows("proc/net/ipv6_route").compactMap { fields in
      guard fields.count > 9, fields[0].allSatisfy({ $0 == "0" }), fields[1] == "00",
        isUsed(flags: fields[8]), fields[9] != "lo"
      else { return nil }
      return String(fields[9])
    }
  }

  private func rows(_ file: String) -> [[Substring]] {
    (root.text(file) ?? "").split(separator: "\n").map {
      $0.split { $0 == " " || $0 == "\t" }
    }
  }

  private func isUsed(flags: Substring) -> Bool {
    guard let flags = UInt32(flags, radix: 16) else { return false }
    return flags & 0x1 != 0 && flags & 0x200 == 0
  }

  // MARK: Interfaces

  /// Returns true if an interface is up or its state is unknown.
  ///
  /// Modems and tunnels often do not report their state, but their route shows that they are in
  /// use.
  private func isUp(_ interface: String) -> Bool {
    let state = root.text("\(Self.folder)/\(interface)/operstate")
    return state == "up" || state == "unknown"
  }

  /// Returns true if an interface is cellular.
  ///
  /// An interface is cellular if its device type is `wwan`, or if it has a link type that modems
  /// use: PPP (512) or raw packets (519).
  private func isCellular(_ interface: String) -> Bool {
    let folder = "\(Self.folder)/\(interface)/"
    if (root.text(folder + "uevent") ?? "").split(separator: "\n").contains("DEVTYPE=wwan") {
      return true
    }
    return [512, 519].contains(root.number(folder + "type"))
  }
}
