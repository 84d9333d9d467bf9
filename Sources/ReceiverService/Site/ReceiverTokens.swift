import Cryptography
import Receiver
import Timekeeping

/// The two secret tokens of a receiver that is not open: one for phones and one for the receiver's
/// owner.
package struct ReceiverTokens: Sendable, Equatable {
  /// The token that phones send. It is valid for every contract.
  package var device: String
  /// The token that gives access to the page and the admin calls.
  package var admin: String

  package init(device: String, admin: String) {
    self.device = device
    self.admin = admin
  }

  package static func made() -> ReceiverTokens {
    ReceiverTokens(device: makeToken(), admin: makeToken())
  }

  /// The mark that the store keeps with each phone token from the receiver's owner. Through this
  /// mark, `set` finds and deletes the earlier tokens.
  private static let family = Array("owner".utf8)

  /// Returns true if the store has the hashes of both tokens.
  package static func areSet(in store: SQLiteReceiverStore) throws -> Bool {
    try store.adminTokenHash() != nil
  }

  /// Makes these tokens valid and all earlier tokens of the owner invalid. The store gets only the
  /// hashes.
  ///
  /// - Parameter patient: the patient to whom health data belongs if a phone sends it with the
  ///   token `device`.
  package func set(in store: SQLiteReceiverStore, patient: Int64, at instant: Instant) throws {
    try store.transaction {
      try store.revokeTokens(family: Self.family)
      try store.save(
        IssuedToken(
          hash: sha256(Array(device.utf8)), use: .access, patient: patient, client: "owner",
          family: Self.family, issuedAt: instant))
      try store.setAdminTokenHash(sha256(Array(admin.utf8)))
    }
  }
}
