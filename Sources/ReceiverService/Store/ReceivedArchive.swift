import Foundation
import GRDB
import Receiver
import Timekeeping

/// A reader of a receiver's database file, which never changes the file.
///
/// It reads one record at a time, so that it needs memory for only one.
package final class ReceivedArchive {
  private let database: DatabaseQueue

  /// Returns true if a file is a receiver's database, by the application ID that SQLite reads from
  /// it. A server that has just made the database may still keep that in its write-ahead log.
  package static func isReceiverStore(path: String) -> Bool {
    guard let archive = try? ReceivedArchive(path: path) else { return false }
    let owner = try? archive.database.read { try Int.fetchOne($0, sql: "PRAGMA application_id") }
    return owner == ReceiverSchema.applicationIdentifier
  }

  /// - Throws: `SQLiteReceiverStoreError` if the file cannot be read.
  package init(path: String) throws(SQLiteReceiverStoreError) {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    do {
      // Without a write-ahead log no receiver writes; an unchanging file gets no files beside it.
      let isUnchanging = !FileManager.default.fileExists(atPath: path + "-wal")
      let escaped = URL(fileURLWithPath: path).path
        .addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
      database = try DatabaseQueue(
        path: isUnchanging ? "file:\(escaped ?? path)?immutable=1" : path,
        configuration: configuration)
    } catch {
      throw .cannotOpen(path: path, reason: "\(error)")
    }
  }

  /// The names of the devices that have sent records, sorted.
  package func devices() throws -> [String] {
    try database.read { db in
      try String.fetchAll(db, sql: "SELECT DISTINCT device FROM record ORDER BY device")
    }
  }

  /// Calls `body` with each position of a device, in the order of arrival.
  package func forEachPosition(
    of device: String, _ body: (ReceivedRecord) throws -> Void
  ) throws {
    try database.read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT * FROM record WHERE device = ? AND type IN ('location', 'visit') ORDER BY number
          """, arguments: [device])
      while let row = try rows.next() { try body(ReceivedRecord(row)) }
    }
  }
}
