import Timekeeping

/// Records in memory, for a simulated phone: as safe as its owner, who keeps it over kills.
public final class InMemoryRecordStore: RecordStore {
  private struct Entry {
    var record: Record
    var isWaiting: Bool
  }

  @exclusivity(unchecked) public var isQueueing = true
  public var keepsAcknowledgedRecords = false
  @exclusivity(unchecked) public private(set) var queueLength = 0
  /// How many records were ever appended, kept or not.
  @exclusivity(unchecked) public private(set) var appendedCount = 0

  private let keepsUnsentRecords: Bool
  /// In the order of recording, so that identifiers ascend.
  @exclusivity(unchecked) private var entries: [Entry] = []
  /// Everything before this index is gone; the array is cut when that is the larger part.
  private var head = 0
  @exclusivity(unchecked) private var lastIdentifier: UInt64 = 0

  /// - Parameter keepsUnsentRecords: False where nothing will ever be sent or asked for: records
  ///   are then named and counted but not kept, so that a year of a fix a second stays small.
  public init(keepsUnsentRecords: Bool = true) {
    self.keepsUnsentRecords = keepsUnsentRecords
  }

  public func append(_ record: Record) -> Record.Identifier {
    lastIdentifier += 1
    appendedCount += 1
    if isQueueing { queueLength += 1 }
    let identifier = Record.Identifier(rawValue: lastIdentifier)
    if keepsUnsentRecords {
      entries.append(Entry(record: record, isWaiting: isQueueing))
      entries[entries.count - 1].record.identifier = identifier
    }
    return identifier
  }

  public func replace(_ record: Record) -> Bool {
    guard let index = index(of: record.identifier) else { return false }
    entries[index].record = record
    return true
  }

  public func inOneTransaction(_ body: () -> Void) { body() }

  public func first(_ count: Int) -> [Record] {
    var found: [Record] = []
    found.reserveCapacity(min(count, entries.count - head))
    for entry in entries[head...] where entry.isWaiting {
      if found.count == count { break }
      found.append(entry.record)
    }
    return found
  }

  public func remove(acknowledged identifiers: [Record.Identifier]) {
    for identifier in identifiers {
      guard let index = index(of: identifier), entries[index].isWaiting else { continue }
      entries[index].isWaiting = false
      queueLength -= 1
      if keepsAcknowledgedRecords { continue }
      if index == head { head += 1 } else { entries.remove(at: index) }
    }
    if head > entries.count / 2 {
      entries.removeSubrange(..<head)
      head = 0
    }
  }

  public func newestLocation() -> Record? {
    entries[head...].last { $0.record.isLocation }?.record
  }

  public func records(in range: Range<Instant>) -> [Record] {
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
