import Foundation
import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone

/// `odograph login` at the served receiver, and `odograph upload` with its tokens.
@Suite("odograph login")
struct LoginCommandTests {
  private static func base(_ receiver: ServedReceiver) -> String {
    "http://127.0.0.1:\(receiver.port)"
  }

  private func ask(_ request: HTTPRequest, in folder: TemporaryFolder) throws -> HTTPResponse {
    let phone = try LivePhone(folder: folder.path + "/browser", calendar: .utc)
    defer { phone.end() }
    var answer: Result<HTTPResponse, HTTPError>?
    phone.http.send(request) { answer = $0 }
    phone.loop.run(for: .seconds(30 as Int64)) { answer != nil }
    return try #require(answer).get()
  }

  /// Makes an admin call.
  func admin(
    _ call: String, _ body: String, _ receiver: ServedReceiver, in folder: TemporaryFolder
  ) throws -> HTTPResponse {
    let response = try ask(
      HTTPRequest(
        method: "POST", url: Self.base(receiver) + "/admin/" + call,
        headers: [
          HTTPHeader("Authorization", "Bearer \(ServedReceiver.adminToken)"),
          HTTPHeader("Content-Type", "application/json"),
        ], body: Array(body.utf8)), in: folder)
    #expect(response.isSuccess, "\(String(decoding: response.body, as: UTF8.self))")
    return response
  }

  /// - Parameter patient: the invited patient's number; nil for the server's first.
  func invite(
    _ receiver: ServedReceiver, patient: Int? = nil, in folder: TemporaryFolder
  ) throws -> String {
    let request = patient.map { #"{"patient": \#($0)}"# } ?? "{}"
    let response = try admin("invitation", request, receiver, in: folder)
    let body = try JSONDecoder().decode([String: String].self, from: Data(response.body))
    return try #require(body["invitation"])
  }

  func consent(_ receiver: ServedReceiver, in folder: TemporaryFolder) throws {
    let json =
      #"{"studyScopeConsents":[{"studyId":30001,"scopeConsents":[{"codingSystem":"#
      + #""https://w3id.org/openmhealth","codingCode":"omh:geoposition:1.0","consented":true}]}]}"#
    let response = try ask(
      HTTPRequest(
        method: "POST", url: Self.base(receiver) + "/api/v1/patients/40001/consents",
        headers: [
          HTTPHeader("Authorization", "Bearer \(ServedReceiver.deviceToken)"),
          HTTPHeader("Content-Type", "application/json"),
        ], body: Array(json.utf8)), in: folder)
    #expect(response.isSuccess, "\(String(decoding: response.body, as: UTF8.self))")
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  @Test(
    "An invitation signs in; the tokens are their owner's alone, and an upload uses them, once agreed to",
    arguments: [false, true])
  func invitation(_ agrees: Bool) async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      let base = Self.base(receiver)
      let secret = try invite(receiver, in: folder)
      let login = try CommandRun(
        ["login", base + "/"] + (agrees ? ["--consent"] : []), in: folder, input: secret + "\n")
      #expect(login.status == 0, "\(login.errors)")
      #expect(login.output.hasPrefix("Sign in at\n\n\(base)/o/authorize/?response_type=code&"))
      let path = folder.file("config/odograph/tokens.json")
      let signedIn = """
        Signed in as patient@receiver.example; the tokens are in \(path), which only you can read.

        """
      let refused = """
        You have not consented yet, so the server refuses omh:geoposition:1.0, \
        omh:time-interval:1.0; --consent gives the consent.

        """
      let end = agrees ? signedIn : signedIn + refused
      #expect(login.output.hasSuffix("\n" + end), "\(login.output)")
      #expect(try mode(path) == 0o600)
      #expect(try mode(folder.file("config/odograph")) == 0o700)
      if !agrees { try consent(receiver, in: folder) }
      try folder.makeStore(0..<7)
      let arguments = [
        "upload", "day.sqlite", "--to", base + "/fhir/r5/", "--contract", "fhir-ehe",
      ]
      let upload = try CommandRun(arguments, in: folder)
      #expect(upload.status == 0, "\(upload.errors)")
      #expect(upload.output == "Sent 7 records to \(base)/fhir/r5/; nothing is left.\n")
    }
  }

