import Foundation
import GRDB
import Receiver
import Timekeeping

// MARK: Secrets, by their hashes

extension SQLiteReceiverStore {
  package func save(_ token: IssuedToken) throws {
    try access { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO token VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          token.hash.data, token.use.rawValue, token.patient, token.client, token.scope,
          token.family.data, token.issuedAt.nanoseconds, token.expiresAt?.nanoseconds,
          token.isSpent,
        ])
    }
  }

  package func token(hash: [UInt8]) throws -> IssuedToken? {
    try row("token", hash).flatMap { row in
      guard let use = IssuedToken.Use(rawValue: row["use"]) else { return nil }
      return IssuedToken(
        hash: hash, use: use, patient: row["patient"], client: row["client"], scope: row["scope"],
        family: [UInt8](row["family"] as Data), issuedAt: Instant(nanoseconds: row["issuedAt"]),
        expiresAt: (row["expiresAt"] as Int64?).map(Instant.init(nanoseconds:)),
        isSpent: row["isSpent"])
    }
  }

  package func save(_ code: AuthorizationCode) throws {
    try access { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO authorizationCode VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          code.hash.data, code.patient, code.client, code.redirectURI, code.scope, code.challenge,
          code.expiresAt.nanoseconds, code.isSpent, code.invitation.data,
        ])
    }
  }

  package func code(hash: [UInt8]) throws -> AuthorizationCode? {
    try row("authorizationCode", hash).map { row in
      AuthorizationCode(
        hash: hash, patient: row["patient"], client: row["client"],
        redirectURI: row["redirectURI"], scope: row["scope"], challenge: row["challenge"],
        expiresAt: Instant(nanoseconds: row["expiresAt"]), isSpent: row["isSpent"],
        invitation: [UInt8](row["invitation"] as Data))
    }
  }

  package func save(_ invitation: Invitation) throws {
    try access { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO invitation VALUES (?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          invitation.hash.data, invitation.patient, invitation.client,
          invitation.issuedAt.nanoseconds, invitation.redeemedAt?.nanoseconds,
          invitation.isUsed, invitation.isReusable,
        ])
    }
  }

  package func invitation(hash: [UInt8]) throws -> Invitation? {
    try row("invitation", hash).map { row in
      var invitation = Invitation(
        hash: hash, patient: row["patient"], client: row["client"],
        issuedAt: Instant(nanoseconds: row["issuedAt"]),
        redeemedAt: (row["redeemedAt"] as Int64?).map(Instant.init(nanoseconds:)),
        isReusable: row["isReusable"])
      invitation.isUsed = row["isUsed"]
      return invitation
    }
  }

  package func revokeTokens(family: [UInt8]) throws {
    try access { db in
      try db.execute(sql: "DELETE FROM token WHERE family = ?", arguments: [family.data])
    }
  }

  package func removeExpired(at instant: Instant) throws {
    try access { db in
      for table in ["token", "authorizationCode"] {
        try db.execute(
          sql: "DELETE FROM \(table) WHERE expiresAt <= ?", arguments: [instant.nanoseconds])
      }
    }
  }

  private func row(_ table: String, _ hash: [UInt8]) throws -> Row? {
    try access { db in
      try Row.fetchOne(db, sql: "SELECT * FROM \(table) WHERE hash = ?", arguments: [hash.data])
    }
  }
}

// MARK: - The owner's token for the page and the admin calls

extension SQLiteReceiverStore {
  /// Returns the hash of the admin token; nil if none is set. The hash is in a table to which
  /// sign-ins never write, so no sign-in can create an admin token.
  func adminTokenHash() throws -> [UInt8]? {
    try access { db in
      try Data.fetchOne(db, sql: "SELECT hash FROM adminToken").map { [UInt8]($0) }
    }
  }

  func setAdminTokenHash(_ hash: [UInt8]) throws {
    try transaction {
      try access { db in
        try db.execute(sql: "DELETE FROM adminToken")
        try db.execute(sql: "INSERT INTO adminToken VALUES (?)", arguments: [hash.data])
      }
    }
  }
}

extension [UInt8] {
  var data: Data { Data(self) }
}
