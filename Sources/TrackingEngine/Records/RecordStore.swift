import Timekeeping

/// A store of records, with the queue of those that wait to be sent.
///
/// Its contents survive a kill: a record is safe once `append` has returned, and a removed record
/// does not come back. A store has one tracker at a time.
package protocol RecordStore: AnyObject {
  /// The kinds of records that join the queue when they are appended.
  var queuedKinds: RecordKinds { get set }
  /// True if acknowledged records stay in the store, outside the queue.
  var keepsAcknowledgedRecords: Bool { get set }

  /// Stores a record and gives it an identifier; the record's own identifier is ignored.
  ///
  /// The record is safe when this returns, or, inside `inOneTransaction`, when that returns.
  ///
  /// - Parameter details: what the record's kind contains besides its position, in JSON.
  func append(_ record: Record, details: String?) throws(RecordStoreError) -> Record.Identifier

  /// Reads the details of a record; nil for most records, and for a removed one.
  func details(of identifier: Record.Identifier) throws(RecordStoreError) -> String?

  /// Reads the details of each of the records that has any.
  func details(of records: [Record]) throws(RecordStoreError) -> [Record.Identifier: String]

  /// Replaces the record that has the identifier of `record`; its details stay.
  ///
  /// - Returns: False if there is no such record.
  func replace(_ record: Record) throws(RecordStoreError) -> Bool

  /// Stores everything that `body` appends, or nothing of it.
  func inOneTransaction(_ body: () -> Void) throws(RecordStoreError)

  /// The number of records that wait to be sent.
  var queueLength: Int { get }
  func queueLength(of kinds: RecordKinds) throws(RecordStoreError) -> Int
  /// Reads the oldest `count` waiting records of those kinds, in the order of recording.
  func first(_ count: Int, of kinds: RecordKinds) throws(RecordStoreError) -> [Record]
  /// Reads the newest `count` waiting records of those kinds, newest first.
  func newest(_ count: Int, of kinds: RecordKinds) throws(RecordStoreError) -> [Record]
  /// Removes records from the queue; ignores identifiers that are not in it.
  func remove(acknowledged identifiers: [Record.Identifier]) throws(RecordStoreError)

  /// Deletes waiting records of those kinds without sending them.
  func removeWaiting(_ kinds: RecordKinds) throws(RecordStoreError)

  /// Stores the name of the device that makes the records, for a program that sends them later.
  ///
  /// A store in memory ignores it.
  func setDeviceName(_ name: String) throws(RecordStoreError)

  /// Reads the location record that was appended last, if the store still has it.
  func newestLocation() throws(RecordStoreError) -> Record?
  /// Reads the records of any kind whose fixes have times in `range`, in the order of recording.
  func records(in range: Range<Instant>) throws(RecordStoreError) -> [Record]
}

extension RecordStore {
  package func setDeviceName(_ name: String) throws(RecordStoreError) {}

  @inline(__always)
  package func append(_ record: Record) throws(RecordStoreError) -> Record.Identifier {
    try append(record, details: nil)
  }

  package func first(_ count: Int) throws(RecordStoreError) -> [Record] {
    try first(count, of: .all)
  }

  /// Stores a record and deletes all waiting ones of those kinds without sending them.
  func append(
    _ record: Record, details: String?, insteadOfWaiting kinds: RecordKinds
  ) throws(RecordStoreError) -> Record.Identifier {
    var result = Result<Record.Identifier, RecordStoreError>.success(.unassigned)
    try inOneTransaction {
      do throws(RecordStoreError) {
        try removeWaiting(kinds)
        result = .success(try append(record, details: details))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }
}

/// An error of a record store.
package enum RecordStoreError: Error, Sendable, Hashable {
  /// The file cannot be opened or made.
  case cannotOpen(path: String, reason: String)
  /// The file is not a record store: not a database, or another program's.
  case foreign(path: String)
  /// The file was written by a later version of this program.
  case newer(path: String)
  case damaged(path: String, reason: String)
  /// Another program has locked the file.
  case locked(path: String)
  case readFailed(reason: String)
  /// The disk is full, locked or gone; nothing was recorded.
  case writeFailed(reason: String)
}

extension RecordStoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotOpen(let path, let reason): "\(path): the record store cannot be opened: \(reason)"
    case .foreign(let path): "\(path): not a record store; the file was left as it is"
    case .newer(let path): "\(path): the record store was written by a later version"
    case .damaged(let path, let reason): "\(path): the record store is damaged: \(reason)"
    case .locked(let path): "\(path): the record store is in use by another program"
    case .readFailed(let reason): "records cannot be read: \(reason)"
    case .writeFailed(let reason): "records cannot be written: \(reason)"
    }
  }
}
