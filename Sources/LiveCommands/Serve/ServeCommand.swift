import ArgumentParser
import CommandOptions
import Cryptography
import Dispatch
import Foundation
import LivePhone
import Receiver
import ReceiverService
import Terminal
import Text
import Timekeeping

/// `odograph serve`: runs the receiver on a port of this machine, with a page that shows the
/// records.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run a server that accepts trackers' records and shows them on a page",
    discussion: CommandHelp(
      """
      Each contract has its own path, such as /overland; /api/input belongs to the first contract \
      of --contract that usually has it. The page is at /. Records are kept in a SQLite file. ^C \
      or SIGTERM ends the server after the answers under way.

      The first start makes two tokens and shows them once: one for phones, one for the page and \
      the admin calls. If standard output is not a terminal, they are written to STORE.tokens, \
      readable by you alone. Your own tokens are read from ODOGRAPH_DEVICE_TOKEN and \
      ODOGRAPH_ADMIN_TOKEN, or from --token-file.

      The server speaks plain HTTP: outside of a network that you trust, put a proxy with TLS in \
      front of it.
      """,
      examples: ["serve --store received.sqlite", "serve --host 0.0.0.0 --contract overland"],
      page: "guide/receive.md"
    ).text)

  @Option(help: "The address to listen on; 0.0.0.0 accepts the whole network")
  var host = "127.0.0.1"

  @Option(
    parsing: .unconditional, help: "The port to listen on; 0 for any free one (default: 8765)",
    transform: { UInt16(try wholeNumber($0, from: 0, upTo: Int(UInt16.max))) })
  var port: UInt16 = 8765

  @Option(help: ArgumentHelp("The SQLite file for the records", valueName: "file"))
  var store = "odograph-receiver.sqlite"

  @Option(
    help: ArgumentHelp(
      "A contract to accept; repeatable: \(ReceiverContract.allNames) (default: all)",
      valueName: "name"))
  var contract: [String] = []

  @Option(
    help: ArgumentHelp(
      "The file of the tokens, lines 'device: …' and 'admin: …'; created if missing",
      valueName: "file"))
  var tokenFile: String?

  @Flag(help: "Replace both tokens; the old ones stop working")
  var newTokens = false

  @Flag(help: "Accept records and show the page without a token (insecure)")
  var noAuth = false

  func validate() throws {
    guard !noAuth || (tokenFile == nil && !newTokens) else {
      throw ValidationError("--no-auth is given with tokens; accepted: one or the other")
    }
  }

  func run() throws {
    let contracts = try servedContracts()
    // Takes the port first: without it, no store is left behind.
    let server = try ReceiverProcess.listen(host: host, port: port)
    let database = try openStore()
    let address = ServedAddress(host: host, port: server.port)
    let tokens = try noAuth ? nil : settleTokens(in: database, address)
    var receiving = ReceiverConfiguration(isOpen: noAuth)
    receiving.hash = sha256
    receiving.issuer = address.url + "/o"
    receiving.bodyBytesMax = HTTPLimits().bodyBytesMax
    let site = try ReceiverSite(
      store: database, contracts: contracts, configuration: receiving,
      onTrouble: { Console.remark($0) }, now: { LiveClock.wallClockTime })
    let welcome = Welcome(address, contracts, store: store, isOpen: noAuth, tokens)
    try server.run(site) { Console.write(welcome.text) }
    try database.close()
    Console.remark("Ended; all acknowledged records are in \(store).")
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
          location, "--store: this is not a receiver's store; it was left unchanged",
          accepted: "a store that 'odograph serve' made, or a new name")
      case .newer:
        throw InputError(
          location, "--store: a later version of odograph wrote this store",
          accepted: "a store of this version, or a new name")
      case .damaged(_, let reason):
        throw InputError(
          location, "--store: the store is damaged (\(reason))",
          accepted: "an undamaged store, such as a backup, or a new name")
      case .cannotOpen(_, let reason):
        throw InputError(
          location, "--store: the file cannot be opened (\(reason))",
          accepted: "a file in an existing folder that you may write to")
      }
    }
  }
}

extension ReceiverContract {
  static var allNames: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
