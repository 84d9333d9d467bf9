import GRDB
import TrackingEngine

/// The SQLite library that the record stores use.
package enum SQLiteLibrary {
  package static var version: String {
    let version = try? DatabaseQueue().read {
      try String.fetchOne($0, sql: "SELECT sqlite_version()")
    }
    return version ?? "unknown"
  }
}
