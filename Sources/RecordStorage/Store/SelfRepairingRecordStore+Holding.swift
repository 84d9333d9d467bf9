import TrackingEngine

/// A record that is held in memory because it could not be written to the file yet.
struct HeldRecord {
  var record: Record
  var details: String?
}

extension SelfRepairingRecordStore {
  /// The number of records that are held in memory because they could not be written yet.
  package var heldCount: Int { held.count }

  /// Holds a record in memory.
  ///
  /// - Returns: False if the limit `heldCountMax` is reached; the record is then lost.
  func hold(_ record: HeldRecord) -> Bool {
    guard held.count < heldCountMax else {
      lostCount += 1
      return false
    }
    held.append(record)
    return true
  }

  /// Writes the records held in memory, if the file can be written again.
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
