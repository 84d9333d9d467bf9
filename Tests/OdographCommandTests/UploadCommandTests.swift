import Foundation
import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone

/// `odograph upload` as a user starts it, against the served receiver and without a server.
@Suite("odograph upload")
struct UploadCommandTests {
  private let token = ["ODOGRAPH_DEVICE_TOKEN": ServedReceiver.deviceToken]

  private func seconds(of receiver: ServedReceiver, in folder: TemporaryFolder) throws -> [Int] {
    let phone = try LivePhone(folder: folder.path + "/reader", calendar: .utc)
    defer { phone.end() }
    return try receiver.receivedSeconds(phone)
  }

  // MARK: Sending

  @Test("Everything arrives once, in batches, leaves the queue and stays in the store")
  func everything() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      try folder.makeStore(0..<333)
      let outcome = try upload(
        "day.sqlite", "--to", receiver.endpoint, "--set", "deviceID=live", "--set",
        "pointsPerBatch=100", "--verbose", in: folder, environment: token)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        outcome.output == "Sent 333 records to \(receiver.endpoint); nothing is left.\n")
      let sends = outcome.errors.split(separator: "\n").filter { $0.contains(": sends ") }
      #expect(sends.first == "overlandUpload: sends 100 records")
      #expect(sends.last == "overlandUpload: sends 33 records")
      #expect(sends.count == 4)
      #expect(try seconds(of: receiver, in: folder) == Array(0..<333))
      let counts = try folder.counts()
      #expect(counts.waiting == 0 && counts.kept == 333)
      let again = try upload("day.sqlite", "--to", receiver.endpoint, in: folder)
      #expect(again.status == 0)
      #expect(again.output == "No records are waiting in day.sqlite.\n")
    }
  }

  @Test("The token is read from a file too", arguments: ["alone\n", "device: ", "# a comment\n"])
  func tokenFile(_ form: String) async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      try folder.makeStore(0..<5)
      let text = (form == "alone\n" ? "" : form) + ServedReceiver.deviceToken + "\n"
      try folder.write(text, to: "token")
      let outcome = try upload(
        "day.sqlite", "--to", receiver.endpoint, "--token-file", "token", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(!outcome.output.contains(ServedReceiver.deviceToken))
      // The environment's token takes precedence.
      try folder.makeStore(5..<6)
      let other = try upload(
        "day.sqlite", "--to", receiver.endpoint, "--token-file", "token", in: folder,
        environment: ["ODOGRAPH_DEVICE_TOKEN": "another"])
      #expect(other.status == 3)
    }
  }

  @Test("Without the right token nothing leaves the queue, and the reason is told")
  func wrongToken() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      try folder.makeStore(0..<5)
      let outcome = try upload("day.sqlite", "--to", receiver.endpoint, in: folder)
      #expect(outcome.status == 3)
      #expect(outcome.output == "Sent 0 records to \(receiver.endpoint); 5 of 5 left.\n")
      #expect(
        outcome.errors
          == "odograph: 5 records left: HTTP 401 without an acknowledgement (invalid token); "
          + "pass the token with --token-file or ODOGRAPH_DEVICE_TOKEN\n")
      #expect(try folder.counts().waiting == 5)
    }
  }

  @Test("What a server refuses half way stays, what it took does not come again")
  func halfWay() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let server = try ScriptedServer { ordinal, _ in
        ordinal == 0
          ? .bytes(.http(200, #"{"result":"ok","set":{"main":{"min_time":"10s"}}}"#))
          : .bytes(.http(503, headers: "Retry-After: 60"))
      }
      defer { server.stop() }
      try folder.makeStore(0..<30)
      let outcome = try upload(
        "day.sqlite", "--to", server.url, "--set", "pointsPerBatch=20", in: folder)
      #expect(outcome.status == 3)
      #expect(outcome.output == "Sent 20 records to \(server.url); 10 of 30 left.\n")
      #expect(
        outcome.errors == """
          odograph: the server asks for other settings (minimumInterval); they were ignored
          odograph: 10 records left: HTTP 503 without an acknowledgement

          """)
      #expect(server.requests.count == 2)
      #expect(try folder.counts().waiting == 10)
    }
  }

  @Test("Where no server listens, nothing is lost, and the rest is not tried")
  func unreachable() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let server = try ScriptedServer { _, _ in .silence }
      server.stop()
      try folder.makeStore(0..<1)
      let one = try upload("day.sqlite", "--to", server.url, in: folder)
      #expect(one.status == 3)
      #expect(one.errors == "odograph: 1 record left: no server can be reached there\n")
      #expect(try folder.counts().waiting == 1)
      try folder.makeStore(1..<3)
      let three = try upload(
        "day.sqlite", "--to", server.url, "--set", "pointsPerBatch=1", "--verbose", in: folder)
      #expect(three.output == "Sent 0 records to \(server.url); 3 of 3 left.\n")
      #expect(three.errors.components(separatedBy: ": sends ").count == 2, "\(three.errors)")
    }
  }

  @Test("Interrupted, it says how far it came and leaves the rest")
  func interrupted() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let server = try ScriptedServer { ordinal, _ in
        ordinal == 0 ? .bytes(.http(200, #"{"result":"ok"}"#)) : .silence
      }
      defer { server.stop() }
      try folder.makeStore(0..<30)
      let running = try CommandRun.Started(
        ["upload", "day.sqlite", "--to", server.url, "--set", "pointsPerBatch=20"], in: folder)
      while running.process.isRunning, server.requests.count < 2 { usleep(10_000) }
      kill(running.process.processIdentifier, SIGINT)
      let outcome = try running.end()
      #expect(outcome.status == 130)
      #expect(outcome.errors == "odograph: interrupted; 20 records went to \(server.url)\n")
      #expect(try folder.counts().waiting == 10)
    }
  }

  @Test("A contract without a place for a kind leaves it and says so")
  func noPlace() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let receiver = try ServedReceiver(in: folder.path)
      let base = "http://127.0.0.1:\(receiver.port)"
      try folder.makeStore(0..<3, visit: true)
      let ownTracks = try upload(
        "day.sqlite", "--to", base + "/pub", "--contract", "owntracks", in: folder,
        environment: token)
      #expect(ownTracks.output == "Sent 3 records to \(base)/pub; 1 of 4 left.\n")
      #expect(ownTracks.status == 3)
      #expect(ownTracks.errors.contains("the server's contract does not accept records of this"))
      try folder.makeStore(0..<0, named: "crossing.sqlite", crossing: true)
      let checkIn = try upload(
        "crossing.sqlite", "--to", base + "/check-in", "--contract", "check-in", "--set",
        "userID=me", in: folder, environment: token)
      #expect(checkIn.output == "Sent 1 record to \(base)/check-in; nothing is left.\n")
    }
  }

  @Test("A token that the server takes no more is renewed, and what it refused is sent again, once")
  func renewedOnTheWay() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let renewal = #"{"access_token":"new","refresh_token":"next"}"#
      let taken =
        #"{"resourceType":"Bundle","type":"batch-response","entry":[{"response":{"status":"201"}}]}"#
      let server = try ScriptedServer { _, request in
        if request.head.hasPrefix("POST /o/token") { return .bytes(.http(200, renewal)) }
        return .bytes(request.head.contains("Bearer new") ? .http(200, taken) : .http(401))
      }
      defer { server.stop() }
      let base = String(server.url.dropLast())
      try folder.makeStore(0..<3)
      try folder.write(TemporaryFolder.signIn(base), to: "tokens")
      let outcome = try upload(
        "day.sqlite", "--to", base + "/fhir/r5/", "--contract", "fhir-ehe", "--token-file",
        "tokens", "--set", "pointsPerBatch=1", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output == "Sent 3 records to \(base)/fhir/r5/; nothing is left.\n")
      #expect(server.requests.count == 1 + 1 + 3)
      let kept = try String(contentsOfFile: folder.file("tokens"), encoding: .utf8)
      #expect(kept.contains(#"\"new\""#) && kept.contains(#"\"next\""#))
    }
  }

  @Test("What one answer refuses is not sent again, and does not hold up the rest")
  func entryRefused() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let server = try ScriptedServer { ordinal, _ in
        let status = ordinal == 1 ? "422" : "201"
        return .bytes(
          .http(
            200,
            #"{"resourceType":"Bundle","type":"batch-response","entry":["#
              + #"{"response":{"status":"\#(status)"}}]}"#))
      }
      defer { server.stop() }
      try folder.makeStore(0..<4)
      try folder.write(TemporaryFolder.signIn(String(server.url.dropLast())), to: "tokens")
      let outcome = try upload(
        "day.sqlite", "--to", server.url + "fhir/r5/", "--contract", "fhir-ehe", "--token-file",
        "tokens", "--set", "pointsPerBatch=1", in: folder)
      #expect(outcome.status == 3)
      #expect(outcome.errors == "odograph: 1 record left: 422\n")
      #expect(server.requests.count == 4)
    }
  }

  @Test("Who is not signed in is told how; any 2xx is enough where the contract says so")
  func otherAnswers() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let server = try ScriptedServer { _, _ in .bytes(.http(204)) }
      defer { server.stop() }
      try folder.makeStore(0..<3)
      let refused = try upload(
        "day.sqlite", "--to", server.url, "--contract", "fhir-ehe", in: folder)
      #expect(refused.status == 3)
      #expect(
        refused.errors
          == "odograph: 3 records left: not signed in; run 'odograph login'\n")
      #expect(server.requests.isEmpty)
      let strict = try upload("day.sqlite", "--to", server.url, in: folder)
      #expect(strict.status == 3)
      let lax = try upload(
        "day.sqlite", "--to", server.url, "--contract", "http-2xx", in: folder)
      #expect(lax.status == 0, "\(lax.errors)")
    }
  }
}
