import PhoneAPI

/// The machine's network interfaces, as the kernel lists them; nothing is sent to find out more.
struct NetworkInterfaces: Sendable {
  private static let folder = "sys/class/net"
  private let root: MachineRoot

  init(_ root: MachineRoot) { self.root = root }

  /// By which interfaces packets to anywhere would leave, a cellular one only if there is no other. A cable
  /// counts as Wi-Fi: what a phone's reachability means by it is that data cost nothing.
  var reachability: Reachability {
    let ways = Set(internetInterfaces + internetInterfaces6).filter(isUp)
    guard !ways.isEmpty else { return .none }
    return ways.allSatisfy(isCellular) ? .cellular : .wifi
  }

  /// Those that have a radio for Wi-Fi, in the order of their names.
  var wireless: [String] {
    root.names(in: Self.folder).filter {
      root.exists("\(Self.folder)/\($0)/phy80211") || root.exists("\(Self.folder)/\($0)/wireless")
    }
  }

  // MARK: Routes

  /// Interfaces of default routes: to 0.0.0.0 by the mask 0.0.0.0, and in use (RTF_UP, not RTF_REJECT).
  private var internetInterfaces: [String] {
    rows("proc/net/route").dropFirst().compactMap { fields in
      guard fields.count > 7, fields[1] == "00000000", fields[7] == "00000000",
        isUsed(flags: fields[3])
      else { return nil }
      return String(fields[0])
    }
  }

  /// Of the same by IPv6: destination and length of the prefix stand first, flags and interface last.
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

  /// Modems and tunnels mostly do not know whether they are up; the route says that they are used.
  private func isUp(_ interface: String) -> Bool {
    let state = root.text("\(Self.folder)/\(interface)/operstate")
    return state == "up" || state == "unknown"
  }

  /// By the kernel's kind of device, or a link by PPP (512) or of bare packets (519, a modem's).
  private func isCellular(_ interface: String) -> Bool {
    let folder = "\(Self.folder)/\(interface)/"
    if (root.text(folder + "uevent") ?? "").split(separator: "\n").contains("DEVTYPE=wwan") {
      return true
    }
    return [512, 519].contains(root.number(folder + "type"))
  }
}
