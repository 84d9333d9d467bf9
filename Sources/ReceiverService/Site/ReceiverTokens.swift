import Cryptography
import Receiver
import Timekeeping

/// The two secrets of a receiver that is not open: what phones send, and what its owner logs in with.
package struct ReceiverTokens: Sendable, Equatable {
  /// Good at every contract.
  package var device: String
  /// For the page and the admin calls.
  package var admin: String

  package init(device: String, admin: String) {
    self.device = device
    self.admin = admin
  }

  package static func made() -> ReceiverTokens {
    ReceiverTokens(device: makeToken(), admin: makeToken())
  }

  /// The tokens that the owner made share a family, so that new ones end the old.
  private static let family = Array("owner".utf8)

  /// Whether the store knows the hashes of a pair.
  package static func areSet(in store: SQLiteReceiverStore) throws -> Bool {
    try store.adminTokenHash() != nil
  }

  /// From now on these are good, and those that were set before are not. Only hashes are kept.
  ///
  /// - Parameter patient: whom the device's token speaks for where health data are taken.
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
