import Timekeeping

/// A record store in memory for a simulated phone. The phone keeps this object when the app is
/// killed.
package final class InMemoryRecordStore: RecordStore {
  private struct Entry {
    var record: Record
    var isWaiting: Bool

    @inline(__always)
    func isOne(of kinds: RecordKinds) -> Bool { kinds.contains(RecordKinds(record.kind)) }
  }

  @exclusivity(unchecked) package var queuedKinds = RecordKinds.all
  package var keepsAcknowledgedRecords = false
  @exclusivity(unchecked) package private(set) var queueLength = 0
  /// The number of records appended since the store was made, including records that it did not
  /// keep.
  @exclusivity(unchecked) package private(set) var appendedCount = 0

  private let keptKinds: RecordKinds
  /// The entries in the order of recording, so that identifiers ascend.
  @exclusivity(unchecked) private var entries: [Entry] = []
  /// The index of the first entry that is still stored.
  ///
  /// The store removes the entries before it once they are more than half of the array.
  private var head = 0
  @exclusivity(unchecked) private var lastIdentifier: UInt64 = 0
  private var details: [Record.Identifier: String] = [:]

  /// Makes an empty store that keeps only some kinds of records.
  ///
  /// - Parameter kinds: the kinds of records that will be sent or read. The store counts other
  ///   records and gives them identifiers, but does not keep them. This saves memory when a year
  ///   with a fix per second is simulated.
  package init(keeping kinds: RecordKinds = .all) { keptKinds = kinds }

  /// - Parameter keepsUnsentRecords: false if the records of this store will never be sent or read.
  package convenience init(keepsUnsentRecords: Bool) {
    self.init(keeping: keepsUnsentRecords ? .all : [])
  }

  @inline(__always)
  package func append(_ record: Record, details: String?) -> Record.Identifier {
    lastIdentifier += 1
    appendedCount += 1
    let kinds = RecordKinds(record.kind)
    let isWaiting = queuedKinds.contains(kinds)
    if isWaiting { queueLength += 1 }
    let identifier = Record.Identifier(rawValue: lastIdentifier)
    if keptKinds.contains(kinds) {
      entries.append(Entry(record: record, isWaiting: isWaiting))
      entries[entries.count - 1].record.identifier = identifier
      if let details { self.details[identifier] = details }
    }
    return identifier
  }

  package func details(of identifier: Record.Identifier) -> String? { details[identifier] }

  package func details(of records: [Record]) -> [Record.Identifier: String] {
    guard !details.isEmpty else { return [:] }
    return records.reduce(into: [:]) { $0[$1.identifier] = details[$1.identifier] }
  }

  package func replace(_ record: Record) -> Bool {
    guard let index = index(of: record.identifier) else { return false }
    entries[index].record = record
    return true
  }

  package func inOneTransaction(_ body: () -> Void) { body() }

  package func queueLength(of kinds: RecordKinds) -> Int {
    kinds == .all ? queueLength : entries[head...].count { $0.isWaiting && $0.isOne(of: kinds) }
  }

  package func first(_ count: Int, of kinds: RecordKinds) -> [Record] {
    var found: [Record] = []
    found.reserveCapacity(min(count, entries.count - head))
    for entry in entries[head...] where entry.isWaiting && entry.isOne(of: kinds) {
      if found.count == count { break }
      found.append(entry.record)
    }
    return found
  }

  package func newest(_ count: Int, of kinds: RecordKinds) -> [Record] {
    guard queueLength > 0 else { return [] }
    var found: [Record] = []
    for entry in entries[head...].reversed() where entry.isWaiting && entry.isOne(of: kinds) {
      if found.count == count { break }
      found.append(entry.record)
    }
    return found
  }

  package func remove(acknowledged identifiers: [Record.Identifier]) {
    for identifier in identifiers {
      guard let index = index(of: identifier), entries[index].isWaiting else { continue }
      entries[index].isWaiting = false
      queueLength -= 1
      if keepsAcknowledgedRecords { continue }
      if !details.isEmpty { details[identifier] = nil }
      if index == head { head += 1 } else { entries.remove(at: index) }
    }
    if head > entries.count / 2 {
      entries.removeSubrange(..<head)
      head = 0
    }
  }

  package func removeWaiting(_ kinds: RecordKinds) {
    let doomed = entries[head...].filter { $0.isWaiting && $0.isOne(of: kinds) }
    queueLength -= doomed.count
    for entry in doomed { details[entry.record.identifier] = nil }
    entries = entries[head...].filter { !($0.isWaiting && $0.isOne(of: kinds)) }
    head = 0
  }

  package func newestLocation() -> Record? {
    entries[head...].last { $0.record.isLocation }?.record
  }

  package func records(in range: Range<Instant>) -> [Record] {
    entries[head...].lazy.map(\.record).filter { range.contains($0.location.timestamp) }
  }

  private func index(of identifier: Record.Identifier) -> Int? {
    var low = head
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].record.identifier < identifier { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].record.identifier == identifier ? low : nil
  }
}
