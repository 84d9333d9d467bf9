import Geodesy
import PhoneAPI
import ReceiverMemory
import Testing
import Timekeeping

@testable import Receiver

@Suite("What a receiver keeps")
struct ReceiverStoreTests {
  private let now = ReceiverTesting.halfPastTwo

  @Test("Devices are listed by name, each with what is newest of it")
  func devices() throws {
    let receiver = Receiver(contract: .overland, accessToken: nil, keepsRecords: true)
    let watch = #","device_id":"watch""#
    let batch = ReceiverTesting.batch([
      .numbered(5, properties: watch), .numbered(1, properties: watch), .numbered(3),
    ])
    _ = receiver.handle(batch, at: now + .minutes(1))
    _ = receiver.handle(
      ReceiverTesting.batch([.numbered(4, properties: watch)]), at: now + .minutes(2))
    let devices = try receiver.store.devices()
    #expect(devices.map(\.name) == ["", "watch"])
    #expect(devices.map(\.recordCount) == [1, 3])
    #expect(devices[1].newestRecord.timestamp == now + .seconds(5 as Int64))
    #expect(devices[1].lastArrival == now + .minutes(2))
    let latest = try receiver.store.latestRecords(of: "watch", count: 2)
    #expect(latest.map(\.timestamp) == [now + .seconds(5 as Int64), now + .seconds(4 as Int64)])
    #expect(try receiver.store.latestRecords(of: nil, count: 9).count == 4)
  }

