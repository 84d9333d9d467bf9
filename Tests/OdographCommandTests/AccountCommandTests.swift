import Foundation
import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone

/// `odograph consent`, `profile` and `logout` at the served receiver.
@Suite("The account commands")
struct AccountCommandTests {
  private let people = LoginCommandTests()

  private func base(_ receiver: ServedReceiver) -> String { "http://127.0.0.1:\(receiver.port)" }

  /// Signs in as a new patient of a study of its own.
  private func signIn(_ receiver: ServedReceiver, in folder: TemporaryFolder) throws {
    _ = try people.admin("study", #"{"name":"Walks"}"#, receiver, in: folder)
    _ = try people.admin(
      "patient",
      #"{"email":"ada@b","givenName":"Ada","familyName":"King","studies":[30002]}"#, receiver,
      in: folder)
    let made = try people.admin("invitation", #"{"patient":40002}"#, receiver, in: folder)
    let body = try JSONDecoder().decode([String: String].self, from: Data(made.body))
    let login = try CommandRun(
      ["login", base(receiver)], in: folder, input: try #require(body["invitation"]))
    #expect(login.output.contains("Signed in as ada@b;"), "\(login.errors)")
  }

  @Test("An invitation for a patient signs in as that patient, whose profile and studies are shown")
  func patient() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      try signIn(receiver, in: folder)
      let profile = try CommandRun(["profile", base(receiver)], in: folder)
      #expect(
        profile.output == "name     Ada King\nemail    ada@b\nuser     40002\npatient  40002\n",
        "\(profile.errors)")
      let asked = try CommandRun(["consent", base(receiver) + "/"], in: folder)
      #expect(
        asked.output == """
          Study 30002, Walks
            omh:geoposition:1.0    not answered
            omh:time-interval:1.0  not answered

          """, "\(asked.errors)")
    }
  }

  @Test("A consent is given by its code or name, withdrawn, and decides what the server accepts")
  func consent() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      let base = base(receiver)
      try signIn(receiver, in: folder)
      try folder.makeStore(0..<3)
      let upload = ["upload", "day.sqlite", "--to", base + "/fhir/r5/", "--contract", "fhir-ehe"]
      #expect(try CommandRun(upload, in: folder).status == 3)
      let agreed = try CommandRun(["consent", base, "--agree", "geoposition"], in: folder)
      #expect(agreed.output.contains("omh:geoposition:1.0    agreed\n"), "\(agreed.errors)")
      #expect(agreed.output.contains("omh:time-interval:1.0  not answered\n"))
      #expect(try CommandRun(upload, in: folder).status == 0)
      let withdrawn = try CommandRun(
        ["consent", base, "--withdraw", "omh:geoposition:1.0"], in: folder)
      #expect(withdrawn.output.contains("omh:geoposition:1.0    refused\n"), "\(withdrawn.errors)")
      try folder.makeStore(3..<6, named: "later.sqlite")
      let later = upload.map { $0 == "day.sqlite" ? "later.sqlite" : $0 }
      #expect(try CommandRun(later, in: folder).status == 3)
      let all = try CommandRun(["consent", base, "--agree", "all"], in: folder)
      #expect(!all.output.contains("refused") && !all.output.contains("not answered"))
    }
  }

  @Test("A wrong code, both answers at once and an absent sign-in are bad input")
  func badInput() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      let base = base(receiver)
      for command in ["profile", "consent", "logout"] {
        let absent = try CommandRun([command, base], in: folder)
        #expect(absent.status == 2)
        #expect(
          absent.errors == "odograph: you are not signed in at \(base); accepted: a sign-in there: "
            + "run 'odograph login \(base)' first\n")
      }
      try signIn(receiver, in: folder)
      let wrong = try CommandRun(["consent", base, "--agree", "omh:geopositon:1.0"], in: folder)
      #expect(wrong.status == 2)
      #expect(
        wrong.errors == "odograph: --agree is 'omh:geopositon:1.0'; accepted: omh:geoposition:1.0, "
          + "omh:time-interval:1.0; did you mean 'omh:geoposition:1.0'?\n")
      let both = try CommandRun(
        ["consent", base, "--agree", "all", "--withdraw", "geoposition"], in: folder)
      #expect(both.status == 2)
      #expect(both.errors.contains("both name omh:geoposition:1.0"))
      let asked = try CommandRun(["consent", base], in: folder)
      #expect(!asked.output.contains("agreed"))
    }
  }

  @Test(
    "A log-out deletes the file and revokes the tokens; without the server, it deletes the file")
  func logout() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      let base = base(receiver)
      let path = folder.file("config/odograph/tokens.json")
      try signIn(receiver, in: folder)
      try FileManager.default.copyItem(atPath: path, toPath: folder.file("copy"))
      let out = try CommandRun(["logout", base], in: folder)
      #expect(out.output == "Signed out; the server has revoked the tokens.\n", "\(out.errors)")
      #expect(!FileManager.default.fileExists(atPath: path))
      let stale = try CommandRun(["profile", base, "--token-file", "copy"], in: folder)
      #expect(stale.status == 3)
      #expect(stale.errors.contains("HTTP 401"))
      receiver.end(SIGKILL)
      let alone = try CommandRun(["logout", base, "--token-file", "copy"], in: folder)
      #expect(alone.status == 0)
      #expect(alone.output == "Signed out; copy is deleted.\n")
      #expect(alone.errors.contains("were not revoked (no server can be reached there)"))
      #expect(!FileManager.default.fileExists(atPath: folder.file("copy")))
    }
  }
}
