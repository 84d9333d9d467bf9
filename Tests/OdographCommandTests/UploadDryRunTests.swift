import Foundation
import LiveTestSupport
import RecordStorage
import Testing
import Timekeeping
import TrackingEngine

/// `odograph upload` without sending: it prints the requests, or reports a mistake.
@Suite("odograph upload, without a server")
struct UploadDryRunTests {
  private let token = ["ODOGRAPH_DEVICE_TOKEN": ServedReceiver.deviceToken]

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
    #expect(
      outcome.errors == """
        Waiting: 2 locations.
        Nothing was sent: 2 requests would carry 2 records.

        """)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("day.sqlite"))) == before)
    #expect(try folder.counts().waiting == 2)
  }

  @Test("Records go under the name that their store has for the device, unless told otherwise")
  func deviceName() throws {
    let folder = TemporaryFolder()
    try folder.makeStore(0..<1)
    func names(_ more: String...) throws -> Bool {
      try CommandRun(
        ["upload", "day.sqlite", "--to", "http://127.0.0.1:9/", "--dry-run"] + more, in: folder,
        environment: token
      ).output.contains(#""device_id":"wanderer""#)
    }
    #expect(try !names())
    try SQLiteRecordStore(path: folder.file("day.sqlite")).setDeviceName("wanderer")
    #expect(try names())
    #expect(try !names("--set", "deviceID=other"))
  }

  @Test("An export in Overland's format is what an upload sends, body by body")
  func exportedBodies() throws {
    let folder = TemporaryFolder()
    try folder.makeStore(0..<25, visit: true)
    try SQLiteRecordStore(path: folder.file("day.sqlite")).setDeviceName("wanderer")
    // 26 records in batches of 10: the first two requests have more than the next batch to come,
    // but only the first has more than twice a batch waiting, and so the current position.
    let settings = [
      "--set", "pointsPerBatch=10", "--set", "includesUniqueID=true", "--set",
      "includesTrackingStatistics=true",
    ]
    let uploaded = try CommandRun(
      ["upload", "day.sqlite", "--to", "http://127.0.0.1:9/", "--dry-run"] + settings, in: folder,
      environment: token)
    let exported = try CommandRun(
      ["export", "day.sqlite", "--format", "overland"] + settings, in: folder)
    let bodies = exported.output.split(separator: "\n")
    #expect(bodies.count == 3)
    #expect(bodies == uploaded.output.split(separator: "\n").filter { $0.hasPrefix("{") })
    #expect(bodies.map { $0.contains(#""current":"#) } == [true, false, false])
    #expect(uploaded.errors.hasPrefix("Waiting: 25 locations, 1 visit.\n"))
  }

  @Test("Settings of an export are refused for a format that has none")
  func exportSettings() throws {
    let folder = TemporaryFolder()
    try folder.makeStore(0..<1)
    for option in [["--preset", "overland-high-resolution"], ["--set", "pointsPerBatch=5"]] {
      let outcome = try CommandRun(["export", "day.sqlite"] + option, in: folder)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("is given for csv; accepted: overland"))
    }
  }

  @Test("The unique identifier is the device's, or else a UUID that the token does not change")
  func uniqueIdentifier() throws {
    let folder = TemporaryFolder()
    try folder.makeStore(0..<1)
    func identifier(_ environment: [String: String]) throws -> String? {
      let outcome = try CommandRun(
        [
          "upload", "day.sqlite", "--to", "http://127.0.0.1:9/", "--dry-run", "--set",
          "includesUniqueID=true",
        ], in: folder, environment: environment)
      return outcome.output.firstMatch(of: /"unique_id":"([^"]*)"/).map { String($0.1) }
    }
    let derived = try #require(try identifier([:]))
    #expect(UUID(uuidString: derived) != nil)
    #expect(try identifier(token) == derived)
    let own = "7A1C5A0E-9D0B-4F8E-8B1B-0B6F1C5D2E3F"
    try SQLiteRecordStore(path: folder.file("day.sqlite")).setDeviceIdentifier(own)
    #expect(try identifier(token) == own)
    #expect(try identifier([:]) == own)
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
    // The device's name, and so the record's, follows from the token: the same at each try. The
    // data are {latitude 45.5 deg, longitude -122.6 deg, horizontal_accuracy 5 m, effective_time_frame}.
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
    uNiwidW5pdCI6ImRlZyJ9LCJob3Jpem9udGFsX2FjY3VyYWN5Ijp7InZhbHVlIjo1LCJ1bml0IjoibSJ9LCJlZmZlY3Rpdm\
    VfdGltZV9mcmFtZSI6eyJkYXRlX3RpbWUiOiIyMDI2LTAzLTAyVDEyOjAwOjAwWiJ9fQ=="}},\
    "request":{"method":"POST","url":"Observation"}}]}


    """,
  ]

  @Test(
    "Beside an app's values, its device and what it changed count, and what is said counts more")
  func appFolder() throws {
    let folder = TemporaryFolder()
    try folder.makeStore(0..<1)
    try folder.write(
      #"{"identifierForVendor": "VENDOR", "changedSettings": "deviceID=app\nincludesUniqueID=true"}"#,
      to: "values.json")
    let address = "http://127.0.0.1:9/"
    let own = try upload("day.sqlite", "--to", address, "--dry-run", in: folder)
    #expect(own.output.contains(#""device_id":"app","unique_id":"VENDOR""#), "\(own.output)")
    let said = try upload(
      "day.sqlite", "--to", address, "--dry-run", "--set", "deviceID=said", in: folder)
    #expect(said.output.contains(#""device_id":"said","unique_id":"VENDOR""#))
    #expect(try folder.counts().waiting == 1)
  }

  @Test("A sign-in's tokens go to its own server, and to no other unasked")
  func foreignServer() throws {
    let folder = TemporaryFolder()
    try folder.makeStore(0..<1)
    try FileManager.default.createDirectory(
      atPath: folder.file("config/odograph"), withIntermediateDirectories: true)
    try folder.write(TemporaryFolder.signIn("http://127.0.0.1"), to: "config/odograph/tokens.json")
    func headers(_ address: String) throws -> Bool {
      let outcome = try upload("day.sqlite", "--to", address, "--dry-run", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output.contains("Authorization: Bearer ***")
    }
    #expect(try headers("http://127.0.0.1/x"))
    #expect(try headers("http://127.0.0.1?x"))
    #expect(try !headers("http://127.0.0.1:9/x"))
    #expect(try !headers("http://127.0.0.100/x"))
  }

  // MARK: Mistakes

  @Test(
    "What cannot be done is told in one line, with status 2",
    arguments: [
      (["none.sqlite"], "none.sqlite: there is no such file"),
      (["note"], "note: this is not a record store; accepted: a store such as"),
      (["empty"], "empty: this is not a record store; accepted: a store such as"),
      (["newer.sqlite"], "newer.sqlite: this record store was written by a later version"),
      (["."], ".: this is a folder; accepted: a record store"),
      (["day.sqlite", "--contract", "overlan"], "odograph: --contract is 'overlan'; acc"),
      (["day.sqlite", "--contract", "gate"], "odograph: --contract is 'gate'; accepted: "),
      (
        ["day.sqlite", "--preset", "ehe-pilot-1"], "odograph: the preset 'ehe-pilot-1' does not"
      ),
      (["day.sqlite", "--preset", "overland"], "odograph: no preset is called 'overland'"),
      (["day.sqlite", "--set", "batch=5"], "odograph: no setting is called 'batch'"),
      (["day.sqlite", "--set", "pointsPerBatch=5,6"], "odograph: --set pointsPerBatch=5,6 has 2"),
      (["day.sqlite", "--set", "accessToken=x"], "odograph: 'accessToken' is a secret"),
      (
        ["day.sqlite", "--token-file", "readable"], "readable: --token-file: users other"
      ),
      (["day.sqlite", "--token-file", "none"], "none: there is no such file"),
      (["day.sqlite", "--token-file", "words"], "words: --token-file: no token found"),
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
