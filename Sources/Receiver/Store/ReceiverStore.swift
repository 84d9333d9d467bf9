import Timekeeping

/// Everything that a receiver keeps: in memory in simulations, in a database when served.
///
/// One receiver or several use it from one thread at a time. Each request is handled within one
/// `transaction`, so that what it changed is kept whole or not at all, and nothing is acknowledged
/// that was not kept. `StoreIsFull` makes the receiver answer 507, any other error 500.
///
/// Secrets (tokens, codes, invitations) come hashed; the store never sees one in the clear.
package protocol ReceiverStore: AnyObject {
  /// Runs `body` and keeps what it changed; when `body` throws, nothing of it, and throws on.
  func transaction<Outcome>(_ body: () throws -> Outcome) throws -> Outcome

  // MARK: Records

  /// Whether records shall come with their `source`, which costs a copy of the body.
  var keepsSources: Bool { get }

  /// Keeps those records that are new by device and `ReceivedRecord.Identity`.
  ///
  /// - Returns: for each whether it was new; of two alike in `records` only the first is.
  func insert(_ records: [ReceivedRecord]) throws -> [Bool]

  /// Those of which a record was kept, in the order of their names.
  func devices() throws -> [ReceivedDevice]

  /// What was kept of one device, or of all, newest stamp first.
  func latestRecords(of device: String?, count: Int) throws -> [ReceivedRecord]

  // MARK: Settings for devices

  /// Lines up a JSON object to be sent to a device as `set`, each with one answer, in this order.
  func queueSettings(_ settingsJSON: String, for device: String) throws

  /// The next in the line, which is then gone from it.
  func takeSettings(for device: String) throws -> String?

  // MARK: Observations

  /// The number of the observation that has this identifier.
  func observation(_ identifier: Observation.Identifier) throws -> Int64?

  /// Keeps an observation, none of whose identifiers is known, and numbers it.
  func insert(_ observation: Observation) throws -> Int64

  func replace(_ number: Int64, with observation: Observation) throws

  // MARK: Patients and what they consent to

  func save(_ patient: Patient) throws
  func patient(_ number: Int64) throws -> Patient?

  /// Given and refused alike, in the order in which they were first answered.
  func consents(of patient: Int64) throws -> [Consent]

  /// Takes the place of an earlier answer of this patient for the same study and code.
  func save(_ consent: Consent) throws

  /// False when there was no answer to forget.
  func removeConsent(of patient: Int64, study: Int64, code: HealthCode) throws -> Bool

  // MARK: Secrets, by their hashes

  /// Each of these takes the place of what was saved under the same hash.
  func save(_ token: IssuedToken) throws
  func save(_ code: AuthorizationCode) throws
  func save(_ invitation: Invitation) throws

  func token(hash: [UInt8]) throws -> IssuedToken?
  func code(hash: [UInt8]) throws -> AuthorizationCode?
  func invitation(hash: [UInt8]) throws -> Invitation?

  /// Forgets every token of a family, spent ones too.
  func revokeTokens(family: [UInt8]) throws

  /// Forgets the tokens and codes that expired before.
  func removeExpired(at instant: Instant) throws
}

/// A device as the records tell of it.
package struct ReceivedDevice: Sendable, Hashable {
  /// As `ReceivedRecord.device`.
  package var name: String
  package var recordCount: Int
  /// The one with the newest stamp.
  package var newestRecord: ReceivedRecord
  package var lastArrival: Instant

  package init(name: String, recordCount: Int, newestRecord: ReceivedRecord, lastArrival: Instant) {
    self.name = name
    self.recordCount = recordCount
    self.newestRecord = newestRecord
    self.lastArrival = lastArrival
  }
}

/// There is no room for more on the disk.
package struct StoreIsFull: Error, CustomStringConvertible {
  package init() {}

  package var description: String { "there is no room on the disk for more" }
}
