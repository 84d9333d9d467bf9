import Documents
import Text

/// The server that the requests of a user's own app reach.
public enum AppServer: Sendable, Hashable {
  /// No server: requests fail, as if no host had the name.
  case none
  /// A simulated server that answers 200 to every request.
  case accepting
  /// A simulated server of this kind.
  case contract(ServerContract)
  /// A real server on this machine. Requests keep their paths, and go there in place of their own
  /// hosts.
  case loopback(LoopbackAddress)

  private static let acceptingWord = "accepting"

  private static var words: [String] { [acceptingWord] + ServerContract.allCases.map(\.rawValue) }

  /// The key `server` in the description of an app.
  static let key = Key(
    "server", .either([.words(words), .described(LoopbackAddress.accepted, .text)]),
    "The server that the app's requests reach", default: "`none`, so that requests fail",
    example: "accepting")

  /// Reads the value of the key `server`.
  init(_ node: SourceNode) throws(InputError) {
    let text = try node.text(Self.acceptedForms)
    if text.contains("://") {
      guard let address = LoopbackAddress(text) else {
        throw InputError(
          node.location, "'\(node.name)' is \(quoted(text))",
          accepted: LoopbackAddress.accepted + "; servers elsewhere are never contacted")
      }
      self = .loopback(address)
    } else if text == Self.acceptingWord {
      self = .accepting
    } else if let contract = ServerContract(rawValue: text) {
      self = contract == .none ? .none : .contract(contract)
    } else {
      throw InputError(
        node.location, "'\(node.name)' is \(quoted(text))", accepted: Self.acceptedForms,
        suggestion: nearestSpelling(to: text, among: Self.words))
    }
  }

  private static var acceptedForms: String {
    listing(words) + ", or " + LoopbackAddress.accepted
  }
}

/// The address of a real HTTP server on this machine.
public struct LoopbackAddress: Sendable, Hashable, CustomStringConvertible {
  static let accepted = "http://127.0.0.1:PORT, http://[::1]:PORT or http://localhost:PORT"

  /// The address in numbers. `localhost` is 127.0.0.1, whatever the machine's name service says.
  package var isVersion6: Bool
  package var port: UInt16
  public var description: String

  /// Reads an address without a path. Nil for any host that is not this machine.
  public init?(_ text: String) {
    guard text.hasPrefix("http://") else { return nil }
    var rest = text.dropFirst("http://".count)
    if rest.hasSuffix("/") { rest.removeLast() }
    let hosts = ["127.0.0.1": false, "localhost": false, "[::1]": true]
    let host = hosts.keys.sorted().first { rest == $0 || rest.hasPrefix($0 + ":") }
    guard let host, let isVersion6 = hosts[host] else { return nil }
    self.isVersion6 = isVersion6
    rest.removeFirst(host.count)
    if rest.isEmpty {
      port = 80
    } else {
      let digits = rest.dropFirst()
      guard digits.allSatisfy(\.isNumber), let number = UInt16(digits), number > 0 else {
        return nil
      }
      port = number
    }
    description = "http://\(host):\(port)"
  }
}
