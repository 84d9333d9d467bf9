import Accounts
import ArgumentParser
import CommandOptions
import Files
import Foundation
import LivePhone
import LiveTracking
import PhoneAPI
import Terminal
import Text
import Timekeeping

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
  var redirectURI = Account.outOfBand

  @Option(
    help: ArgumentHelp(
      "The file for the tokens (default: odograph/tokens.json in your configuration folder)",
      valueName: "file"))
  var tokenFile: String?

  @Flag(help: "Consent to everything that your studies ask for")
  var consent = false

  func run() throws {
    let root = try serverAddress("<server>", server)
    var known = Account.Server(
      root: root, issuer: try issuer.map { try serverAddress("--issuer", $0) } ?? root + "/o",
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
    let page = try phone.wait(for: "not signed in") { account.beginSignIn($0) }
    Console.write("Sign in at\n\n\(page)\n\n")
    let typed = try TypedSecret.read()
    try phone.wait(for: "not signed in") { account.signIn(with: typed, $0) }
    let profile = try? phone.wait(for: "no profile") { account.fetchProfile($0) }
    if consent {
      try phone.wait(for: "not signed in") { account.answerStudies(to: nil, isGiven: true, $0) }
    }
    let consents = try? phone.wait(for: "no consents") { account.fetchConsents($0) }
    let pending = consents?.pendingScopes ?? []
    try SignedInFile.write(kept, server: root, issuer: known.issuer, to: path)
    phone.end()
    let name = profile.map { " as " + $0.name }
    Console.write("Signed in\(name ?? ""); the tokens are in \(path), which only you can read.\n")
    if !pending.isEmpty {
      Console.write(
        "You have not consented yet, so the server refuses \(pending.joined(separator: ", ")); "
          + "--consent gives the consent.\n")
    }
  }
}

extension Account.Consents {
  /// The codes of the consents for which the user's studies still wait, without duplicates.
  fileprivate var pendingScopes: [String] {
    let scopes = studiesPendingConsent.flatMap { $0.pendingScopeConsents ?? [] }
    return Set(scopes.map(\.code.codingCode)).sorted()
  }
}
