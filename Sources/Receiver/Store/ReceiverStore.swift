import Timekeeping

/// The store of a receiver. It is in memory in simulations, and in a database under `odograph
/// serve`.
///
/// One or more receivers use the store from one thread at a time. Each request is handled within
/// one `transaction`: all of its changes are kept or none. The receiver acknowledges only stored
/// records. If the store throws `StoreIsFull`, the receiver answers 507; with any other error it
/// answers 500.
///
/// Secrets (tokens, codes, invitations) arrive as hashes. The store never gets a secret in plain
/// text.
package protocol ReceiverStore: AnyObject {
  /// Runs `body` and keeps the changes that it makes to the store. If `body` throws, discards the
  /// changes and throws the same error.
  func transaction<Outcome>(_ body: () throws -> Outcome) throws -> Outcome

  // MARK: Records

  /// True if the store needs the `source` of records. Each request's body is then copied.
  var keepsSources: Bool { get }

  /// Stores the new records. A record is new if no stored record has its device and
  /// `ReceivedRecord.Identity`.
  ///
  /// - Returns: True for each record that was new. If two records in `records` are the same, only
  ///   the first is new.
  func insert(_ records: [ReceivedRecord]) throws -> [Bool]

  /// Returns the devices that have a record, in the order of their names.
  func devices() throws -> [ReceivedDevice]

  /// Returns the latest records, the newest time first.
  ///
  /// - Parameter device: the device that sent the records; nil for the records of all devices.
  func latestRecords(of device: String?, count: Int) throws -> [ReceivedRecord]

  // MARK: The state of devices

  /// Stores a device's state, which replaces an earlier one.
  func save(_ state: DeviceState, of device: String) throws

  func state(of device: String) throws -> DeviceState?

  // MARK: Settings for devices

  /// Adds a JSON object of settings to a device's queue. Each answer to the device takes the first
  /// object from the queue, and sends it as `set`.
  func queueSettings(_ settingsJSON: String, for device: String) throws

  /// Removes and returns the first of the device's queued settings; nil if none is queued.
  func takeSettings(for device: String) throws -> String?

  // MARK: Observations

  /// Returns the number of the observation with this identifier; nil if there is none.
  func observation(_ identifier: Observation.Identifier) throws -> Int64?

  /// Stores an observation and returns its number. The caller has checked that none of its
  /// identifiers is stored yet.
  func insert(_ observation: Observation) throws -> Int64

  func replace(_ number: Int64, with observation: Observation) throws

  // MARK: Patients and their consents

  func save(_ patient: Patient) throws
  func patient(_ number: Int64) throws -> Patient?

  /// Returns the stored patients, in the order of their numbers. The next functions do the same
  /// with studies, and store a study.
  func patients() throws -> [Patient]
  func studies() throws -> [Study]
  func save(_ study: Study) throws

  /// Returns the patient's answers to studies, both given and refused consents, in the order in
  /// which they were first answered.
  func consents(of patient: Int64) throws -> [Consent]

  /// Stores a patient's answer to a study. It replaces an earlier answer of the same patient for
  /// the same study and code.
  func save(_ consent: Consent) throws

  /// Deletes a patient's answer to a study. Returns false if there was none.
  func removeConsent(of patient: Int64, study: Int64, code: HealthCode) throws -> Bool

  // MARK: Secrets, by their hashes

  /// Stores a token, and replaces a stored token with the same hash. The next two functions do the
  /// same with a code and with an invitation.
  func save(_ token: IssuedToken) throws
  func save(_ code: AuthorizationCode) throws
  func save(_ invitation: Invitation) throws

  func token(hash: [UInt8]) throws -> IssuedToken?
  func code(hash: [UInt8]) throws -> AuthorizationCode?
  func invitation(hash: [UInt8]) throws -> Invitation?

  /// Deletes every token of a family, including tokens that are spent.
  func revokeTokens(family: [UInt8]) throws

  /// Deletes the tokens and codes that expire at `instant` or earlier.
  func removeExpired(at instant: Instant) throws
}

/// A device from which the receiver got records.
package struct ReceivedDevice: Sendable, Equatable {
  /// The device's name, as in `ReceivedRecord.device`.
  package var name: String
  package var recordCount: Int
  /// The device's record with the newest time stamp.
  package var newestRecord: ReceivedRecord
  package var lastArrival: Instant

  package init(name: String, recordCount: Int, newestRecord: ReceivedRecord, lastArrival: Instant) {
    self.name = name
    self.recordCount = recordCount
    self.newestRecord = newestRecord
    self.lastArrival = lastArrival
  }
}

/// The error of a store that cannot keep more records because the disk is full.
package struct StoreIsFull: Error, CustomStringConvertible {
  package init() {}

  package var description: String { "there is no room on the disk for more" }
}
