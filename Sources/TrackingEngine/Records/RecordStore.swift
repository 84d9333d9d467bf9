import Timekeeping

/// Where records are kept, and the queue of those that wait to be sent.
///
/// Outlives the process: whatever `append` returned from is there after a kill, and what was
/// removed does not come back. A store has one tracker at a time.
package protocol RecordStore: AnyObject {
  /// Which records appended from now on wait for a server's acknowledgement.
  var queuedKinds: RecordKinds { get set }
  /// Whether acknowledged records stay in the store, out of the queue.
  var keepsAcknowledgedRecords: Bool { get set }

  /// Takes a record and names it; its own identifier is ignored. The record is safe on return, or,
  /// inside `inOneTransaction`, when that returns.
  ///
  /// - Parameter details: what the record's kind has to tell beside its position, in JSON.
  func append(_ record: Record, details: String?) throws(RecordStoreError) -> Record.Identifier

  /// What was appended beside a record; nil for most, and for one that is gone.
  func details(of identifier: Record.Identifier) throws(RecordStoreError) -> String?

  /// The details of those records, of such as have any.
  func details(of records: [Record]) throws(RecordStoreError) -> [Record.Identifier: String]

  /// Puts `record` in the place of the one with its identifier, whose details stay; false when that
  /// is gone.
  func replace(_ record: Record) throws(RecordStoreError) -> Bool

  /// Everything that `body` appends becomes safe at once, or not at all.
  func inOneTransaction(_ body: () -> Void) throws(RecordStoreError)

  /// How many records wait to be sent.
  var queueLength: Int { get }
  func queueLength(of kinds: RecordKinds) throws(RecordStoreError) -> Int
  /// The oldest `count` waiting records of those kinds, in the order of recording.
  func first(_ count: Int, of kinds: RecordKinds) throws(RecordStoreError) -> [Record]
  /// The newest `count` waiting records of those kinds, the newest first.
  func newest(_ count: Int, of kinds: RecordKinds) throws(RecordStoreError) -> [Record]
  /// Takes records out of the queue; identifiers that are not in it are ignored.
  func remove(acknowledged identifiers: [Record.Identifier]) throws(RecordStoreError)

  /// Deletes waiting records of those kinds unsent, as their owner wishes.
  func removeWaiting(_ kinds: RecordKinds) throws(RecordStoreError)

  /// What the device calls itself whose records these are, for who sends them later; a store in memory
  /// has no use for it.
  func setDeviceName(_ name: String) throws(RecordStoreError)

  /// The location record that was appended last, if it is still kept.
  func newestLocation() throws(RecordStoreError) -> Record?
  /// Kept records of any kind whose fix is stamped in `range`, in the order of recording.
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

  /// Takes a record in the place of all waiting ones of those kinds, which are deleted unsent.
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

package enum RecordStoreError: Error, Sendable, Hashable {
  /// The file cannot be opened or made.
  case cannotOpen(path: String, reason: String)
  /// The file is something else: not a database, or another program's.
  case foreign(path: String)
  /// Written by a later version of this program.
  case newer(path: String)
  case damaged(path: String, reason: String)
  /// Another program has the file to itself.
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
