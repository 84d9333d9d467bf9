import Foundation
import Timekeeping
import TrackingEngine

/// A SQLite store that continues with a new file when its file is damaged.
///
/// The store renames the damaged file, for example from `day.sqlite` to `day.sqlite.damaged-1`. The
/// renamed file remains for later inspection. The store then copies the readable waiting records to
/// a new file. A file of another program or of a later version is not damaged. The store rejects
/// such a file.
///
/// If the open file is removed or moved, `restore` writes the records to a new file. If records
/// cannot be written, for example to a full disk, they wait in memory, up to `heldCountMax`.
package final class SelfRepairingRecordStore: RecordStore {
  /// A report that the store replaced a damaged file.
  package struct Incident: Sendable, CustomStringConvertible {
    package var path: String
    package var asidePath: String
    /// The error message of SQLite.
    package var reason: String
    /// The number of waiting records that were copied to the new file.
    ///
    /// The renamed file may still contain other records.
    package var savedCount: Int

    package var description: String {
      "\(path): the record store was damaged (\(reason)); it was renamed to \(asidePath), "
        + "and \(savedCount) unsent records were copied from it to a new store"
    }
  }

  package var queuedKinds = RecordKinds.all { didSet { file?.queuedKinds = queuedKinds } }
  package var keepsAcknowledgedRecords = false {
    didSet { file?.keepsAcknowledgedRecords = keepsAcknowledgedRecords }
  }

  /// The last error of the file; nil once all records held in memory are written.
  package internal(set) var trouble: RecordStoreError?
  /// The number of lost records, which could be neither written nor held in memory.
  package internal(set) var lostCount = 0
  /// The number of positions and visits that were appended since the store was opened.
  package private(set) var positionCount = 0

  let path: String
  private let safety: SQLiteRecordStore.Safety
  private let onIncident: (Incident) -> Void
  let heldCountMax: Int
  var held: [HeldRecord] = []
  /// The records of the open transaction; they are held in memory if the transaction fails.
  var unsettled: [HeldRecord] = []
  /// The open file; nil if the store could not open it. The next operation then tries to open it.
  var file: SQLiteRecordStore?
  /// The identity of the open file.
  ///
  /// If the file was moved or replaced, the path of the store has another file or none.
  private(set) var identity: FileIdentity?
  private(set) var isInTransaction = false
  /// The error that prevented the current transaction from beginning; nil without such an error.
  ///
  /// The body of the transaction runs nevertheless, and the store collects its records in memory.
  /// While the body runs, every operation throws this error.
  private var refusal: RecordStoreError?

  /// Opens the store, or replaces a damaged file.
  ///
  /// - Parameters:
  ///   - heldCountMax: the largest number of records held in memory while the file cannot be
  ///     written. `tryAgain` or the next record writes them once the file can be written again.
  ///     Held records have no identifiers, and are lost if the process ends.
  ///   - onIncident: called for each damaged file that was renamed, also during this initializer.
  /// - Throws: `RecordStoreError` for a file that cannot be opened although it is not damaged.
  package init(
    path: String, safety: SQLiteRecordStore.Safety = .powerLoss, heldCountMax: Int = 0,
    onIncident: @escaping (Incident) -> Void
  ) throws(RecordStoreError) {
    self.path = path
    self.safety = safety
    self.onIncident = onIncident
    self.heldCountMax = heldCountMax
    do { _ = try opened() } catch {
      guard case .damaged(_, let reason) = error else { throw error }
      try mend(reason)
    }
  }

  // MARK: RecordStore

  package func append(
    _ record: Record, details: String?
  ) throws(RecordStoreError) -> Record.Identifier {
    switch record.kind {
    case .location, .visit: positionCount += 1
    case .log, .trip, .drive, .crossing, .gate, .timeOutdoors: break
    }
    guard !isInTransaction else {
      if heldCountMax > 0 { unsettled.append(HeldRecord(record: record, details: details)) }
      return try file(append: record, details)
    }
    if trouble != nil { tryAgain() }
    do throws(RecordStoreError) {
      // Held records have to be written first.
      if let trouble, !held.isEmpty { throw trouble }
      return try file(append: record, details)
    } catch {
      guard hold(HeldRecord(record: record, details: details)) else { throw error }
      return .unassigned
    }
  }

  private func file(
    append record: Record, _ details: String?
  ) throws(RecordStoreError) -> Record.Identifier {
    try attempt { file throws(RecordStoreError) in try file.append(record, details: details) }
  }

  package func details(of identifier: Record.Identifier) throws(RecordStoreError) -> String? {
    try attempt { file throws(RecordStoreError) in try file.details(of: identifier) }
  }

  package func details(
    of records: [Record]
  ) throws(RecordStoreError) -> [Record.Identifier: String] {
    try attempt { file throws(RecordStoreError) in try file.details(of: records) }
  }

  package func replace(_ record: Record) throws(RecordStoreError) -> Bool {
    try attempt { file throws(RecordStoreError) in try file.replace(record) }
  }

  package var queueLength: Int { file?.queueLength ?? 0 }

  package func queueLength(of kinds: RecordKinds) throws(RecordStoreError) -> Int {
    try attempt { file throws(RecordStoreError) in try file.queueLength(of: kinds) }
  }

  package func queueCounts() throws(RecordStoreError) -> QueueCounts {
    try attempt { file throws(RecordStoreError) in try file.queueCounts() }
  }

  package func first(_ count: Int, of kinds: RecordKinds) throws(RecordStoreError) -> [Record] {
    try attempt { file throws(RecordStoreError) in try file.first(count, of: kinds) }
  }

  package func newest(_ count: Int, of kinds: RecordKinds) throws(RecordStoreError) -> [Record] {
    try attempt { file throws(RecordStoreError) in try file.newest(count, of: kinds) }
  }

  package func remove(acknowledged identifiers: [Record.Identifier]) throws(RecordStoreError) {
    try attempt { file throws(RecordStoreError) in try file.remove(acknowledged: identifiers) }
  }

  package func removeWaiting(_ kinds: RecordKinds) throws(RecordStoreError) {
    try attempt { file throws(RecordStoreError) in try file.removeWaiting(kinds) }
  }

  package func setDeviceName(_ name: String) throws(RecordStoreError) {
    try attempt { file throws(RecordStoreError) in try file.setDeviceName(name) }
  }

  package func setDeviceIdentifier(_ identifier: String) throws(RecordStoreError) {
    try attempt { file throws(RecordStoreError) in try file.setDeviceIdentifier(identifier) }
  }

  package func newestLocation() throws(RecordStoreError) -> Record? {
    try attempt { file throws(RecordStoreError) in try file.newestLocation() }
  }

  package func records(in range: Range<Instant>) throws(RecordStoreError) -> [Record] {
    try attempt { file throws(RecordStoreError) in try file.records(in: range) }
  }

  /// Stores the records that `body` appends, in one transaction.
  ///
  /// If the file is damaged, the store continues with a new file and throws an error. The records
  /// of the failed transaction are held in memory, up to `heldCountMax`.
  package func inOneTransaction(_ body: () -> Void) throws(RecordStoreError) {
    if trouble != nil { tryAgain() }
    unsettled = []
    defer { unsettled = [] }
    var hasBegun = false
    let failure = failure {
      hasBegun = true
      body()
    }
    guard let failure else { return }
    trouble = failure
    if !hasBegun, heldCountMax > 0 { receive(body, refusingAllFor: failure) }
    for record in unsettled { _ = hold(record) }
    if case .damaged(_, let reason) = failure { try mend(reason) }
    throw failure
  }

  /// Runs `body` and collects the records that it appends, without writing them to the file.
  private func receive(_ body: () -> Void, refusingAllFor failure: RecordStoreError) {
    (isInTransaction, refusal) = (true, failure)
    body()
    (isInTransaction, refusal) = (false, nil)
  }

  /// Runs a transaction; returns its error, or nil if it succeeded.
  ///
  /// The local reference to the file ends when this function returns. This is the reason for a
  /// separate function: any reference left in the caller would keep a damaged file open.
  func failure(of body: () -> Void) -> RecordStoreError? {
    isInTransaction = true
    defer { isInTransaction = false }
    do { try opened().inOneTransaction(body) } catch { return error }
    return nil
  }
}

