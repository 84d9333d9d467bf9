import Foundation
import GRDB

extension RecordSchema {
  /// Opens a store that is to stay as it is, files beside it included.
  ///
  /// SQLite makes files beside a database in WAL mode even for who only reads, and a reader may not take
  /// them away again. Where there is no log nobody has the store open, and it is read as a file that does
  /// not change.
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

  /// Whether a tracker has the store open, or was killed while it had.
  static func hasLog(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "-wal")
  }

  /// What `RecordRow.record` reads, and the details behind it, of which a store of the first version has
  /// none.
  static func readableColumns(_ db: Database) throws -> String {
    let hasDetails = try db.columns(in: "record").contains { $0.name == "details" }
    return RecordRow.names + (hasDetails ? ", details" : ", NULL")
  }

  /// Whose records they are, of which stores before the third version know nothing.
  static func deviceName(_ db: Database) throws -> String? {
    guard try db.columns(in: "store").contains(where: { $0.name == "deviceName" }) else {
      return nil
    }
    return try String.fetchOne(db, sql: "SELECT deviceName FROM store")
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