  @Test("Settings wait for the device that they are meant for, and go out one an answer, in order")
  func settings() throws {
    let receiver = Receiver(contract: .overland, accessToken: nil)
    try receiver.store.queueSettings(#"{"main":{"min_time":"5s"}}"#, for: "phone")
    try receiver.store.queueSettings(#"{"send_interval":"1m"}"#, for: "phone")
    func answer(_ device: String) -> String {
      let batch = ReceiverTesting.batch([
        WrittenRecord(properties: #","device_id":"\#(device)""#)
      ])
      return receiver.handle(batch, at: now).text
    }
    #expect(answer("watch") == #"{"result":"ok"}"#)
    #expect(answer("phone") == #"{"result":"ok","set":{"main":{"min_time":"5s"}}}"#)
    #expect(answer("phone") == #"{"result":"ok","set":{"send_interval":"1m"}}"#)
    #expect(answer("phone") == #"{"result":"ok"}"#)
  }

  @Test("A store that asks for them gets the records as they came")
  func sources() {
    let store = InMemoryReceiverStore(keepsRecords: true, keepsSources: true)
    let receiver = Receiver(
      contract: .overland, configuration: ReceiverConfiguration(isOpen: true), store: store)
    let record = WrittenRecord.numbered(1, properties: #","altitude":12,"motion":["walking"]"#)
    let body = "{\"locations\": [ \(WrittenRecord().json) ,\n\(record.json)]}"
    #expect(receiver.handle(ReceiverTesting.post(body), at: now).status == 200)
    #expect(
      store.records.map { String(decoding: $0.source, as: UTF8.self) }
        == [WrittenRecord().json, record.json])
  }

  @Test("What could not be kept is not acknowledged, not announced, and new when it comes again")
  func failure() throws {
    for contract in [ReceiverContract.overland, .compass] {
      let store = FullStore()
      let receiver = Receiver(
        contract: contract, configuration: ReceiverConfiguration(isOpen: true), store: store)
      var announced = 0
      receiver.onRecord = { _, _ in announced += 1 }
      let batch = ReceiverTesting.batch([.numbered(1), .numbered(2)])
      let response = receiver.handle(batch, at: now)
      #expect(response.status == 500)
      #expect(response.text == #"{"error":"the records could not be stored"}"#)
      #expect(announced == 0)
      store.isFull = false
      #expect(receiver.handle(batch, at: now).status == 200)
      #expect(receiver.recordCount == 2)
      #expect(receiver.duplicateCount == 0)
    }
  }

  @Test("A body beyond the limit is refused before it is read")
  func tooLarge() {
    var configuration = ReceiverConfiguration(isOpen: true)
    configuration.bodyBytesMax = 20
    let receiver = Receiver(
      contract: .overland, configuration: configuration, store: InMemoryReceiverStore())
    let fits = #"{"locations":[]}    "#
    #expect(receiver.handle(ReceiverTesting.post(fits), at: now).status == 200)
    let response = receiver.handle(ReceiverTesting.post(fits + " "), at: now)
    #expect(response.status == 413)
    #expect(response.text == #"{"error":"more than 20 bytes"}"#)
  }

  @Test("Tokens of the store are good until they expire, and known by their hashes alone")
  func issuedTokens() throws {
    let store = InMemoryReceiverStore()
    var configuration = ReceiverConfiguration()
    configuration.hash = sha256
    let receiver = Receiver(contract: .overland, configuration: configuration, store: store)
    store.save(
      IssuedToken(
        hash: sha256(Array("secret".utf8)), use: .access, patient: nil,
        client: "Ann's phone", issuedAt: now, expiresAt: now + .hours(1)))
    store.save(
      IssuedToken(
        hash: sha256(Array("refresh".utf8)), use: .refresh, patient: nil,
        client: "Ann's phone", issuedAt: now))
    func status(_ token: String?, after wait: TimeSpan = .zero) -> Int {
      receiver.handle(ReceiverTesting.post(#"{"locations":[]}"#, token: token), at: now + wait)
        .status
    }
    #expect(status("secret") == 200)
    #expect(status("Secret") == 401)
    #expect(status("refresh") == 401)
    #expect(status(nil) == 401)
    let almost = TimeSpan.hours(1) - TimeSpan(nanoseconds: 1)
    #expect(status("secret", after: almost) == 200)
    #expect(status("secret", after: .hours(1)) == 401)
  }

  @Test(
    "Bytes are compared whole",
    arguments: [("", "", true), ("ab", "ab", true), ("ab", "aB", false), ("ab", "abc", false)])
  func comparison(a: String, b: String, isEqual: Bool) {
    #expect(isEqualInConstantTime(Array(a.utf8), Array(b.utf8)) == isEqual)
  }
}

/// A store that fails at the end of each transaction while it is full.
private final class FullStore: ReceiverStore {
  struct Full: Error {}

  private var memory = InMemoryReceiverStore()
  var isFull = true

  func transaction<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
    let outcome = try body()
    guard isFull else { return outcome }
    memory = InMemoryReceiverStore()
    throw Full()
  }

  var keepsSources: Bool { memory.keepsSources }
  func insert(_ records: [ReceivedRecord]) -> [Bool] { memory.insert(records) }
  func devices() -> [ReceivedDevice] { memory.devices() }
  func latestRecords(of device: String?, count: Int) -> [ReceivedRecord] {
    memory.latestRecords(of: device, count: count)
  }
  func queueSettings(_ settingsJSON: String, for device: String) {
    memory.queueSettings(settingsJSON, for: device)
  }
  func takeSettings(for device: String) -> String? { memory.takeSettings(for: device) }
  func save(_ state: DeviceState, of device: String) { memory.save(state, of: device) }
  func state(of device: String) -> DeviceState? { memory.state(of: device) }
  func observation(_ identifier: Observation.Identifier) -> Int64? {
    memory.observation(identifier)
  }
  func insert(_ observation: Observation) -> Int64 { memory.insert(observation) }
  func replace(_ number: Int64, with observation: Observation) {
    memory.replace(number, with: observation)
  }
  func save(_ patient: Patient) { memory.save(patient) }
  func patient(_ number: Int64) -> Patient? { memory.patient(number) }
  func patients() -> [Patient] { memory.patients() }
  func save(_ study: Study) { memory.save(study) }
  func studies() -> [Study] { memory.studies() }
  func consents(of patient: Int64) -> [Consent] { memory.consents(of: patient) }
  func save(_ consent: Consent) { memory.save(consent) }
  func removeConsent(of patient: Int64, study: Int64, code: HealthCode) -> Bool {
    memory.removeConsent(of: patient, study: study, code: code)
  }
  func save(_ token: IssuedToken) { memory.save(token) }
  func save(_ code: AuthorizationCode) { memory.save(code) }
  func save(_ invitation: Invitation) { memory.save(invitation) }
  func token(hash: [UInt8]) -> IssuedToken? { memory.token(hash: hash) }
  func code(hash: [UInt8]) -> AuthorizationCode? { memory.code(hash: hash) }
  func invitation(hash: [UInt8]) -> Invitation? { memory.invitation(hash: hash) }
  func revokeTokens(family: [UInt8]) { memory.revokeTokens(family: family) }
  func removeExpired(at instant: Instant) { memory.removeExpired(at: instant) }
}
