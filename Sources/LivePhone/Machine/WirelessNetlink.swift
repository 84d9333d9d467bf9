#if os(Linux)
  import Glibc

  /// Asks the kernel about its wireless interfaces by nl80211, a family of generic netlink
  /// (linux/nl80211.h): the older wireless extensions know nothing of newer radios.
  ///
  /// A question and its answer take some microseconds, no rights and no other program.
  final class WirelessNetlink {
    private static let genericNetlink: Int32 = 16
    // The controller, whose family number is fixed, tells the other families' numbers.
    private static let controller: UInt16 = 16
    private static let getFamily: UInt8 = 3
    private static let familyID: UInt16 = 1
    private static let familyName: UInt16 = 2
    // nl80211's own.
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

    /// Nil where the interface has joined no network, or is not to be asked.
    func networkName(of interface: String) -> String? {
      let index = if_nametoindex(interface)
      guard index > 0, let family else { return nil }
      let question = NetlinkMessage(
        kind: family, command: Self.getInterface,
        attributes: [(Self.interfaceIndex, NetlinkMessage.bytes(index))])
      return answer(to: question).flatMap(Self.networkName(in:))
    }

    /// Up to 32 bytes of anybody's choice, nearly always UTF-8; none of a network that hides.
    static func networkName(in answer: NetlinkMessage) -> String? {
      guard let bytes = answer.value(networkName), !bytes.isEmpty else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Nil where the kernel has no such family, as one without Wi-Fi.
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
