import Foundation
import GRDB
import Receiver

/// The states that devices report beside their records.
extension SQLiteReceiverStore {
  package func save(_ state: DeviceState, of device: String) throws {
    let json = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
    try access { db in
      try db.execute(sql: "REPLACE INTO deviceState VALUES (?, ?)", arguments: [device, json])
    }
  }

  package func state(of device: String) throws -> DeviceState? {
    try access { db in try ReceivedHistory.state(of: device, in: db) }
  }
}

extension ReceivedHistory {
  /// Returns the state that the device last reported; nil if it reported none.
  package func state(of device: String) throws -> DeviceState? {
    try database.read { db in try Self.state(of: device, in: db) }
  }

  fileprivate static func state(of device: String, in db: Database) throws -> DeviceState? {
    try String.fetchOne(
      db, sql: "SELECT json FROM deviceState WHERE name = ?", arguments: [device]
    ).map { try JSONDecoder().decode(DeviceState.self, from: Data($0.utf8)) }
  }
}
