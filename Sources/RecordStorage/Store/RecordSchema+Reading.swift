import Foundation
import GRDB
import TrackingEngine

extension RecordSchema {
  /// Opens a store for reading, without changes to the store or the files beside it.
  ///
  /// For a database in WAL mode, SQLite creates files beside the database. A program that only
  /// reads cannot remove these files. If no WAL file exists, no other program has the store open.
  /// The store is then opened as an unchanging file, so that SQLite creates no files.
  static func openForReading(_ path: String) throws(RecordStoreError) -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    let location = URL(fileURLWithPath: path).path
    do {
      if !hasLog(location),
        let database = try? DatabaseQueue(
          path: unchangingAddress(location), configuration: configuration)
      {
        try recognize(in: database, path: path)
        return database
      }
      let database = try DatabaseQueue(path: location, configuration: configuration)
      try recognize(in: database, path: path)
      return database
    } catch let error as RecordStoreError {
      throw error
    } catch let error as DatabaseError {
      throw classified(error, path: path)
    } catch {
      throw .cannotOpen(path: path, reason: reason(error))
    }
  }

  /// Returns true if the store has a WAL file.
  ///
  /// Then a tracker has the store open, or was killed while it had the store open.
  static func hasLog(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "-wal")
  }

  /// Returns the column names that `RecordRow.record` reads, followed by `details` and `isSent`.
  ///
  /// Stores of earlier versions lack one or both of these columns; `NULL` then replaces them.
  static func readableColumns(_ db: Database) throws -> String {
    let names = try db.columns(in: "record").map(\.name)
    return
      (["details", "isSent"].reduce(RecordRow.names) { columns, name in
        columns + (names.contains(name) ? ", \(name)" : ", NULL")
      })
  }

  /// Reads the name of the device that made the records; nil in stores older than the third
  /// version.
  static func deviceName(_ db: Database) throws -> String? { try text("deviceName", db) }

  /// Reads the `identifierForVendor` of the device that made the records; nil in stores older than
  /// the fourth version.
  static func deviceIdentifier(_ db: Database) throws -> String? {
    try text("deviceIdentifier", db)
  }

  private static func text(_ column: String, _ db: Database) throws -> String? {
    guard try db.columns(in: "store").contains(where: { $0.name == column }) else { return nil }
    return try String.fetchOne(db, sql: "SELECT \(column) FROM store")
  }

  private static func recognize(in database: DatabaseQueue, path: String) throws {
    try database.read { db in
      try recognize(db, path: path)
      guard try isSigned(db) else { throw RecordStoreError.foreign(path: path) }
    }
  }

  private static func unchangingAddress(_ path: String) -> String {
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return "file:\(escaped)?immutable=1"
  }
}
