import ArgumentParser
import Cryptography
import Dispatch
import Foundation
import LivePhone
import Receiver
import ReceiverService
import Terminal
import Text
import Timekeeping

/// `odograph serve`: the receiver on a port of this machine, with a page that shows what arrives.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Receive what trackers send, and show it on a page.",
    discussion: """
      Each kind of server lies at a path of its own, such as /overland; the first of --contract that \
      usually lies at /api/input is there too. The page is at /. What was received is kept in a SQLite file. ^C or SIGTERM ends it once the answers under way are given.

      Two tokens are made on first start and shown once: one for phones, one for the page and the admin \
      calls. Where standard output is no terminal they are written to STORE.tokens, which only you can \
      read. Your own are taken from ODOGRAPH_DEVICE_TOKEN and ODOGRAPH_ADMIN_TOKEN, or from --token-file.

      The traffic is plain HTTP: beyond a network that you trust, put a proxy with TLS in front.
      """)

  @Option(help: "The address to listen at; 0.0.0.0 lets the whole network in.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen at; 0 for any that is free.")
  var port: UInt16 = 8765

  @Option(help: ArgumentHelp("Where to keep what is received.", valueName: "file"))
  var store = "odograph-receiver.sqlite"

  @Option(
    help: ArgumentHelp(
      "A kind of server to be, may be repeated: \(ReceiverContract.allNames). (default: all)",
      valueName: "name"))
  var contract: [String] = []

  @Option(
    help: ArgumentHelp(
      "The tokens, as lines 'device: …' and 'admin: …'; made where it is missing.",
      valueName: "file"))
  var tokenFile: String?

  @Flag(help: "Make new tokens; the old are good no more.")
  var newTokens = false

  @Flag(help: "Take what comes without a token, and show the page to everybody.")
  var open = false

  func validate() throws {
    guard !open || (tokenFile == nil && !newTokens) else {
      throw ValidationError("--open is given with tokens; accepted: one or the other")
    }
  }

  func run() throws {
    let contracts = try servedContracts()
    // The port first: a server that cannot have it leaves no store behind.
    let server = try ReceiverProcess.listen(host: host, port: port)
    let database = try openStore()
    let address = ServedAddress(host: host, port: server.port)
    let tokens = try open ? nil : settleTokens(in: database, address)
    var receiving = ReceiverConfiguration(isOpen: open)
    receiving.hash = sha256
    receiving.issuer = address.url + "/o"
    receiving.bodyBytesMax = HTTPLimits().bodyBytesMax
    let site = try ReceiverSite(
      store: database, contracts: contracts, configuration: receiving,
      onTrouble: { Console.remark($0) }, now: { LiveClock.wallClockTime })
    let welcome = Welcome(address, contracts, store: store, isOpen: open, tokens)
    try server.run(site) { Console.write(welcome.text) }
    try database.close()
    Console.remark("Ended; everything that was acknowledged is in \(store).")
  }

  private func settleTokens(
    in database: SQLiteReceiverStore, _ address: ServedAddress
  ) throws -> TokenSource.Outcome {
    do {
      return try TokenSource(self, address).settle(in: database)
    } catch let full as StoreIsFull {
      throw InputError(
        SourceLocation(file: store), "--store: \(full)", accepted: "a disk with room for records")
    }
  }

  private func servedContracts() throws(InputError) -> [ReceiverContract] {
    if contract.isEmpty { return ReceiverContract.allCases }
    return try contract.map { name throws(InputError) in
      guard let contract = ReceiverContract(rawValue: name) else {
        throw InputError(
          .commandLine, "--contract is '\(name)'", accepted: ReceiverContract.allNames)
      }
      return contract
    }
  }

  private func openStore() throws(InputError) -> SQLiteReceiverStore {
    let location = SourceLocation(file: store)
    do {
      return try SQLiteReceiverStore(path: store)
    } catch {
      switch error {
      case .foreign:
        throw InputError(
          location, "--store: this is no store of a receiver, and was left as it is",
          accepted: "a store that 'odograph serve' made, or a new name")
      case .newer:
        throw InputError(
          location, "--store: a later version of odograph wrote this store",
          accepted: "a store of this version, or a new name")
      case .damaged(_, let reason):
        throw InputError(
          location, "--store: the store is damaged (\(reason))",
          accepted: "a whole one, such as from a backup, or a new name")
      case .cannotOpen(_, let reason):
        throw InputError(
          location, "--store: the file cannot be opened (\(reason))",
          accepted: "a file in a folder that is there and that you may write to")
      }
    }
  }
}

extension ReceiverContract {
  static var allNames: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
