import Accounts
import ArgumentParser
import CommandOptions
import Foundation
import LivePhone
import LiveTracking
import Terminal
import Text

/// The arguments of a command about the account at a server of health data.
struct AccountArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The server's scheme and host, such as https://host", valueName: "server"))
  var server: String

  @Option(
    help: ArgumentHelp(
      "The file of the tokens (default: odograph/tokens.json in your configuration folder)",
      valueName: "file"))
  var tokenFile: String?

  func account() throws -> SignedInAccount {
    try SignedInAccount(at: server, tokenFile: tokenFile)
  }
}

/// `odograph profile`: prints the profile of the signed-in user.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Print your profile at a health-data server",
    discussion: CommandHelp(
      """
      Asks the server who is signed in, and prints the name, the email address and the number \
      under which the server keeps your data.
      """,
      examples: ["profile https://study.example.org"], page: "guide/upload.md"
    ).text)

  @OptionGroup var arguments: AccountArguments

  func run() throws {
    let user = try arguments.account()
    let profile = try user.phone.wait(for: "no profile") { user.account.fetchProfile($0) }
    user.phone.end()
    let names = [profile.firstName, profile.lastName].compactMap { $0 }.filter { !$0.isEmpty }
    let rows = [
      ("name", names.joined(separator: " ")), ("email", profile.email ?? ""),
      ("user", "\(profile.id)"), ("patient", profile.patient.map { "\($0.id)" } ?? ""),
    ]
    for (label, text) in rows where !text.isEmpty {
      Console.write(
        label.padding(toLength: 9, withPad: " ", startingAt: 0) + printable(text) + "\n")
    }
  }
}

/// `odograph consent`: lists the consents of the signed-in user, and changes them.
struct ConsentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "consent",
    abstract: "List, give and withdraw your consents to studies",
    discussion: CommandHelp(
      """
      Prints the kinds of data that each of your studies asks for, and your answers. --agree and \
      --withdraw change the answer of every study that asks for that kind of data, such as \
      omh:geoposition:1.0, or geoposition for short; 'all' stands for all kinds. The server \
      refuses data without consent, and keeps what it has received before.
      """,
      examples: [
        "consent https://study.example.org",
        "consent https://study.example.org --agree geoposition",
      ], page: "guide/upload.md"
    ).text)

  @OptionGroup var arguments: AccountArguments

  @Option(
    help: ArgumentHelp("Agree to this kind of data; repeatable", valueName: "code"))
  var agree: [String] = []

  @Option(
    help: ArgumentHelp("Withdraw the consent to this kind of data; repeatable", valueName: "code"))
  var withdraw: [String] = []

  func run() throws {
    let user = try arguments.account()
    var consents = try fetch(user)
    let agreed = try codes(agree, in: consents, of: "--agree")
    let withdrawn = try codes(withdraw, in: consents, of: "--withdraw")
    if let both = agreed.first(where: withdrawn.contains) {
      throw InputError(
        .commandLine, "--agree and --withdraw both name \(printable(both))", accepted: "one of them"
      )
    }
    for (codes, isGiven) in [(agreed, true), (withdrawn, false)] {
      for code in codes {
        try user.phone.wait(for: "the consent was not changed") {
          user.account.answerStudies(to: code, isGiven: isGiven, $0)
        }
      }
    }
    if !agreed.isEmpty || !withdrawn.isEmpty { consents = try fetch(user) }
    user.phone.end()
    Console.write(consents.text + "\n")
  }

  private func fetch(_ user: SignedInAccount) throws -> Account.Consents {
    try user.phone.wait(for: "no consents") { user.account.fetchConsents($0) }
  }

  private func codes(
    _ names: [String], in consents: Account.Consents, of option: String
  ) throws(InputError) -> [String] {
    var codes: [String] = []
    for name in names {
      codes += name == "all" ? consents.codes : [try consents.code(named: name, of: option)]
    }
    return codes
  }
}

/// `odograph logout`: ends the sign-in of `odograph login`.
struct LogoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "Sign out of a health-data server",
    discussion: CommandHelp(
      """
      Asks the server to revoke the tokens of 'odograph login', and deletes their file. If the \
      server cannot be reached or revokes no tokens, the file is deleted all the same, and the \
      tokens stay valid until they expire.
      """,
      examples: ["logout https://study.example.org"], page: "guide/upload.md"
    ).text)

  @OptionGroup var arguments: AccountArguments

  func run() throws {
    let root = try serverAddress("<server>", arguments.server)
    let path = arguments.tokenFile ?? SignedInFile.defaultPath
    guard FileManager.default.fileExists(atPath: path) else { throw SignedInAccount.stranger(root) }
    guard let file = try SignedInFile(reading: path), file.server == root else {
      throw InputError(
        SourceLocation(file: path), "the file has no sign-in at \(root)",
        accepted: "the server of the sign-in, or another --token-file")
    }
    let phone = LivePhone(
      container: LiveContainer(
        values: ValueFile(inMemory: file.values.values),
        secrets: ValueFile(inMemory: file.values.values)), calendar: .utc)
    let account = Account(
      phone: phone,
      server: Account.Server(
        root: root, issuer: file.issuer ?? root + "/o", clientIdentifier: "odograph",
        redirectURI: Account.outOfBand))
    let outcome = Result { try phone.wait(for: "") { account.signOut(revoking: $0) } }
    phone.end()
    do { try FileManager.default.removeItem(atPath: path) } catch {
      throw InputError(
        SourceLocation(file: path), "the file cannot be deleted",
        accepted: "a file in a folder that you may write to")
    }
    switch outcome {
    case .success(true): Console.write("Signed out; the server has revoked the tokens.\n")
    case .success(false): report(path, "the server offers no revocation")
    case .failure(let error): report(path, (error as? AccountFailure)?.reason ?? "\(error)")
    }
  }

  private func report(_ path: String, _ reason: String) {
    Console.write("Signed out; \(path) is deleted.\n")
    Console.remark(
      "odograph: the tokens were not revoked (\(reason)); they stay valid until they expire")
  }
}
