import Foundation
import Receiver
import ReceiverService

/// The text that `odograph serve` prints when it begins to accept requests.
struct Welcome {
  private let address: ServedAddress
  private let contracts: [ReceiverContract]
  private let store: String
  private let isOpen: Bool
  private let tokens: TokenSource.Outcome?

  init(
    _ address: ServedAddress, _ contracts: [ReceiverContract], store: String, isOpen: Bool,
    _ tokens: TokenSource.Outcome?
  ) {
    self.address = address
    self.contracts = contracts
    self.store = store
    self.isOpen = isOpen
    self.tokens = tokens
  }

  var text: String {
    var lines = ["The page: \(address.url)/", "Phones send to:"]
    let width = contracts.map(\.rawValue.count).max() ?? 0
    for contract in contracts {
      let name = contract.rawValue.padding(toLength: width, withPad: " ", startingAt: 0)
      lines.append("  \(name)  \(address.url)\(ReceiverSite.path(of: contract))")
    }
    lines.append("Records are stored in \(store).")
    if address.isOfThisMachineAlone {
      lines.append("Only this machine can reach it; --host 0.0.0.0 lets phones on your network in.")
    }
    return (lines + tokenLines).joined(separator: "\n") + "\n"
  }

  private var tokenLines: [String] {
    switch tokens {
    case .shown(let tokens):
      [
        "", "To set up Overland, open this on the phone:", "  \(address.setupLink(tokens.device))",
        "Token of phones:      \(tokens.device)", "Token for the page:   \(tokens.admin)",
        "They are shown only once: the store has only their hashes.", "",
      ]
    case .written(let path):
      ["The tokens, and a link that sets up Overland, are in \(path), which only you can read."]
    case .known: ["The tokens have not changed; --new-tokens replaces them."]
    case nil: ["No token is needed (--no-auth). To set up Overland: \(address.setupLink(nil))"]
    }
  }
}

/// The address at which phones reach the receiver.
struct ServedAddress {
  let url: String
  let isOfThisMachineAlone: Bool

  init(host: String, port: UInt16) {
    isOfThisMachineAlone = host.hasPrefix("127.") || host == "localhost" || host == "::1"
    let isAny = host == "0.0.0.0" || host == "::"
    let name = isAny ? ProcessInfo.processInfo.hostName : host
    url = "http://\(name.contains(":") ? "[\(name)]" : name):\(port)"
  }

  func setupLink(_ token: String?) -> String {
    var allowed = CharacterSet.urlQueryAllowed
    allowed.remove(charactersIn: "&=+:/?")
    func encoded(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
    }
    let link = "overland://setup?url=" + encoded(url + ReceiverSite.path(of: .overland))
    return token.map { link + "&token=" + encoded($0) } ?? link
  }
}
