/// A record that could not be written for now.
struct HeldRecord {
  var record: Record
  var details: String?
}

extension SelfMendingRecordStore {
  /// Records in memory alone.
  package var heldCount: Int { held.count }

  /// False, and counted, where there is no room any more.
  func hold(_ record: HeldRecord) -> Bool {
    guard held.count < heldCountMax else {
      lostCount += 1
      return false
    }
    held.append(record)
    return true
  }

  /// Writes what is held, if there was trouble and there is none any more.
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
      // One that fails has all of them fail.
      for one in held { _ = try? file?.append(one.record, details: one.details) }
    }
    if let failure { throw failure }
    held = []
  }
}
