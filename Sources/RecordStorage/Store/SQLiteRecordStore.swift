import Foundation
import GRDB
import Timekeeping
import TrackingEngine

import struct TrackingEngine.Record

/// A record store in a SQLite file, which only one tracker at a time may open.
///
/// All records of a delivery share one commit; each other record has its own commit. With
/// write-ahead logging, a commit is one write to the log. A kill of the process cannot undo this
/// write.
package final class SQLiteRecordStore: RecordStore {
  /// The kinds of failure that a store can be protected against.
  package enum Safety: Sendable {
    /// No appended record is lost when the power fails, because each commit waits for the disk.
    ///
    /// Other programs may read the file meanwhile.
    case powerLoss
    /// No appended record is lost when the process is killed; this is enough for a simulation.
    ///
    /// Commits do not wait for the disk, and no other program can open the file meanwhile.
    case processDeath
  }

  package var queuedKinds = RecordKinds.all
  package var keepsAcknowledgedRecords = false
  package private(set) var queueLength: Int

  let database: DatabaseQueue
  private let path: String
  private var statements: RecordStatements
  private var lastIdentifier: UInt64
  /// The identifier from which a search for waiting records starts. No waiting record has a smaller
  /// identifier.
  private var queueStart: UInt64 = 0
  private var transaction = Transaction.none
  /// The acknowledged records that could not be removed from the file. They are not sent again.
  private var unremoved: Set<Record.Identifier> = []

  private enum Transaction {
    case none, open
    /// A write in this transaction has failed.
    ///
    /// SQLite may have undone earlier writes, so the store refuses further ones.
    case failed(RecordStoreError)
  }

  /// Opens the store at `path`, or creates one.
  ///
  /// An existing file that is not a record store stays unchanged.
  package init(path: String, safety: Safety = .powerLoss) throws(RecordStoreError) {
    self.path = path
    database = try RecordSchema.open(path, safety: safety)
    do {
      (lastIdentifier, queueLength) = try database.read(RecordSchema.counts)
      statements = try database.read(RecordStatements.init)
    } catch {
      throw .damaged(path: path, reason: RecordSchema.reason(error))
    }
  }

  package func append(
    _ record: Record, details: String?
  ) throws(RecordStoreError) -> Record.Identifier {
    let isWaiting = queuedKinds.contains(RecordKinds(record.kind))
    try write { db in
      do {
        try insert(record, isWaiting: isWaiting, details: details)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        // Another program has written to the file, against the rule; this must not lose the record.
        statements = try RecordStatements(db)
        (lastIdentifier, queueLength) = try RecordSchema.counts(db)
        try insert(record, isWaiting: isWaiting, details: details)
      }
    }
    lastIdentifier += 1
    if isWaiting { queueLength += 1 }
    return Record.Identifier(rawValue: lastIdentifier)
  }

  private func insert(_ record: Record, isWaiting: Bool, details: String?) throws {
    RecordRow.bind(
      record, identifier: Record.Identifier(rawValue: lastIdentifier + 1), isWaiting: isWaiting,
      details: details, to: statements.insertion)
    try statements.insertion.execute()
  }

  package func details(of identifier: Record.Identifier) throws(RecordStoreError) -> String? {
    try read { db in
      try String.fetchOne(
        db.cachedStatement(sql: "SELECT details FROM record WHERE identifier = ?"),
        arguments: [Int64(identifier.rawValue)])
    }
  }

  package func details(
    of records: [Record]
  ) throws(RecordStoreError) -> [Record.Identifier: String] {
    let identifiers = records.map { Int64($0.identifier.rawValue) }
    guard let first = identifiers.min(), let last = identifiers.max() else { return [:] }
    return try read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT identifier, details FROM record
          WHERE identifier BETWEEN ? AND ? AND details IS NOT NULL
          """)
      var details: [Record.Identifier: String] = [:]
      try statement.forEachRow([first, last]) { columns in
        let identifier = UInt64(bitPattern: columns.nextInteger() ?? 0)
        details[Record.Identifier(rawValue: identifier)] = columns.nextText()
      }
      return details
    }
  }

  /// Inserts a record of another store under its old identifier; throws if that identifier is in
  /// use.
  func adopt(_ record: Record, details: String?) throws(RecordStoreError) {
    try write { _ in
      RecordRow.bind(
        record, identifier: record.identifier, isWaiting: true, details: details,
        to: statements.insertion)
      try statements.insertion.execute()
    }
    lastIdentifier = max(lastIdentifier, record.identifier.rawValue)
    queueLength += 1
  }

  /// Sets the lower limit for new identifiers: new records get identifiers above `identifier`.
  func beginAfter(_ identifier: UInt64) throws(RecordStoreError) {
    lastIdentifier = max(lastIdentifier, identifier)
    try write { try $0.execute(sql: "UPDATE store SET lastIdentifier = \(lastIdentifier)") }
  }

  package func replace(_ record: Record) throws(RecordStoreError) -> Bool {
    try write { db in
      let kept = try Row.fetchOne(
        db, sql: "SELECT isWaiting, details FROM record WHERE identifier = ?",
        arguments: [Int64(record.identifier.rawValue)])
      guard let kept else { return false }
      RecordRow.bind(
        record, identifier: record.identifier, isWaiting: kept[0], details: kept[1],
        to: statements.replacement)
      try statements.replacement.execute()
      return true
    }
  }

  package func inOneTransaction(_ body: () -> Void) throws(RecordStoreError) {
    let before = (lastIdentifier, queueLength)
    try write { try $0.beginTransaction(.immediate) }
    transaction = .open
    body()
    do {
      try write { try $0.commit() }
      transaction = .none
    } catch {
      transaction = .none
      (lastIdentifier, queueLength) = before
      try? write { try $0.rollback() }
      throw error
    }
  }

  package func queueLength(of kinds: RecordKinds) throws(RecordStoreError) -> Int {
    guard kinds != .all, queueLength > 0 else { return queueLength }
    return try read { db in
      try Int.fetchOne(
        db.cachedStatement(
          sql: "SELECT count(*) FROM record WHERE isWaiting AND \(RecordRow.condition(kinds))"))
        ?? 0
    }
  }

  package func first(
    _ count: Int, of kinds: RecordKinds
  ) throws(RecordStoreError) -> [Record] {
    guard queueLength > 0 else { return [] }
    if !unremoved.isEmpty { return try firstOfUnremoved(count, of: kinds) }
    guard kinds == .all else {
      return try fetch(
        "isWaiting AND \(RecordRow.condition(kinds)) ORDER BY identifier LIMIT ?", [count])
    }
    let records = try read { _ in
      try RecordRow.fetch(statements.selection, arguments: [Int64(queueStart), count])
    }
    if let first = records.first { queueStart = first.identifier.rawValue }
    return records
  }

  package func newest(_ count: Int, of kinds: RecordKinds) throws(RecordStoreError) -> [Record] {
    guard queueLength > 0 else { return [] }
    if !unremoved.isEmpty { try? remove(acknowledged: []) }
    let records = try fetch(
      "isWaiting AND \(RecordRow.condition(kinds)) ORDER BY identifier DESC LIMIT ?",
      [count + unremoved.count])
    return Array(records.filter { !unremoved.contains($0.identifier) }.prefix(count))
  }

  /// Removes the acknowledged records that are still in the file, then returns the oldest waiting
  /// records.
  ///
  /// If the removal fails again, the result leaves out the acknowledged records.
  private func firstOfUnremoved(
    _ count: Int, of kinds: RecordKinds
  ) throws(RecordStoreError) -> [Record] {
    do { try remove(acknowledged: []) } catch {
      let records = try fetch(
        "isWaiting AND \(RecordRow.condition(kinds)) ORDER BY identifier LIMIT ?",
        [count + unremoved.count])
      return Array(records.filter { !unremoved.contains($0.identifier) }.prefix(count))
    }
    return try first(count, of: kinds)
  }

  /// Removes acknowledged records from the queue.
  ///
  /// If the removal fails, for example because the disk is full, the records stay in the file. This
  /// process does not send them again.
  package func remove(acknowledged identifiers: [Record.Identifier]) throws(RecordStoreError) {
    do {
      try removeFromFile(identifiers + unremoved)
      unremoved = []
    } catch {
      unremoved.formUnion(identifiers)
      throw error
    }
  }

  private func removeFromFile(_ identifiers: [Record.Identifier]) throws(RecordStoreError) {
    let statement = keepsAcknowledgedRecords ? statements.release : statements.removal
    let removed = try write { db in
      var removed = 0
      try db.inTransaction(.immediate) {
        for identifier in identifiers {
          var values = StatementParameters(statement)
          values.set(Int64(identifier.rawValue))
          try statement.execute()
          removed += db.changesCount
        }
        // The identifiers of removed records must not be given again, even if no record is left.
        try db.execute(
          sql: "UPDATE store SET lastIdentifier = ?", arguments: [Int64(lastIdentifier)])
        return .commit
      }
      return removed
    }
    queueLength -= removed
  }

  /// Moves the contents of the write-ahead log into the file, so that the file contains all
  /// records.
  package func bringLogIn() throws(RecordStoreError) {
    _ = try write { try $0.checkpoint(.truncate) }
  }

  /// Copies all records to a new file, and waits until that file is on the disk.
  ///
  /// Other accounts cannot read the file: SQLite fills an empty one and keeps its mode.
  func copy(to path: String) throws(RecordStoreError) {
    if !unremoved.isEmpty { try remove(acknowledged: []) }
    close(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
    try write { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    guard fsync(file) == 0 else {
      throw .writeFailed(reason: String(cString: strerror(errno)))
    }
  }

  package func removeWaiting(_ kinds: RecordKinds) throws(RecordStoreError) {
    queueLength -= try write { db in
      try db.execute(sql: "UPDATE store SET lastIdentifier = ?", arguments: [Int64(lastIdentifier)])
      try db.execute(sql: "DELETE FROM record WHERE isWaiting AND \(RecordRow.condition(kinds))")
      return db.changesCount
    }
  }

  package func newestLocation() throws(RecordStoreError) -> Record? {
    try fetch("kind = \(RecordRow.locationKind) ORDER BY identifier DESC LIMIT 1", []).first
  }

  package func records(in range: Range<Instant>) throws(RecordStoreError) -> [Record] {
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

  func read<T>(_ body: (Database) throws -> T) throws(RecordStoreError) -> T {
    do { return try database.unsafeRead(body) } catch {
      remakeStatements()
      throw damage(error) ?? .readFailed(reason: RecordSchema.reason(error))
    }
  }

  func write<T>(_ body: (Database) throws -> T) throws(RecordStoreError) -> T {
    if case .failed(let error) = transaction { throw error }
    do { return try database.writeWithoutTransaction(body) } catch {
      remakeStatements()
      let failure = damage(error) ?? .writeFailed(reason: RecordSchema.reason(error))
      if case .open = transaction { transaction = .failed(failure) }
      throw failure
    }
  }

  /// Prepares the SQL statements again after an error.
  ///
  /// If the preparation fails, the next read or write also fails, and calls this function again.
  private func remakeStatements() {
    if let made = try? database.unsafeRead(RecordStatements.init) { statements = made }
  }

  private func damage(_ error: any Error) -> RecordStoreError? {
    RecordSchema.isDamage(error) ? .damaged(path: path, reason: RecordSchema.reason(error)) : nil
  }
}
