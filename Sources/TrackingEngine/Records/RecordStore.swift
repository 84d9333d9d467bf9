import Timekeeping

/// A store of records, with a queue of the records that wait to be sent.
///
/// Its contents survive a kill of the app: a record is safe once `append` has returned, and a
/// removed record does not come back. Only one tracker at a time uses a store.
package protocol RecordStore: AnyObject {
  /// The kinds of records that join the queue when they are appended.
  var queuedKinds: RecordKinds { get set }
  /// True if the store keeps records that the server has acknowledged. Such records leave the
  /// queue, but stay in the store.
  var keepsAcknowledgedRecords: Bool { get set }

  /// Stores a record and returns its new identifier; ignores the identifier in `record`.
  ///
  /// The record is safe when `append` returns. Inside `inOneTransaction`, it is safe when
  /// `inOneTransaction` returns.
  ///
  /// - Parameter details: the record's details in JSON; nil if it has none.
  func append(_ record: Record, details: String?) throws(RecordStoreError) -> Record.Identifier

  /// Reads the details of a record; nil if the record has none or was removed.
  func details(of identifier: Record.Identifier) throws(RecordStoreError) -> String?

  /// Reads the details of several records; records without details are left out.
  func details(of records: [Record]) throws(RecordStoreError) -> [Record.Identifier: String]

  /// Replaces the stored record that has the identifier of `record`, and keeps the stored details.
  ///
  /// - Returns: False if there is no such record.
  func replace(_ record: Record) throws(RecordStoreError) -> Bool

  /// Stores all records that `body` appends, or none of them if one fails.
  func inOneTransaction(_ body: () -> Void) throws(RecordStoreError)

  /// The number of records that wait to be sent.
  var queueLength: Int { get }
  func queueLength(of kinds: RecordKinds) throws(RecordStoreError) -> Int
  /// Counts the records that wait to be sent, by kind.
  func queueCounts() throws(RecordStoreError) -> QueueCounts
  /// Reads the oldest waiting records of the given kinds, at most `count`, oldest first.
  func first(_ count: Int, of kinds: RecordKinds) throws(RecordStoreError) -> [Record]
  /// Reads the newest waiting records of the given kinds, at most `count`, newest first.
  func newest(_ count: Int, of kinds: RecordKinds) throws(RecordStoreError) -> [Record]
  /// Removes acknowledged records from the queue; ignores identifiers that are not in the queue.
  func remove(acknowledged identifiers: [Record.Identifier]) throws(RecordStoreError)

  /// Deletes the waiting records of the given kinds without sending them.
  func removeWaiting(_ kinds: RecordKinds) throws(RecordStoreError)

  /// Stores the device's name, so that another program can later send the records under that name.
  ///
  /// A store in memory ignores the name.
  func setDeviceName(_ name: String) throws(RecordStoreError)
  /// Stores the device's `identifierForVendor`, so that another program can later send the records
  /// with the same `unique_id`. A store in memory ignores it.
  func setDeviceIdentifier(_ identifier: String) throws(RecordStoreError)

  /// Reads the location record that was appended last, if the store still has it.
  func newestLocation() throws(RecordStoreError) -> Record?
  /// Reads the records of all kinds whose fixes have times in `range`, in the order of recording.
  func records(in range: Range<Instant>) throws(RecordStoreError) -> [Record]
}

extension RecordStore {
  package func setDeviceName(_ name: String) throws(RecordStoreError) {}
  package func setDeviceIdentifier(_ identifier: String) throws(RecordStoreError) {}

  package func queueCounts() throws(RecordStoreError) -> QueueCounts {
    var counts: [RecordKinds: Int] = [:]
    for kind in QueueCounts.kinds { counts[kind] = try queueLength(of: kind) }
    return QueueCounts(counts)
  }

  @inline(__always)
  package func append(_ record: Record) throws(RecordStoreError) -> Record.Identifier {
    try append(record, details: nil)
  }

  package func first(_ count: Int) throws(RecordStoreError) -> [Record] {
    try first(count, of: .all)
  }

  /// Stores a record, and deletes all waiting records of the given kinds without sending them.
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

/// An error when a record store is opened, read or written.
package enum RecordStoreError: Error, Sendable, Hashable {
  /// The file cannot be opened or created.
  case cannotOpen(path: String, reason: String)
  /// The file is not a record store. It is no database, or the database of another program.
  case foreign(path: String)
  /// The file was written by a later version of this program.
  case newer(path: String)
  case damaged(path: String, reason: String)
  /// Another program has locked the file.
  case locked(path: String)
  case readFailed(reason: String)
  /// The store could not write to the file, for example because the disk is full.
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
