import Cryptography
import Receiver
import Timekeeping

/// The two secrets of a receiver that is not open: one for phones and one for its owner.
package struct ReceiverTokens: Sendable, Equatable {
  /// The token that phones send. It is valid at every contract.
  package var device: String
  /// The token for the page and the admin calls.
  package var admin: String

  package init(device: String, admin: String) {
    self.device = device
    self.admin = admin
  }

  package static func made() -> ReceiverTokens {
    ReceiverTokens(device: makeToken(), admin: makeToken())
  }

  /// The family that all tokens from the owner share, so that new ones replace the old ones.
  private static let family = Array("owner".utf8)

  /// Returns true if the store has the hashes of a pair.
  package static func areSet(in store: SQLiteReceiverStore) throws -> Bool {
    try store.adminTokenHash() != nil
  }

  /// Makes these tokens valid and all earlier ones invalid. Only their hashes are stored.
  ///
  /// - Parameter patient: the patient that the device's token stands for in contracts of health
  ///   data.
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
