import Timekeeping

/// The store of a receiver: in memory in simulations, in a database under `odograph serve`.
///
/// One or more receivers use it from one thread at a time. Each request is handled within one
/// `transaction`: all of its changes are kept or none, and the receiver acknowledges only what was
/// kept. `StoreIsFull` makes the receiver answer 507, any other error 500.
///
/// Secrets (tokens, codes, invitations) arrive hashed. The store never gets one in plain text.
package protocol ReceiverStore: AnyObject {
  /// Runs `body` and keeps its changes. If `body` throws, discards them and rethrows.
  func transaction<Outcome>(_ body: () throws -> Outcome) throws -> Outcome

  // MARK: Records

  /// True if records need their `source`, which costs a copy of the body.
  var keepsSources: Bool { get }

  /// Keeps the records that are new by device and `ReceivedRecord.Identity`.
  ///
  /// - Returns: True for each record that was new. Of two equal ones in `records` only the first is
  ///   new.
  func insert(_ records: [ReceivedRecord]) throws -> [Bool]

  /// Returns the devices that have a record, in the order of their names.
  func devices() throws -> [ReceivedDevice]

  /// Returns the latest records of one device, or of all, the newest time first.
  func latestRecords(of device: String?, count: Int) throws -> [ReceivedRecord]

  // MARK: Settings for devices

  /// Queues a JSON object that an answer sends to the device as `set`. Each answer takes one, in
  /// order.
  func queueSettings(_ settingsJSON: String, for device: String) throws

  /// Removes the first of the device's queued settings, and returns it.
  func takeSettings(for device: String) throws -> String?

  // MARK: Observations

  /// Returns the number of the observation that has this identifier.
  func observation(_ identifier: Observation.Identifier) throws -> Int64?

  /// Keeps an observation with only new identifiers, and returns its number.
  func insert(_ observation: Observation) throws -> Int64

  func replace(_ number: Int64, with observation: Observation) throws

  // MARK: Patients and their consents

  func save(_ patient: Patient) throws
  func patient(_ number: Int64) throws -> Patient?

  /// Returns the given and the refused consents, in the order of their first answers.
  func consents(of patient: Int64) throws -> [Consent]

  /// Keeps an answer. It replaces an earlier one of this patient for the same study and code.
  func save(_ consent: Consent) throws

  /// Deletes an answer. Returns false if there was none.
  func removeConsent(of patient: Int64, study: Int64, code: HealthCode) throws -> Bool

  // MARK: Secrets, by their hashes

  /// Saves a secret. Each of these functions replaces the one with the same hash.
  func save(_ token: IssuedToken) throws
  func save(_ code: AuthorizationCode) throws
  func save(_ invitation: Invitation) throws

  func token(hash: [UInt8]) throws -> IssuedToken?
  func code(hash: [UInt8]) throws -> AuthorizationCode?
  func invitation(hash: [UInt8]) throws -> Invitation?

  /// Deletes every token of a family, spent ones too.
  func revokeTokens(family: [UInt8]) throws

  /// Deletes the tokens and codes that expire at `instant` or earlier.
  func removeExpired(at instant: Instant) throws
}

/// A device that sent records.
package struct ReceivedDevice: Sendable, Hashable {
  /// The name, as in `ReceivedRecord.device`.
  package var name: String
  package var recordCount: Int
  /// The record with the newest time stamp.
  package var newestRecord: ReceivedRecord
  package var lastArrival: Instant

  package init(name: String, recordCount: Int, newestRecord: ReceivedRecord, lastArrival: Instant) {
    self.name = name
    self.recordCount = recordCount
    self.newestRecord = newestRecord
    self.lastArrival = lastArrival
  }
}

/// The error that the disk has no room for more.
package struct StoreIsFull: Error, CustomStringConvertible {
  package init() {}

  package var description: String { "there is no room on the disk for more" }
}
