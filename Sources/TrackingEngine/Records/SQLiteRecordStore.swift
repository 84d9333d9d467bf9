import GRDB
import Timekeeping

/// Records in a SQLite file, which one tracker at a time opens.
///
/// Each append commits by itself, or with the delivery it belongs to: with write-ahead logging a commit
/// is one write into the log, which a kill of the process cannot undo.
public final class SQLiteRecordStore: RecordStore {
  /// What the file has to outlive.
  public enum Safety: Sendable {
    /// A loss of power costs the last records at most. Others may read the file meanwhile.
    case powerLoss
    /// Enough where only processes die, as in a simulation: the disk is not waited for, and nobody else
    /// may open the file meanwhile.
    case processDeath
  }

  public var queuedKinds = RecordKinds.all
  public var keepsAcknowledgedRecords = false
  public private(set) var queueLength: Int

  private let database: DatabaseQueue
  private let insertion: Statement
  private let removal: Statement
  private let release: Statement
  private let selection: Statement
  private var lastIdentifier: UInt64
  /// No waiting record has a smaller identifier, so that looking for the first skips the kept ones.
  private var queueStart: UInt64 = 0

  /// Opens the store at `path`, or makes one there.
  ///
  /// A file that is not a record store is left as it is.
  public init(path: String, safety: Safety = .powerLoss) throws(RecordStoreError) {
    database = try RecordSchema.open(path, safety: safety)
    do {
      (lastIdentifier, queueLength) = try database.read(RecordSchema.counts)
      (insertion, removal, release, selection) = try database.read { db in
        (
          try db.makeStatement(sql: RecordSchema.insertion),
          try db.makeStatement(sql: "DELETE FROM record WHERE identifier = ? AND isWaiting"),
          try db.makeStatement(
            sql: "UPDATE record SET isWaiting = 0 WHERE identifier = ? AND isWaiting"),
          try db.makeStatement(
            sql: """
              SELECT \(RecordRow.names) FROM record WHERE identifier >= ? AND isWaiting
              ORDER BY identifier LIMIT ?
              """)
        )
      }
    } catch {
      throw .damaged(path: path, reason: RecordSchema.reason(error))
    }
  }

  public func append(
    _ record: Record, details: String?
  ) throws(RecordStoreError) -> Record.Identifier {
    let identifier = Record.Identifier(rawValue: lastIdentifier + 1)
    let isWaiting = queuedKinds.contains(RecordKinds(record.kind))
    try write { _ in
      try insertion.execute(
        arguments: RecordRow.arguments(
          record, identifier: identifier, isWaiting: isWaiting, details: details))
    }
    lastIdentifier += 1
    if isWaiting { queueLength += 1 }
    return identifier
  }

  public func details(of identifier: Record.Identifier) throws(RecordStoreError) -> String? {
    try read { db in
      try String.fetchOne(
        db.cachedStatement(sql: "SELECT details FROM record WHERE identifier = ?"),
        arguments: [Int64(identifier.rawValue)])
    }
  }

  public func replace(_ record: Record) throws(RecordStoreError) -> Bool {
    try write { db in
      let kept = try Row.fetchOne(
        db, sql: "SELECT isWaiting, details FROM record WHERE identifier = ?",
        arguments: [Int64(record.identifier.rawValue)])
      guard let kept else { return false }
      try insertion.execute(
        arguments: RecordRow.arguments(
          record, identifier: record.identifier, isWaiting: kept[0], details: kept[1]))
      return true
    }
  }

  public func inOneTransaction(_ body: () -> Void) throws(RecordStoreError) {
    let before = (lastIdentifier, queueLength)
    try write { try $0.beginTransaction(.immediate) }
    body()
    do {
      try write { try $0.commit() }
    } catch {
      (lastIdentifier, queueLength) = before
      try? write { try $0.rollback() }
      throw error
    }
  }

  public func queueLength(of kinds: RecordKinds) throws(RecordStoreError) -> Int {
    guard kinds != .all, queueLength > 0 else { return queueLength }
    return try read { db in
      try Int.fetchOne(
        db.cachedStatement(
          sql: "SELECT count(*) FROM record WHERE isWaiting AND \(RecordRow.condition(kinds))"))
        ?? 0
    }
  }

  public func first(
    _ count: Int, of kinds: RecordKinds
  ) throws(RecordStoreError) -> [Record] {
    guard queueLength > 0 else { return [] }
    guard kinds == .all else {
      return try fetch(
        "isWaiting AND \(RecordRow.condition(kinds)) ORDER BY identifier LIMIT ?", [count])
    }
    let records = try read { _ in
      try RecordRow.fetch(selection, arguments: [Int64(queueStart), count])
    }
    if let first = records.first { queueStart = first.identifier.rawValue }
    return records
  }

  public func remove(acknowledged identifiers: [Record.Identifier]) throws(RecordStoreError) {
    let statement = keepsAcknowledgedRecords ? release : removal
    let removed = try write { db in
      var removed = 0
      try db.inTransaction {
        for identifier in identifiers {
          try statement.execute(arguments: [Int64(identifier.rawValue)])
          removed += db.changesCount
        }
        // The names of removed records must not be given again, even if none is left.
        try db.execute(
          sql: "UPDATE store SET lastIdentifier = ?", arguments: [Int64(lastIdentifier)])
        return .commit
      }
      return removed
    }
    queueLength -= removed
  }

  public func removeWaiting(_ kinds: RecordKinds) throws(RecordStoreError) {
    queueLength -= try write { db in
      try db.execute(sql: "UPDATE store SET lastIdentifier = ?", arguments: [Int64(lastIdentifier)])
      try db.execute(sql: "DELETE FROM record WHERE isWaiting AND \(RecordRow.condition(kinds))")
      return db.changesCount
    }
  }

  public func newestLocation() throws(RecordStoreError) -> Record? {
    try fetch("kind = \(RecordRow.locationKind) ORDER BY identifier DESC LIMIT 1", []).first
  }

  public func records(in range: Range<Instant>) throws(RecordStoreError) -> [Record] {
    try fetch(
      "timestamp >= ? AND timestamp < ? ORDER BY identifier",
      [range.lowerBound.nanoseconds, range.upperBound.nanoseconds])
  }

  private func fetch(
    _ condition: String, _ arguments: StatementArguments
  ) throws(RecordStoreError) -> [Record] {
    try read { db in
      try RecordRow.fetch(
        db.cachedStatement(sql: "SELECT \(RecordRow.names) FROM record WHERE " + condition),
        arguments: arguments)
    }
  }

  private func read<T>(_ body: (Database) throws -> T) throws(RecordStoreError) -> T {
    do { return try database.unsafeRead(body) } catch {
      throw .readFailed(reason: RecordSchema.reason(error))
    }
  }

  private func write<T>(_ body: (Database) throws -> T) throws(RecordStoreError) -> T {
    do { return try database.writeWithoutTransaction(body) } catch {
      throw .writeFailed(reason: RecordSchema.reason(error))
    }
  }
}
