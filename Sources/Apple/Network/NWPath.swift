import AppleProcess
import PhoneAPI

/// A network interface of the phone.
public struct NWInterface: Hashable, Sendable {
  public enum InterfaceType: Sendable, CaseIterable {
    case other, wifi, cellular, wiredEthernet, loopback
  }

  public let name: String
  public let type: InterfaceType

  init?(_ reachability: Reachability) {
    switch reachability {
    case .none: return nil
    case .wifi: (name, type) = ("en0", .wifi)
    case .cellular: (name, type) = ("pdp_ip0", .cellular)
    }
  }
}

/// The way to the network at one time.
///
/// Stand-in: the phone has one interface at a time. In Wi-Fi, a monitor that requires the cellular
/// interface is not satisfied.
public struct NWPath: Hashable, Sendable {
  public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
  public enum UnsatisfiedReason: Sendable {
    case notAvailable, cellularDenied, wifiDenied, localNetworkDenied, vpnInactive
  }

  public let status: Status
  public let availableInterfaces: [NWInterface]

  init(_ reachability: Reachability, isAllowed: (NWInterface.InterfaceType) -> Bool) {
    let interface = NWInterface(reachability).flatMap { isAllowed($0.type) ? $0 : nil }
    status = interface == nil ? .unsatisfied : .satisfied
    availableInterfaces = interface.map { [$0] } ?? []
  }

  /// Stand-in: `notAvailable`, also where the user has switched a radio off.
  public var unsatisfiedReason: UnsatisfiedReason { .notAvailable }

  public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
    availableInterfaces.contains { $0.type == type }
  }

  /// True in the cellular network. The phone joins no personal hotspots.
  public var isExpensive: Bool { usesInterfaceType(.cellular) }
  /// Stand-in: false, because the phone has no Low Data Mode.
  public var isConstrained: Bool { false }
}
