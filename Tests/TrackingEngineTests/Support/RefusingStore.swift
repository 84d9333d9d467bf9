import Timekeeping

@testable import TrackingEngine

/// A store on a full disk.
final class RefusingStore: RecordStore {
  private let full = RecordStoreError.writeFailed(reason: "the disk is full")
  var queuedKinds = RecordKinds.all
  var keepsAcknowledgedRecords = false
  let queueLength = 0

  func append(_ record: Record, details: String?) throws(RecordStoreError) -> Record.Identifier {
    throw full
  }
  func replace(_ record: Record) throws(RecordStoreError) -> Bool { throw full }
  func inOneTransaction(_ body: () -> Void) throws(RecordStoreError) { body() }
  func remove(acknowledged identifiers: [Record.Identifier]) throws(RecordStoreError) { throw full }
  func removeWaiting(_ kinds: RecordKinds) throws(RecordStoreError) { throw full }

  func details(of identifier: Record.Identifier) -> String? { nil }
  func details(of records: [Record]) -> [Record.Identifier: String] { [:] }
  func queueLength(of kinds: RecordKinds) -> Int { 0 }
  func first(_ count: Int, of kinds: RecordKinds) -> [Record] { [] }
  func newest(_ count: Int, of kinds: RecordKinds) -> [Record] { [] }
  func newestLocation() -> Record? { nil }
  func records(in range: Range<Instant>) -> [Record] { [] }
}
