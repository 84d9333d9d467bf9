import Foundation
import LiveTestSupport
import PhoneAPI
import Testing

@testable import LivePhone

@Suite("The machine's network")
struct LiveNetworkTests {
  private static let header =
    "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"

  private static func route(
    _ interface: String, to destination: String = "00000000", flags: String = "0003",
    mask: String = "00000000"
  ) -> [String: String] {
    [
      "proc/net/route": header
        + "\(interface)\t\(destination)\t0102A8C0\t\(flags)\t0\t0\t600\t\(mask)\t0\t0\t0"
    ]
  }

  private static func route6(_ interface: String, flags: String) -> [String: String] {
    let nowhere = String(repeating: "0", count: 32)
    return [
      "proc/net/ipv6_route":
        "fe800000000000000000000000000000 40 \(nowhere) 00 \(nowhere) 00000100 00000001 00000000 00000001 \(interface)\n"
        + "\(nowhere) 00 \(nowhere) 00 fd000000000000000000000000000001 00000400 00000003 00000000 \(flags) \(interface)"
    ]
  }

  private static func interface(
    _ name: String, state: String = "up", _ files: [String: String] = [:]
  ) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (["operstate": state] + files).map {
        ("sys/class/net/\(name)/\($0.key)", $0.value)
      })
  }

  @Test(
    "Reachable is what a default route in use leads to",
    arguments: [
      ("nothing", [:], Reachability.none),
      ("an interface without a route", interface("wlan0"), .none),
      (
        "a route to the neighbors alone",
        interface("eth0") + route("eth0", to: "0002A8C0", flags: "0001", mask: "00FFFFFF"), .none
      ),
      ("Wi-Fi", interface("wlan0") + route("wlan0"), .wifi),
      ("a cable", interface("eth0") + route("eth0"), .wifi),
      ("a cable that is out", interface("eth0", state: "down") + route("eth0"), .none),
      ("a route that is not used", interface("eth0") + route("eth0", flags: "0002"), .none),
      ("a route that rejects", interface("eth0") + route("eth0", flags: "0201"), .none),
      (
        "a modem by the kernel's word",
        interface("wwan0", state: "unknown", ["uevent": "DEVTYPE=wwan\nINTERFACE=wwan0"])
          + route("wwan0"), .cellular
      ),
      (
        "a modem by PPP", interface("ppp0", state: "unknown", ["type": "512"]) + route("ppp0"),
        .cellular
      ),
      ("IPv6 alone", interface("eth0") + route6("eth0", flags: "00000003"), .wifi),
      (
        "IPv6 by Wi-Fi and IPv4 by a modem",
        interface("wlan0") + interface("ppp0", state: "unknown", ["type": "512"])
          + route("ppp0") + route6("wlan0", flags: "00000003"), .wifi
      ),
      ("IPv6's way to nowhere", route6("lo", flags: "00200200"), .none),
      ("a file that is none", ["proc/net/route": "what?\nnot\ta\troute"], .none),
    ] as [(String, [String: String], Reachability)])
  func reachability(what: String, files: [String: String], reachability: Reachability) {
    let tree = MachineTree(files)
    #expect(NetworkInterfaces(tree.root).reachability == reachability, "\(what)")
  }

  @Test("This machine's own files are read without trouble")
  func own() {
    let interfaces = NetworkInterfaces(MachineRoot())
    _ = interfaces.reachability
    let wifi = LiveWiFi(interfaces, of: MachineRoot())
    #expect(wifi.availability.isAvailable == !interfaces.wireless.isEmpty)
    if interfaces.wireless.isEmpty { #expect(wifi.networkName == nil) }
  }

  // MARK: Wi-Fi

  @Test("Without a radio there is no Wi-Fi, and with one its network's name is told")
  func names() {
    let none = MachineTree(Self.interface("eth0"))
    let absent = LiveWiFi(NetworkInterfaces(none.root)) { _ in "never asked" }
    #expect(absent.availability == .unavailable("this machine has no wireless interface"))
    #expect(absent.networkName == nil)
    let two = MachineTree(
      Self.interface("eth0") + Self.interface("wlan0", ["phy80211/name": "phy0"])
        + Self.interface("wlan1", ["wireless/status": "0"]))
    let interfaces = NetworkInterfaces(two.root)
    let joined = LiveWiFi(interfaces) { $0 == "wlan1" ? "Café" : nil }
    #expect(joined.availability.isAvailable)
    #expect(joined.networkName == "Café")
    #expect(LiveWiFi(interfaces) { _ in nil }.networkName == nil)
  }

  #if os(Linux)
    @Test("The kernel's controller tells of itself, and of no family that there is not")
    func netlink() {
      let kernel = WirelessNetlink()
      #expect(kernel.number(ofFamily: "nlctrl") == 16)
      #expect(kernel.number(ofFamily: "no such family") == nil)
      // The query can be repeated.
      #expect(kernel.number(ofFamily: "nlctrl") == 16)
      #expect(kernel.networkName(of: "lo") == nil)
    }

    @Test("A question has the form that the kernel's headers ask for")
    func question() {
      // nlmsghdr: 28 bytes, kind 28, a request, number 1, no port; genlmsghdr: command 5, version 1;
      // nlattr: 8 bytes of kind 3, interface 7.
      let question = NetlinkMessage(
        kind: 28, command: 5, attributes: [(3, NetlinkMessage.bytes(UInt32(7)))])
      #expect(
        question.bytes == [
          28, 0, 0, 0, 28, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0,
          5, 1, 0, 0, 8, 0, 3, 0, 7, 0, 0, 0,
        ])
    }

    @Test("The name is found among an answer's attributes, and no answer cut short is taken")
    func answer() throws {
      let bytes: [UInt8] =
        [52, 0, 0, 0, 28, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 7, 1, 0, 0]
        // Kind 3: interface 3; kind 4: "wlan0"; kind 52: "Net".
        + [8, 0, 3, 0, 3, 0, 0, 0]
        + [10, 0, 4, 0] + Array("wlan0".utf8) + [0, 0, 0]
        + [7, 0, 52, 0] + Array("Net".utf8) + [0]
        + [4, 0, 53, 0]
      let message = try #require(NetlinkMessage(bytes))
      #expect(WirelessNetlink.networkName(in: message) == "Net")
      for count in 0..<bytes.count { #expect(NetlinkMessage(Array(bytes[..<count])) == nil) }
      var damaged = bytes
      damaged[20] = 200  // longer than the message
      #expect(NetlinkMessage(damaged) == nil)
      damaged[20] = 0
      #expect(NetlinkMessage(damaged) == nil)
    }
  #endif
}
