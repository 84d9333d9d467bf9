/// A record that could not be written yet.
struct HeldRecord {
  var record: Record
  var details: String?
}

extension SelfMendingRecordStore {
  /// The number of records that are only in memory.
  package var heldCount: Int { held.count }

  /// Holds a record in memory.
  ///
  /// - Returns: False if there is no room left; the record then counts as lost.
  func hold(_ record: HeldRecord) -> Bool {
    guard held.count < heldCountMax else {
      lostCount += 1
      return false
    }
    held.append(record)
    return true
  }

  /// Writes the held records, if the file can be written again.
  package func tryAgain() {
    guard trouble != nil, !isInTransaction else { return }
    do throws(RecordStoreError) {
      // A write that changes nothing.
      try remove(acknowledged: [])
      try writeHeld()
      trouble = nil
    } catch {
      trouble = error
    }
  }

  private func writeHeld() throws(RecordStoreError) {
    guard !held.isEmpty else { return }
    let failure = failure {
      // If one append fails, the whole transaction fails.
      for one in held { _ = try? file?.append(one.record, details: one.details) }
    }
    if let failure { throw failure }
    held = []
  }
}
