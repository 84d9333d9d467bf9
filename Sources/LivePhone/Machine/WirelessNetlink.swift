#if os(Linux)
  import Glibc

  /// A connection to the kernel that asks about wireless interfaces by nl80211.
  ///
  /// nl80211 is a family of generic netlink (linux/nl80211.h). The older wireless extensions do not
  /// support newer radios. A request takes some microseconds and needs no privileges and no other
  /// program.
  final class WirelessNetlink {
    private static let genericNetlink: Int32 = 16
    // The controller has a fixed family number and returns the numbers of other families.
    private static let controller: UInt16 = 16
    private static let getFamily: UInt8 = 3
    private static let familyID: UInt16 = 1
    private static let familyName: UInt16 = 2
    // The numbers of nl80211.
    private static let getInterface: UInt8 = 5
    private static let interfaceIndex: UInt16 = 3
    private static let networkName: UInt16 = 52

    private let socket: Int32
    private lazy var family = number(ofFamily: "nl80211")

    init() {
      socket = Glibc.socket(
        AF_NETLINK, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), Self.genericNetlink)
      // The kernel answers within the call, or not at all.
      var patience = timeval(tv_sec: 0, tv_usec: 100_000)
      setsockopt(
        socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { if socket >= 0 { close(socket) } }

    /// Returns the name of the network that an interface has joined.
    ///
    /// Returns nil if the interface has joined no network, or if the kernel does not answer.
    func networkName(of interface: String) -> String? {
      let index = if_nametoindex(interface)
      guard index > 0, let family else { return nil }
      let question = NetlinkMessage(
        kind: family, command: Self.getInterface,
        attributes: [(Self.interfaceIndex, NetlinkMessage.bytes(index))])
      return answer(to: question).flatMap(Self.networkName(in:))
    }

    /// Returns the network name in an answer; nil for a hidden network.
    ///
    /// A name is up to 32 bytes of any kind, nearly always UTF-8.
    static func networkName(in answer: NetlinkMessage) -> String? {
      guard let bytes = answer.value(networkName), !bytes.isEmpty else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the number of a netlink family; nil if the kernel does not have the family. For
    /// example, a kernel without Wi-Fi does not have the family nl80211.
    func number(ofFamily name: String) -> UInt16? {
      let question = NetlinkMessage(
        kind: Self.controller, command: Self.getFamily,
        attributes: [(Self.familyName, Array(name.utf8) + [0])])
      return answer(to: question)?.value(Self.familyID).map { UInt16(NetlinkMessage.number($0)) }
    }

    private func answer(to question: NetlinkMessage) -> NetlinkMessage? {
      let bytes = question.bytes
      guard socket >= 0, send(socket, bytes, bytes.count, 0) == bytes.count else { return nil }
      var answer = [UInt8](repeating: 0, count: 1 << 14)
      let count = recv(socket, &answer, answer.count, 0)
      guard count > 0, let message = NetlinkMessage(Array(answer[..<count])),
        message.kind != NetlinkMessage.error
      else { return nil }
      return message
    }
  }
#endif
