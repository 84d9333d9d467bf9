import ArgumentParser
import Files
import Foundation
import LivePhone
import LiveTracking
import PhoneAPI
import Terminal
import Text
import Timekeeping
import TrackingEngine

/// `odograph login`: signs a user in to a health-data server, and stores the tokens.
struct LoginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in to a health-data server for 'odograph upload'",
    discussion: CommandHelp(
      """
      Prints an address to open in a browser. Enter the code that the page shows, the address that \
      it leads to, or an invitation; standard input works too. The tokens go to a file that only \
      you can read.

      The sign-in is OAuth 2.0's authorization code with PKCE. 'odograph upload' renews the token \
      and saves the new one in the file.
      """,
      examples: ["login https://study.example.org"], page: "guide/upload.md"
    ).text)

  @Argument(
    help: ArgumentHelp("The server's scheme and host, such as https://host", valueName: "server"))
  var server: String

  @Option(
    help: ArgumentHelp("The address of the sign-in (default: the server's /o)", valueName: "url"))
  var issuer: String?

  @Option(help: "The client ID of this program at the server")
  var client = "odograph"

  @Option(
    help: ArgumentHelp(
      "The address to which the server sends the browser with the code", valueName: "uri"))
  var redirectURI = "urn:ietf:wg:oauth:2.0:oob"

  @Option(
    help: ArgumentHelp(
      "The file for the tokens (default: odograph/tokens.json in your configuration folder)",
      valueName: "file"))
  var tokenFile: String?

  @Flag(help: "Consent to everything that your studies ask for")
  var consent = false

  func run() throws {
    let root = try address("<server>", server)
    var known = Account.Server(
      root: root, issuer: try issuer.map { try address("--issuer", $0) } ?? root + "/o",
      clientIdentifier: client, redirectURI: redirectURI)
    known.scope = "openid"
    let path = tokenFile ?? SignedInFile.defaultPath
    if Folder.exists(path) {
      throw InputError(SourceLocation(file: path), "this is a folder", accepted: "a file")
    }
    let interruption = Interruption {}
    defer { interruption.end() }
    let kept = ValueFile(inMemory: [:])
    let phone = LivePhone(
      container: LiveContainer(values: kept, secrets: kept), calendar: .utc)
    let account = Account(phone: phone, server: known)
    let page = try wait(on: phone) { account.beginSignIn($0) }
    Console.write("Sign in at\n\n\(page)\n\n")
    try signIn(account, phone, with: try answer())
    let profile = try? wait(on: phone) { account.fetchProfile($0) }
    if consent {
      try wait(on: phone) { account.answerStudies(to: nil, isGiven: true, $0) }
    }
    let pending = (try? wait(on: phone) { account.fetchConsents($0) })?.pendingScopes ?? []
    try SignedInFile.write(kept, server: root, to: path)
    phone.end()
    let name = profile.map { profile in
      " as " + (profile.email ?? "number \(profile.patient?.id ?? profile.id)")
    }
    Console.write("Signed in\(name ?? ""); the tokens are in \(path), which only you can read.\n")
    if !pending.isEmpty {
      Console.write(
        "You have not consented yet, so the server refuses \(pending.joined(separator: ", ")); "
          + "--consent gives the consent.\n")
    }
  }

  /// Returns an address that the user typed, without a final slash.
  private func address(_ name: String, _ text: String) throws(InputError) -> String {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    guard isWebAddress(text) else {
      throw InputError(
        .commandLine, "\(name) is '\(text)'", accepted: "an address such as https://host")
    }
    return text
  }

  private func answer() throws(InputError) -> String {
    if isatty(STDIN_FILENO) == 1 { Console.write("Code or invitation: ") }
    let line = (readLine() ?? "").trimmingCharacters(in: .whitespaces)
    guard !line.isEmpty else {
      throw InputError(
        .commandLine, "no code was entered", accepted: "the code, or an invitation")
    }
    return line
  }

  // MARK: Signing in

  /// Signs the user in with a code or an invitation. The two look alike, so a text that the server
  /// refuses as a code is tried as an invitation.
  private func signIn(_ account: Account, _ phone: LivePhone, with text: String) throws {
    if text.contains("error=") {
      throw LoginFailure(reason: "the server refused: \(text)")
    }
    let isCode = text.contains("code=")
    if !isCode, text.contains("/") {
      return try wait(on: phone) { account.signIn(invitation: text, $0) }
    }
    let first = result(on: phone) { account.signIn(code: text, $0) }
    guard case .failure(let error) = first else { return }
    guard case .refused = error, !isCode else { throw LoginFailure(reason: error.words) }
    let second = result(on: phone) { account.signIn(invitation: text, $0) }
    guard case .failure(let other) = second else { return }
    throw LoginFailure(
      reason: "as a code it is refused (\(error.words)), as an invitation too (\(other.words))")
  }

  private func wait<Value>(
    on phone: LivePhone, _ ask: (@escaping Account.Completion<Value>) -> Void
  ) throws -> Value {
    switch result(on: phone, ask) {
    case .success(let value): return value
    case .failure(let error): throw LoginFailure(reason: error.words)
    }
  }

  private func result<Value>(
    on phone: LivePhone, _ ask: (@escaping Account.Completion<Value>) -> Void
  ) -> Result<Value, AccountError> {
    var answer: Result<Value, AccountError>?
    ask { answer = $0 }
    // The request times out long before.
    phone.loop.run(for: .hours(1)) { answer != nil }
    return answer ?? .failure(.network(.timedOut))
  }
}

/// The error that the sign-in failed. The program has then written no file.
struct LoginFailure: Error, CustomStringConvertible {
  var reason: String
  var description: String { "not signed in: " + reason }
}

extension Account.Consents {
  /// The codes of the consents for which the user's studies still wait, without duplicates.
  fileprivate var pendingScopes: [String] {
    let scopes = studiesPendingConsent.flatMap { $0.pendingScopeConsents ?? [] }
    return Set(scopes.map(\.code.codingCode)).sorted()
  }
}
