import Receiver
import Timekeeping

/// A store in memory for the receiver's records during a simulation.
///
/// A simulated year at 1 Hz has 31 million records. Unless `keepsRecords` is true, the store
/// therefore keeps only the latest fingerprints: see `RecentRecords`. A transaction that throws is
/// not undone. This is no problem, because no operation of this store fails, and a contract reads a
/// whole request before it stores any of it.
package final class InMemoryReceiverStore: ReceiverStore {
  /// True to store records and observations in `records` and `observations`.
  package let keepsRecords: Bool
  package let keepsSources: Bool
  /// The different records in the order of arrival; empty unless `keepsRecords` is true.
  package private(set) var records: [ReceivedRecord] = []
  /// The observations in the order of their numbers, which start at 1; empty unless `keepsRecords`
  /// is true.
  package private(set) var observations: [Observation] = []
  package private(set) var observationCount: Int64 = 0

  private var recentRecords: RecentRecords
  private var recentIdentifiers: RecentNumbers
  private var states: [String: DeviceState] = [:]
  private var settings: [String: [String]] = [:]
  private var storedPatients: [Int64: Patient] = [:]
  private var storedStudies: [Int64: Study] = [:]
  private var consents: [Consent] = []
  private var tokens: [[UInt8]: IssuedToken] = [:]
  private var codes: [[UInt8]: AuthorizationCode] = [:]
  private var invitations: [[UInt8]: Invitation] = [:]

  /// Creates an empty store.
  ///
  /// - Parameter remembersAtLeast: the number of latest records that the store remembers. A
  ///   duplicate of an older record may count as new.
  package init(
    keepsRecords: Bool = false, keepsSources: Bool = false, remembersAtLeast: Int = 262_144
  ) {
    self.keepsRecords = keepsRecords
    self.keepsSources = keepsSources
    recentRecords = RecentRecords(rememberedMin: remembersAtLeast)
    recentIdentifiers = RecentNumbers(rememberedMin: remembersAtLeast)
  }

  package func transaction<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
    try body()
  }

  // MARK: Records

  package func insert(_ records: [ReceivedRecord]) -> [Bool] {
    let isNew = recentRecords.insert(records)
    if keepsRecords { self.records += zip(records, isNew).lazy.filter { $1 }.map { $0.0 } }
    return isNew
  }

  package func devices() -> [ReceivedDevice] {
    Dictionary(grouping: records, by: \.device).values.compactMap { records in
      guard let newest = records.max(by: { $0.timestamp < $1.timestamp }),
        let lastArrival = records.map(\.arrivedAt).max()
      else { return nil }
      return ReceivedDevice(
        name: newest.device, recordCount: records.count, newestRecord: newest,
        lastArrival: lastArrival)
    }
    .sorted { $0.name < $1.name }
  }

  package func latestRecords(of device: String?, count: Int) -> [ReceivedRecord] {
    Array(
      records.filter { device == nil || $0.device == device }
        .sorted { $0.timestamp > $1.timestamp }.prefix(count))
  }

  // MARK: The state of devices

  package func save(_ state: DeviceState, of device: String) { states[device] = state }
  package func state(of device: String) -> DeviceState? { states[device] }

  // MARK: Settings for devices

  package func queueSettings(_ settingsJSON: String, for device: String) {
    settings[device, default: []].append(settingsJSON)
  }

  package func takeSettings(for device: String) -> String? {
    guard let next = settings[device]?.first else { return nil }
    settings[device]?.removeFirst()
    return next
  }

  // MARK: Observations

  package func observation(_ identifier: Observation.Identifier) -> Int64? {
    recentIdentifiers[identifier.fingerprint]
  }

  package func insert(_ observation: Observation) -> Int64 {
    observationCount += 1
    for identifier in observation.identifiers {
      recentIdentifiers[identifier.fingerprint] = observationCount
    }
    if keepsRecords { observations.append(observation) }
    return observationCount
  }

  package func replace(_ number: Int64, with observation: Observation) {
    let index = Int(number) - 1
    if observations.indices.contains(index) { observations[index] = observation }
  }

  // MARK: Patients and their consents

  package func save(_ patient: Patient) { storedPatients[patient.number] = patient }
  package func patient(_ number: Int64) -> Patient? { storedPatients[number] }
  package func patients() -> [Patient] {
    storedPatients.values.sorted { $0.number < $1.number }
  }

  package func save(_ study: Study) { storedStudies[study.number] = study }
  package func studies() -> [Study] { storedStudies.values.sorted { $0.number < $1.number } }

  package func consents(of patient: Int64) -> [Consent] {
    consents.filter { $0.patient == patient }
  }

  package func save(_ consent: Consent) {
    if let index = index(consent.patient, consent.study, consent.code) {
      consents[index] = consent
    } else {
      consents.append(consent)
    }
  }

  package func removeConsent(of patient: Int64, study: Int64, code: HealthCode) -> Bool {
    guard let index = index(patient, study, code) else { return false }
    consents.remove(at: index)
    return true
  }

  private func index(_ patient: Int64, _ study: Int64, _ code: HealthCode) -> Int? {
    consents.firstIndex { $0.patient == patient && $0.study == study && $0.code == code }
  }

  // MARK: Secrets, by their hashes

  package func save(_ token: IssuedToken) { tokens[token.hash] = token }
  package func save(_ code: AuthorizationCode) { codes[code.hash] = code }
  package func save(_ invitation: Invitation) { invitations[invitation.hash] = invitation }

  package func token(hash: [UInt8]) -> IssuedToken? { tokens[hash] }
  package func code(hash: [UInt8]) -> AuthorizationCode? { codes[hash] }
  package func invitation(hash: [UInt8]) -> Invitation? { invitations[hash] }

  package func revokeTokens(family: [UInt8]) {
    tokens = tokens.filter { $0.value.family != family }
  }

  package func removeExpired(at instant: Instant) {
    tokens = tokens.filter { $0.value.expiresAt.map { $0 > instant } ?? true }
    codes = codes.filter { $0.value.expiresAt > instant }
  }
}