  @Test("A code signs in, by itself or with the address that it came in", arguments: [false, true])
  func code(_ isWhole: Bool) async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      let secret = try invite(receiver, in: folder)
      // The test plays the browser's part between the address and the code.
      let input = Pipe()
      let running = try CommandRun.Started(
        ["login", Self.base(receiver), "--token-file", "tokens"]
          + (isWhole ? ["--redirect-uri", "odograph://oauth/callback"] : []),
        in: folder, inputPipe: input)
      while running.process.isRunning, try !running.said().hasSuffix("\n\n") { usleep(10_000) }
      let page = try #require(
        try running.said().split(separator: "\n").last { $0.contains("http") })
      let answer = try ask(
        HTTPRequest(method: "GET", url: page + "&invitation=" + secret), in: folder)
      let location = answer.headers.first(named: "Location")
      let shown = String(decoding: answer.body, as: UTF8.self)
      let code = shown.firstMatch(of: /<code>([A-Za-z0-9]+)<\/code>/).map { String($0.1) }
      let typed = try #require(isWhole ? location : code)
      try input.fileHandleForWriting.write(contentsOf: Data((typed + "\n").utf8))
      try input.fileHandleForWriting.close()
      let login = try running.end()
      #expect(login.status == 0, "\(login.errors)")
      #expect(try mode(folder.file("tokens")) == 0o600)
      let text = try String(contentsOfFile: folder.file("tokens"), encoding: .utf8)
      #expect(text.contains("\"session\"") && !text.contains(secret))
    }
  }

  @Test("Without consent everything is kept, and given it, everything arrives once")
  func consent() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      let base = Self.base(receiver)
      let secret = try invite(receiver, in: folder)
      _ = try CommandRun(["login", base, "--token-file", "tokens"], in: folder, input: secret)
      try folder.makeStore(0..<3)
      let arguments = [
        "upload", "day.sqlite", "--to", base + "/fhir/r5/", "--contract", "fhir-ehe",
        "--token-file", "tokens",
      ]
      let refused = try CommandRun(arguments, in: folder)
      #expect(refused.status == 3)
      #expect(refused.errors.hasPrefix("odograph: 3 records left: 403"), "\(refused.errors)")
      #expect(try folder.counts().waiting == 3)
      try self.consent(receiver, in: folder)
      #expect(try CommandRun(arguments, in: folder).status == 0)
      #expect(try folder.counts().waiting == 0)
    }
  }

  @Test("A token past its time is renewed, and the new one kept")
  func renewed() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      let base = Self.base(receiver)
      let secret = try invite(receiver, in: folder)
      _ = try CommandRun(["login", base, "--token-file", "tokens"], in: folder, input: secret)
      try self.consent(receiver, in: folder)
      let path = folder.file("tokens")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let expired = text.replacing(/expiresAt\\":[0-9]+/, with: #"expiresAt\":1"#)
      #expect(expired != text)
      try expired.write(toFile: path, atomically: false, encoding: .utf8)
      try folder.makeStore(0..<3)
      let arguments = [
        "upload", "day.sqlite", "--to", base + "/fhir/r5/", "--contract", "fhir-ehe",
        "--token-file", "tokens",
      ]
      let shown = try CommandRun(arguments + ["--dry-run"], in: folder)
      #expect(
        shown.output.hasPrefix(
          """
          POST \(base)/o/token/
          Content-Type: application/x-www-form-urlencoded

          grant_type=refresh_token&refresh_token=***&client_id=odograph

          POST \(base)/fhir/r5/
          Content-Type: application/fhir+json
          Authorization: Bearer ***

          {"resourceType":"Bundle"
          """), "\(shown.output)")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == expired)
      #expect(try CommandRun(arguments, in: folder).status == 0)
      let after = try String(contentsOfFile: path, encoding: .utf8)
      #expect(after != expired && !after.contains(#"expiresAt\":1,"#))
      #expect(try mode(path) == 0o600)
    }
  }

  @Test("A sign-in that fails leaves nothing behind")
  func failures() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      let base = Self.base(receiver)
      let wrong = try CommandRun(["login", base], in: folder, input: "wrong\n")
      #expect(wrong.status == 3)
      #expect(
        wrong.errors
          == "odograph: not signed in: as a code it is refused (HTTP 400: the code is not known or has "
          + "expired), as an invitation too (HTTP 404: there is no such invitation)\n")
      let silent = try CommandRun(["login", base], in: folder)
      #expect(silent.status == 2)
      #expect(
        silent.errors == "odograph: no code was entered; accepted: the code, or an invitation\n")
      let nowhere = try CommandRun(["login", base + "/nowhere"], in: folder)
      #expect(nowhere.status == 3)
      #expect(nowhere.errors.hasPrefix("odograph: not signed in: HTTP 40"))
      receiver.end(SIGKILL)
      let absent = try CommandRun(["login", base], in: folder)
      #expect(absent.status == 3)
      #expect(absent.errors == "odograph: not signed in: no server can be reached there\n")
      let address = try CommandRun(["login", "host"], in: folder)
      #expect(address.status == 2)
      #expect(!FileManager.default.fileExists(atPath: folder.file("config")))
    }
  }
}
