import Foundation
import Timekeeping

/// A SQLite store for a tracker that has to go on: when its file proves damaged, the file is set aside
/// under another name, what still waits in it and can be read goes into a new one, and that takes its
/// place.
///
/// Nothing is deleted: `day.sqlite` becomes `day.sqlite.damaged-1`, for somebody to look into. Files that
/// were never record stores, and those of a later version, are refused as elsewhere: they are not damaged.
///
/// A file that somebody removes or moves while it is open is written anew (`restore`). What cannot be
/// written for now, for a full disk or the like, waits in memory if it may (`heldCountMax`).
package final class SelfMendingRecordStore: RecordStore {
  package struct Incident: Sendable, Hashable, CustomStringConvertible {
    package var path: String
    package var asidePath: String
    /// In SQLite's words.
    package var reason: String
    /// Waiting records that could be read; the others are in the file set aside, if anywhere.
    package var savedCount: Int

    package var description: String {
      "\(path): the record store was damaged (\(reason)); it is now \(asidePath), "
        + "and \(savedCount) records that wait to be sent were saved from it"
    }
  }

  package var queuedKinds = RecordKinds.all { didSet { file?.queuedKinds = queuedKinds } }
  package var keepsAcknowledgedRecords = false {
    didSet { file?.keepsAcknowledgedRecords = keepsAcknowledgedRecords }
  }

  /// Why the last use failed, until what was held since is written.
  package internal(set) var trouble: RecordStoreError?
  /// Records that could neither be written nor held.
  package internal(set) var lostCount = 0

  let path: String
  private let safety: SQLiteRecordStore.Safety
  private let onIncident: (Incident) -> Void
  let heldCountMax: Int
  var held: [HeldRecord] = []
  /// Of the transaction that is open: held if it fails.
  var unsettled: [HeldRecord] = []
  /// Nil while it could not be opened anew; tried again at each use.
  var file: SQLiteRecordStore?
  /// The open file's; its path may come to name another, or none.
  private(set) var identity: FileIdentity?
  private(set) var isInTransaction = false
  /// While set, nothing goes to the file.
  private var refusal: RecordStoreError?

  /// - Parameters:
  ///   - heldCountMax: how many records that cannot be written are held in memory, until `tryAgain` or the
  ///     next record finds that they can. Those are not safe yet, and have no identifier.
  ///   - onIncident: told of each file that was set aside, one found damaged now included.
  /// - Throws: `RecordStoreError` for a file that cannot be opened and is not damaged.
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
    guard !isInTransaction else {
      if heldCountMax > 0 { unsettled.append(HeldRecord(record: record, details: details)) }
      return try file(append: record, details)
    }
    if trouble != nil { tryAgain() }
    do throws(RecordStoreError) {
      // Those that are held come first.
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

  package func newestLocation() throws(RecordStoreError) -> Record? {
    try attempt { file throws(RecordStoreError) in try file.newestLocation() }
  }

  package func records(in range: Range<Instant>) throws(RecordStoreError) -> [Record] {
    try attempt { file throws(RecordStoreError) in try file.records(in: range) }
  }

  /// A delivery during which the file proves damaged is not recorded; the next one is.
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
    if !hasBegun, heldCountMax > 0 { hear(body, refusingAllFor: failure) }
    for record in unsettled { _ = hold(record) }
    if case .damaged(_, let reason) = failure { try mend(reason) }
    throw failure
  }

  /// What would have been appended, had the transaction begun.
  private func hear(_ body: () -> Void, refusingAllFor failure: RecordStoreError) {
    (isInTransaction, refusal) = (true, failure)
    body()
    (isInTransaction, refusal) = (false, nil)
  }

  /// By itself, so that nobody holds the file any more when it is to be closed.
  func failure(of body: () -> Void) -> RecordStoreError? {
    isInTransaction = true
    defer { isInTransaction = false }
    do { try opened().inOneTransaction(body) } catch { return error }
    return nil
  }
}

// MARK: - Mending

extension SelfMendingRecordStore {
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
    // SQLite deletes a log by its name when it closes a file: it has to be closed before it is moved.
    file = nil
    let aside = try setAside(as: "damaged")
    let fresh = adopt(try SQLiteRecordStore(path: path, safety: safety))
    let saved = try fresh.takeOver(
      waitingIn: aside.path, identifiersAfter: UInt64(aside.number) << 40)
    onIncident(
      Incident(path: path, asidePath: aside.path, reason: reason, savedCount: saved))
  }

  /// Moves the file and what SQLite keeps beside it to the first name that is free.
  func setAside(as word: String) throws(RecordStoreError) -> (path: String, number: Int) {
    let files = FileManager.default
    var number = 1
    while files.fileExists(atPath: "\(path).\(word)-\(number)") { number += 1 }
    let aside = "\(path).\(word)-\(number)"
    for ending in ["-wal", "-shm", ""] where files.fileExists(atPath: path + ending) {
      guard rename(path + ending, aside + ending) == 0 else {
        throw .cannotOpen(path: path, reason: "what is there cannot be set aside")
      }
    }
    return (aside, number)
  }
}
