import Foundation
import GRDB
import Receiver
import Timekeeping

/// A reader of a receiver's database file, which never changes the file.
///
/// It reads one record at a time, so that it needs memory for only one.
package final class ReceivedArchive {
  private let database: DatabaseQueue

  /// Returns true if the bytes begin a receiver's database: SQLite's header with the receiver's
  /// application ID at byte 68 (sqlite.org/fileformat.html).
  package static func isReceiverStore(beginning bytes: [UInt8]) -> Bool {
    guard bytes.count >= 72 else { return false }
    let owner = bytes[68..<72].reduce(0) { $0 << 8 | Int($1) }
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
