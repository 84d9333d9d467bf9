import Accounts
import Foundation
import LivePhone
import LiveTracking
import Terminal
import Text
import Timekeeping
import TrackingEngine

/// The account of the user who has signed in at a server, for a command that asks the server.
struct SignedInAccount {
  let phone: LivePhone
  let account: Account

  /// Opens the account with the tokens of `odograph login`, or with a plain token.
  ///
  /// A token that has expired is renewed, and the new tokens are saved in the file.
  init(at server: String, tokenFile: String?) throws {
    let root = try serverAddress("<server>", server)
    let bearer = try BearerToken.find(file: tokenFile, for: root)
    let container: LiveContainer
    var issuer: String?
    var token: String?
    switch bearer {
    case .none: throw SignedInAccount.stranger(root)
    case .token(let plain):
      token = plain
      container = LiveContainer(
        values: ValueFile(inMemory: [:]), secrets: ValueFile(inMemory: [:]))
    case .signIn(let file):
      issuer = file.issuer
      container = file.container
    }
    phone = LivePhone(container: container, calendar: .utc)
    var known = Account.Server(
      root: root, issuer: issuer ?? root + "/o", clientIdentifier: "odograph",
      redirectURI: Account.outOfBand)
    known.accessToken = token
    account = Account(phone: phone, server: known)
    if account.isExpired {
      try phone.wait(for: "the sign-in has expired") { [account] in account.refresh($0) }
    }
  }

  static func stranger(_ server: String) -> InputError {
    InputError(
      .commandLine, "you are not signed in at \(server)",
      accepted: "a sign-in there: run 'odograph login \(server)' first")
  }
}

extension SignedInFile {
  /// The stored values and secrets of the sign-in. Only changes to the tokens are saved.
  var container: LiveContainer {
    LiveContainer(values: ValueFile(inMemory: values.values), secrets: values)
  }
}

extension LivePhone {
  /// Sends a request and waits for its answer.
  ///
  /// - Parameter attempt: the beginning of the error message if the request fails.
  func wait<Value>(
    for attempt: String, _ ask: (@escaping Account.Completion<Value>) -> Void
  ) throws -> Value {
    var answer: Result<Value, AccountError>?
    ask { answer = $0 }
    // The request times out long before.
    loop.run(for: .hours(1)) { answer != nil }
    switch answer ?? .failure(.network(.timedOut)) {
    case .success(let value): return value
    case .failure(let error): throw AccountFailure(attempt: attempt, reason: error.words)
    }
  }
}

/// The error that a request about the account failed.
struct AccountFailure: Error, CustomStringConvertible {
  var attempt: String
  var reason: String
  var description: String { attempt + ": " + reason }
}

/// The code or invitation that the user types, or passes on standard input.
enum TypedSecret {
  static func read() throws(InputError) -> String {
    if isatty(STDIN_FILENO) == 1 { Console.write("Code or invitation: ") }
    let line = (readLine() ?? "").trimmingCharacters(in: .whitespaces)
    guard !line.isEmpty else {
      throw InputError(
        .commandLine, "no code was entered", accepted: "the code, or an invitation")
    }
    return line
  }
}

/// Returns an address that the user typed, without a final slash.
func serverAddress(_ name: String, _ text: String) throws(InputError) -> String {
  var text = text
  while text.hasSuffix("/") { text.removeLast() }
  guard isWebAddress(text) else {
    throw InputError(
      .commandLine, "\(name) is '\(printable(text))'", accepted: "an address such as https://host")
  }
  return text
}
