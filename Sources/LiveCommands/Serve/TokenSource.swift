import Files
import Foundation
import LivePhone
import Receiver
import ReceiverService
import Text

/// The source of the receiver's tokens, and the place where new tokens are shown or written.
struct TokenSource {
  private static let lengthMin = 16

  private let command: ServeCommand
  private let address: ServedAddress

  init(_ command: ServeCommand, _ address: ServedAddress) {
    self.command = command
    self.address = address
  }

  /// The result of setting the tokens. It contains the tokens in plain text only if a terminal
  /// shows them.
  enum Outcome {
    case known
    case shown(ReceiverTokens)
    case written(path: String)
  }

  /// Sets the tokens of the receiver. They come from the environment or from a file that the user
  /// provides. Otherwise the tokens in the store stay valid, or new ones are made.
  func settle(in store: SQLiteReceiverStore) throws -> Outcome {
    if let tokens = try ownersTokens() {
      try set(tokens, in: store)
      return .known
    }
    if try ReceiverTokens.areSet(in: store), !command.newTokens, command.tokenFile == nil {
      return .known
    }
    let tokens = ReceiverTokens.made()
    let outcome: Outcome
    if command.tokenFile == nil && isatty(STDOUT_FILENO) == 1 {
      outcome = .shown(tokens)
    } else {
      let path = command.tokenFile ?? command.store + ".tokens"
      try write(tokens, to: path)
      outcome = .written(path: path)
    }
    try set(tokens, in: store)
    return outcome
  }

  private func set(_ tokens: ReceiverTokens, in store: SQLiteReceiverStore) throws {
    try tokens.set(
      in: store, patient: ReceiverConfiguration().patient.number, at: LiveClock.wallClockTime)
  }

  private func ownersTokens() throws(InputError) -> ReceiverTokens? {
    let environment = ProcessInfo.processInfo.environment
    let names = ["ODOGRAPH_DEVICE_TOKEN", "ODOGRAPH_ADMIN_TOKEN"]
    let given = names.compactMap { environment[$0] }.filter { !$0.isEmpty }
    if given.count == names.count {
      for (name, token) in zip(names, given) { try check(token, .environment(name)) }
      return ReceiverTokens(device: given[0], admin: given[1])
    }
    guard given.isEmpty else {
      throw InputError(
        .commandLine, "only one of \(names[0]) and \(names[1]) is set", accepted: "both, or neither"
      )
    }
    guard let path = command.tokenFile, !command.newTokens,
      FileManager.default.fileExists(atPath: path)
    else { return nil }
    return try read(path)
  }

  private enum Origin {
    case environment(String)
    case file(String)
  }

  private func check(_ token: String, _ origin: Origin) throws(InputError) {
    let isPlain = token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard !isPlain || token.utf8.count < Self.lengthMin else { return }
    let accepted = "at least \(Self.lengthMin) letters, digits or signs, without spaces"
    switch origin {
    case .environment(let name):
      throw InputError(.commandLine, "\(name) is not a valid token", accepted: accepted)
    case .file(let path):
      throw InputError(SourceLocation(file: path), "a token is not valid", accepted: accepted)
    }
  }

  // MARK: The file

  private func read(_ path: String) throws(InputError) -> ReceiverTokens {
    let tokens = SecretFile.named(try SecretFile.text(of: path))
    guard let device = tokens["device"], let admin = tokens["admin"] else {
      throw InputError(
        SourceLocation(file: path), "--token-file: a token is missing",
        accepted: "a line 'device: …' and a line 'admin: …'")
    }
    for token in [device, admin] { try check(token, .file(path)) }
    return ReceiverTokens(device: device, admin: admin)
  }

  private func write(_ tokens: ReceiverTokens, to path: String) throws(InputError) {
    let text = """
      # Tokens of an odograph receiver. Keep them secret.
      device: \(tokens.device)
      admin: \(tokens.admin)
      # To set up Overland, open this on the phone:
      # \(address.setupLink(tokens.device))

      """
    do {
      try DurableFile.write(text.utf8, to: path, mode: 0o600)
    } catch {
      throw InputError(
        SourceLocation(file: path), "the tokens cannot be written",
        accepted: "--token-file with a file in a folder that you may write to")
    }
  }
}
