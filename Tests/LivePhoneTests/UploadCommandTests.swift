import Foundation
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone

/// `odograph upload` as a user starts it, against the served receiver and against nobody.
@Suite("odograph upload")
struct UploadCommandTests {
  private let token = ["ODOGRAPH_DEVICE_TOKEN": ServedReceiver.deviceToken]

  private func upload(
    _ arguments: String..., in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> CommandRun {
    try CommandRun(["upload"] + arguments, in: folder, environment: environment)
  }

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
      #expect(
        sends == ["overlandUpload: sends 100 records"] + sends.dropFirst().prefix(2)
          + ["overlandUpload: sends 33 records"])
      #expect(sends.count == 4)
      #expect(try seconds(of: receiver, in: folder) == Array(0..<333))
      let counts = try folder.counts()
      #expect(counts.waiting == 0 && counts.kept == 333)
      let again = try upload("day.sqlite", "--to", receiver.endpoint, in: folder)
      #expect(again.status == 0)
      #expect(again.output == "Nothing waits to be sent in day.sqlite.\n")
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
          == "odograph: 5 records left: HTTP 401 without an acknowledgement; --token-file or "
          + "ODOGRAPH_DEVICE_TOKEN gives the token\n")
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
          odograph: the server wants other settings (minimumInterval); nobody was told
          odograph: 10 records left: HTTP 503 without an acknowledgement

          """)
      #expect(server.requests.count == 2)
      #expect(try folder.counts().waiting == 10)
    }
  }

  @Test("Where nobody listens, nothing is lost")
  func nobody() async throws {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let server = try ScriptedServer { _, _ in .silence }
      server.stop()
      try folder.makeStore(0..<1)
      let outcome = try upload("day.sqlite", "--to", server.url, in: folder)
      #expect(outcome.status == 3)
      #expect(outcome.errors == "odograph: 1 record left: no server can be reached there\n")
      #expect(try folder.counts().waiting == 1)
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
      #expect(ownTracks.errors.contains("the server's contract has no place for records of their"))
      try folder.makeStore(0..<0, named: "crossing.sqlite", crossing: true)
      let checkIn = try upload(
        "crossing.sqlite", "--to", base + "/check-in", "--contract", "check-in", "--set",
        "userID=me", in: folder, environment: token)
      #expect(checkIn.output == "Sent 1 record to \(base)/check-in; nothing is left.\n")
    }
  }

  // MARK: Showing

  @Test("A dry run prints the requests word for word, and touches nothing")
  func dryRun() throws {
    let folder = TemporaryFolder()
    try folder.makeStore(0..<2)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("day.sqlite")))
    let outcome = try upload(
      "day.sqlite", "--to", "http://127.0.0.1:9/at?lat=%LAT", "--set", "deviceID=phone", "--set",
      "pointsPerBatch=1", "--dry-run", in: folder, environment: token)
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        POST http://127.0.0.1:9/at?lat=45.50002
        Content-Type: application/json
        Authorization: Bearer ***

        {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.6,45.5]},\
        "properties":{"timestamp":"2026-03-02T12:00:00Z","altitude":0,"speed":-1,"course":-1,\
        "horizontal_accuracy":5,"vertical_accuracy":-1,"speed_accuracy":-1,"course_accuracy":-1,\
        "motion":[],"battery_state":"unknown","battery_level":-1,"wifi":"","device_id":"phone"}}]}

        POST http://127.0.0.1:9/at?lat=45.50002
        Content-Type: application/json
        Authorization: Bearer ***

        {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.6,45.50002]},\
        "properties":{"timestamp":"2026-03-02T12:00:01Z","altitude":0,"speed":-1,"course":-1,\
        "horizontal_accuracy":5,"vertical_accuracy":-1,"speed_accuracy":-1,"course_accuracy":-1,\
        "motion":[],"battery_state":"unknown","battery_level":-1,"wifi":"","device_id":"phone"}}]}


        """)
    #expect(outcome.errors == "Nothing was sent: 2 requests would carry 2 records.\n")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("day.sqlite"))) == before)
    #expect(try folder.counts().waiting == 2)
  }

  @Test("A dry run of the other wire formats", arguments: ["owntracks", "check-in", "fhir-ehe"])
  func dryRunOfOthers(_ contract: String) throws {
    let folder = TemporaryFolder()
    try folder.makeStore(0..<1, crossing: contract == "check-in")
    let outcome = try upload(
      "day.sqlite", "--to", "https://host.example/fhir/r5/", "--contract", contract, "--dry-run",
      in: folder, environment: token)
    #expect(outcome.status == 0)
    #expect(outcome.output == Self.expected[contract], "\(outcome.output)")
    #expect(!outcome.output.contains(ServedReceiver.deviceToken))
  }

  private static let expected: [String: String] = [
    "owntracks": """
    POST https://host.example/fhir/r5/
    Content-Type: application/json
    Authorization: Basic ***

    {"_type":"location","lat":45.5,"lon":-122.6,"tst":1772452800,"acc":5}


    """,
    "check-in": """
    GET https://host.example/fhir/r5/?latitude=45.50002&longitude=-122.6&userId=123&event=check-in\
    &time=2026-03-02T12%3A00%3A01.000Z
    Authorization: Bearer ***


    """,
    // The device's name, and so the record's, follows from the token: the same at each try.
    "fhir-ehe": """
    GET https://host.example/api/v1/users/profile
    Authorization: Bearer ***

    POST https://host.example/fhir/r5/
    Content-Type: application/fhir+json
    Authorization: Bearer ***

    {"resourceType":"Bundle","type":"batch","entry":[{"resource":{"resourceType":"Observation",\
    "status":"final","category":[{"coding":[{"system":\
    "http://terminology.hl7.org/CodeSystem/observation-category","code":"survey"}]}],"code":\
    {"coding":[{"system":"https://w3id.org/openmhealth","code":"omh:geoposition:1.0"}]},"subject":\
    {"reference":"Patient/40010"},"device":{"reference":"Device/70001"},"identifier":[{"system":\
    "https://ehr.example.com","value":"bdbedc0c-50c4-85cb-a2f2-2156c74589a2"}],\
    "effectiveDateTime":"2026-03-02T12:00:00Z","valueAttachment":{"contentType":"application/json",\
    "data":"eyJsYXRpdHVkZSI6eyJ2YWx1ZSI6NDUuNSwidW5pdCI6ImRlZyJ9LCJsb25naXR1ZGUiOnsidmFsdWUiOi0xMjI\
    uNiwidW5pdCI6ImRlZyJ9LCJwb3NpdGlvbmluZ19zeXN0ZW0iOiJHUFMiLCJzYXRlbGxpdGVfc2lnbmFsX3N0cmVuZ3Rocy\
    I6W3sidmFsdWUiOjIwLCJ1bml0IjoiZEIifV0sImVmZmVjdGl2ZV90aW1lX2ZyYW1lIjp7ImRhdGVfdGltZSI6IjIwMjYtM\
    DMtMDJUMTI6MDA6MDBaIn19"}},"request":{"method":"POST","url":"Observation"}}]}


    """,
  ]

  // MARK: Mistakes

  @Test(
    "What cannot be done is told in one line, with status 2",
    arguments: [
      (["none.sqlite"], "none.sqlite: there is no such file"),
      (["note"], "note: this is no record store; accepted: one, such as"),
      (["empty"], "empty: this is no record store; accepted: one, such as"),
      (["newer.sqlite"], "newer.sqlite: this record store was written by a later version"),
      (["."], ".: this is a folder; accepted: a record store"),
      (["day.sqlite", "--contract", "overlan"], "odograph: --contract is 'overlan'; acc"),
      (["day.sqlite", "--contract", "gate"], "odograph: --contract is 'gate'; accepted: "),
      (
        ["day.sqlite", "--preset", "ehe-pilot-1"], "odograph: the preset 'ehe-pilot-1' sends"
      ),
      (["day.sqlite", "--preset", "overland"], "odograph: no preset is called 'overland'"),
      (["day.sqlite", "--set", "batch=5"], "odograph: no setting is called 'batch'"),
      (["day.sqlite", "--set", "pointsPerBatch=5,6"], "odograph: --set pointsPerBatch=5,6 has 2"),
      (["day.sqlite", "--set", "accessToken=x"], "odograph: 'accessToken' is a secret"),
      (
        ["day.sqlite", "--token-file", "readable"], "readable: --token-file: others"
      ),
      (["day.sqlite", "--token-file", "none"], "none: there is no such file"),
      (["day.sqlite", "--token-file", "words"], "words: --token-file: there is no"),
      (
        ["day.sqlite", "--token-file", "json"], "json: --token-file: this is not"
      ),
      (["day.sqlite", "--token-file", "other"], "other: --token-file: these tokens"),
    ])
  func mistakes(_ arguments: [String], _ message: String) throws {
    let folder = try Self.folderOfMistakes()
    let outcome = try CommandRun(
      ["upload"] + arguments + ["--to", "http://127.0.0.1:9/overland"], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    #expect(try folder.counts().waiting == 1)
  }

  @Test("An address that is none is told", arguments: ["127.0.0.1:9", "ftp://host", "http://"])
  func noAddress(_ address: String) throws {
    let folder = try Self.folderOfMistakes()
    let outcome = try upload("day.sqlite", "--to", address, in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("odograph: --to is '\(address)'; accepted: an address such"))
  }

  private static func folderOfMistakes() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.makeStore(0..<1)
    try folder.makeStore(0..<1, named: "newer.sqlite")
    try folder.makeNewer("newer.sqlite")
    for (name, text) in [
      ("note", "my notes, long enough to be anything but a database"), ("empty", ""),
      ("readable", "token"), ("words", "two words\nand more\n"), ("json", "{\"a\": [1]}"),
      ("other", #"{"server": "http://127.0.0.1:99"}"#),
    ] {
      try folder.write(text, to: name, mode: name == "readable" ? 0o644 : 0o600)
    }
    return folder
  }
}
