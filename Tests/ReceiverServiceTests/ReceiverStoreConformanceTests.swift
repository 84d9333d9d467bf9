import Foundation
import Geodesy
import ReceiverMemory
import Testing
import Timekeeping

@testable import Receiver
@testable import ReceiverService

/// The guarantees that both stores give.
@Suite("A receiver's store, in memory and in SQLite")
struct ReceiverStoreConformanceTests {
  enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case memory, database
    var testDescription: String { rawValue }
  }

  private let folder = TemporaryFolder()
  private let now = Instant(nanoseconds: 1_772_461_800_000_000_000)

  private func open(_ kind: Kind) throws -> any ReceiverStore {
    switch kind {
    case .memory: InMemoryReceiverStore(keepsRecords: true, keepsSources: true)
    case .database: try SQLiteReceiverStore(path: folder.path + "/store.sqlite")
    }
  }

  private func record(
    _ second: Int64, device: String = "phone", type: String = "location", latitude: Double = 45.5
  ) -> ReceivedRecord {
    ReceivedRecord(
      device: device, type: type, timestamp: now + .seconds(second),
      coordinate: Coordinate(latitude: latitude, longitude: -122.6),
      horizontalAccuracyMeters: 5, arrivedAt: now + .hours(1), source: Array("{\(second)}".utf8))
  }

  @Test("Keeps what is new, and says for each whether it was", arguments: Kind.allCases)
  func duplicates(_ kind: Kind) throws {
    let store = try open(kind)
    #expect(try store.insert([record(1), record(2), record(1)]) == [true, true, false])
    var again = record(2)
    again.arrivedAt += .hours(1)
    again.horizontalAccuracyMeters = 9
    again.source = []
    #expect(try store.insert([again]) == [false])
    let others = [
      record(2, device: "watch"), record(2, type: "visit"), record(2, latitude: 45.6), record(3),
    ]
    #expect(try store.insert(others) == [true, true, true, true])
    #expect(try store.devices().map(\.recordCount) == [5, 1])
    #expect(try store.latestRecords(of: "phone", count: 1) == [record(3)])
  }

  @Test("Lists devices with what is newest of each", arguments: Kind.allCases)
  func devices(_ kind: Kind) throws {
    let store = try open(kind)
    #expect(try store.devices().isEmpty)
    var early = record(1)
    early.arrivedAt = now + .hours(3)
    _ = try store.insert([record(7, device: ""), record(5), early])
    #expect(
      try store.devices() == [
        ReceivedDevice(
          name: "", recordCount: 1, newestRecord: record(7, device: ""),
          lastArrival: now + .hours(1)),
        ReceivedDevice(
          name: "phone", recordCount: 2, newestRecord: record(5), lastArrival: now + .hours(3)),
      ])
    #expect(try store.latestRecords(of: nil, count: 2).map(\.device) == ["", "phone"])
  }

  @Test("Stores the last state that a device reported", arguments: Kind.allCases)
  func states(_ kind: Kind) throws {
    let store = try open(kind)
    #expect(try store.state(of: "phone") == nil)
    var state = DeviceState(current: .init(record(1)), trip: nil, reportedAt: now)
    try store.save(state, of: "phone")
    state.trip = DeviceState.Trip(
      mode: "train", start: now, distanceMeters: 12.25, startPosition: .init(record(0)),
      currentPosition: nil)
    try store.save(state, of: "phone")
    #expect(try store.state(of: "phone") == state)
    #expect(try store.state(of: "watch") == nil)
  }

  @Test(
    "Keeps patients with their studies, and studies, by their numbers", arguments: Kind.allCases)
  func studies(_ kind: Kind) throws {
    let store = try open(kind)
    var patient = Patient(
      number: 2, email: "a@b", givenName: "Ada", familyName: "King", studies: [7, 9])
    let study = Study(number: 9, name: "Sleep", codes: [.timeInterval, .geoposition])
    try store.save(patient)
    try store.save(Patient(number: 1, email: "c@d", givenName: "", familyName: ""))
    try store.save(study)
    #expect(try store.patients().map(\.number) == [1, 2])
    #expect(try store.patient(2) == patient)
    #expect(try store.studies() == [study])
    patient.studies = [9]
    try store.save(patient)
    #expect(try store.patient(2) == patient)
  }

  @Test("Hands out settings in their order, each once", arguments: Kind.allCases)
  func settings(_ kind: Kind) throws {
    let store = try open(kind)
    for json in ["1", "2"] { try store.queueSettings(json, for: "phone") }
    #expect(try store.takeSettings(for: "watch") == nil)
    #expect(try store.takeSettings(for: "phone") == "1")
    #expect(try store.takeSettings(for: "phone") == "2")
    #expect(try store.takeSettings(for: "phone") == nil)
  }

  @Test("Numbers observations and finds them by each of their names", arguments: Kind.allCases)
  func observations(_ kind: Kind) throws {
    let store = try open(kind)
    func identifier(_ value: String) -> Observation.Identifier {
      Observation.Identifier(system: "urn:x", value: value)
    }
    func observation(_ names: String...) -> Observation {
      Observation(
        patient: 1, device: "Device/7", code: .geoposition, identifiers: names.map(identifier),
        effectiveDateTime: "2026-03-02", content: [1, 2], arrivedAt: now)
    }
    let first = try store.insert(observation("a", "b"))
    let second = try store.insert(observation("c"))
    #expect(first < second)
    #expect(try store.observation(identifier("b")) == first)
    #expect(try store.observation(identifier("c")) == second)
    #expect(try store.observation(identifier("d")) == nil)
    #expect(try store.observation(.init(system: "urn:y", value: "a")) == nil)
    try store.replace(second, with: observation("c"))
    #expect(try store.observation(identifier("c")) == second)
  }

  @Test("Knows patients, and their answers in the order of the first", arguments: Kind.allCases)
  func people(_ kind: Kind) throws {
    let store = try open(kind)
    let ann = Patient(number: 4, email: "ann@example.org", givenName: "Ann", familyName: "A")
    try store.save(ann)
    #expect(try store.patient(4) == ann)
    #expect(try store.patient(5) == nil)
    func consent(_ code: HealthCode, _ isGiven: Bool) -> Consent {
      Consent(patient: 4, study: 3, code: code, isGiven: isGiven, answeredAt: now)
    }
    try store.save(consent(.timeInterval, true))
    try store.save(consent(.geoposition, true))
    try store.save(consent(.timeInterval, false))
    #expect(
      try store.consents(of: 4) == [consent(.timeInterval, false), consent(.geoposition, true)])
    #expect(try store.consents(of: 5).isEmpty)
    #expect(try store.removeConsent(of: 4, study: 3, code: .timeInterval))
    #expect(try !store.removeConsent(of: 4, study: 3, code: .timeInterval))
  }

  @Test(
    "Finds secrets by their hashes, and forgets families and what expired", arguments: Kind.allCases
  )
  func secrets(_ kind: Kind) throws {
    let store = try open(kind)
    func token(_ hash: UInt8, family: UInt8, expiresAt: Instant?) -> IssuedToken {
      IssuedToken(
        hash: [hash], use: .refresh, patient: 4, client: "c", scope: "s", family: [family],
        issuedAt: now, expiresAt: expiresAt, isSpent: hash == 1)
    }
    let tokens = [
      token(1, family: 1, expiresAt: nil), token(2, family: 2, expiresAt: now + .hours(1)),
      token(3, family: 2, expiresAt: now + .hours(3)),
    ]
    for token in tokens { try store.save(token) }
    #expect(try store.token(hash: [1]) == tokens[0])
    #expect(try store.token(hash: [3]) == tokens[2])
    try store.removeExpired(at: now + .hours(1))
    #expect(try store.token(hash: [2]) == nil)
    try store.revokeTokens(family: [2])
    #expect(try store.token(hash: [3]) == nil)
    #expect(try store.token(hash: [1]) == tokens[0])
    var code = AuthorizationCode(
      hash: [9], patient: 4, client: "c", redirectURI: "u", scope: "s", challenge: "x",
      expiresAt: now)
    try store.save(code)
    code.isSpent = true
    code.invitation = [8]
    try store.save(code)
    #expect(try store.code(hash: [9]) == code)
    var invitation = Invitation(hash: [8], patient: 4, client: "c", issuedAt: now)
    try store.save(invitation)
    #expect(try store.invitation(hash: [8]) == invitation)
    invitation.redeemedAt = now
    invitation.isUsed = true
    invitation.isReusable = true
    try store.save(invitation)
    #expect(try store.invitation(hash: [8]) == invitation)
  }
}