// MARK: - Mending

extension SelfRepairingRecordStore {
  private func attempt<T>(
    _ work: (SQLiteRecordStore) throws(RecordStoreError) -> T
  ) throws(RecordStoreError) -> T {
    if let refusal { throw refusal }
    do { return try work(opened()) } catch {
      guard case .damaged(_, let reason) = error, !isInTransaction else {
        if !isInTransaction { trouble = error }
        throw error
      }
      try mend(reason)
      return try work(opened())
    }
  }

  func opened() throws(RecordStoreError) -> SQLiteRecordStore {
    if let file { return file }
    return adopt(try SQLiteRecordStore(path: path, safety: safety))
  }

  private func adopt(_ file: SQLiteRecordStore) -> SQLiteRecordStore {
    file.queuedKinds = queuedKinds
    file.keepsAcknowledgedRecords = keepsAcknowledgedRecords
    self.file = file
    identity = FileIdentity(path: path)
    return file
  }

  private func mend(_ reason: String) throws(RecordStoreError) {
    // SQLite deletes a log by its name when it closes a file: it has to be closed before it is
    // moved.
    file = nil
    let aside = try setAside(as: "damaged")
    let fresh = adopt(try SQLiteRecordStore(path: path, safety: safety))
    let saved = try fresh.takeOver(
      waitingIn: aside.path, identifiersAfter: UInt64(aside.number) << 40)
    onIncident(
      Incident(path: path, asidePath: aside.path, reason: reason, savedCount: saved))
  }

  /// Renames the file and SQLite's files beside it, for example to `day.sqlite.damaged-1`.
  ///
  /// - Parameter word: the word that follows the old name, such as "damaged".
  /// - Returns: The new path, and its number: the first number that no existing file uses.
  func setAside(as word: String) throws(RecordStoreError) -> (path: String, number: Int) {
    let files = FileManager.default
    var number = 1
    while files.fileExists(atPath: "\(path).\(word)-\(number)") { number += 1 }
    let aside = "\(path).\(word)-\(number)"
    for ending in ["-wal", "-shm", ""] where files.fileExists(atPath: path + ending) {
      guard rename(path + ending, aside + ending) == 0 else {
        throw .cannotOpen(path: path, reason: "the file there cannot be renamed")
      }
    }
    return (aside, number)
  }
}
