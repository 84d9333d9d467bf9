import Timekeeping

/// The fingerprints of the latest records, by which the store recognizes duplicates. A fingerprint
/// is a 64-bit hash of a record.
///
/// The fingerprints of the latest `rememberedMin` records are always stored. Older fingerprints are
/// deleted when their number reaches `rememberedMin` too. A simulated year at 1 Hz has 31 million
/// records, which are too many to store. The latest records are enough, because a tracker resends
/// only unacknowledged records, which are recent. The default of `rememberedMin` is 262,144
/// records, or three days at 1 Hz.
///
/// The probability that a new record has a stored fingerprint of another record is at most 3e-14.
package struct RecentRecords {
  let rememberedMin: Int
  private var newer = Generation()
  private var older = Generation()

  package init(rememberedMin: Int) { self.rememberedMin = max(1, rememberedMin) }

  /// Stores the fingerprints of the records of one upload. Returns false for each record whose
  /// fingerprint is stored already.
  package mutating func insert(_ records: [ReceivedRecord]) -> [Bool] {
    var fingerprints = RecordFingerprints()
    return records.indices.map { insert(fingerprints.next(records[$0]), records[$0].timestamp) }
  }

  /// Stores the fingerprint of a record with the time `timestamp`. Returns false if it is stored
  /// already.
  mutating func insert(_ fingerprint: UInt64, _ timestamp: Instant) -> Bool {
    guard !older.contains(fingerprint, timestamp), newer.insert(fingerprint, timestamp) else {
      return false
    }
    if newer.count >= rememberedMin {
      older = newer
      newer = Generation()
    }
    return true
  }

  /// Fingerprints of records. Most records arrive in the order of their times, and need no hash.
  private struct Generation {
    /// The fingerprints of records that were later than all before them.
    private var ascending: [(timestamp: Instant, fingerprint: UInt64)] = []
    private var others: Set<UInt64> = []

    var count: Int { ascending.count + others.count }

    func contains(_ fingerprint: UInt64, _ timestamp: Instant) -> Bool {
      guard let last = ascending.last, timestamp <= last.timestamp else { return false }
      var (low, high) = (0, ascending.count)
      while low < high {
        let middle = (low + high) / 2
        if ascending[middle].timestamp < timestamp { low = middle + 1 } else { high = middle }
      }
      return ascending[low] == (timestamp, fingerprint) || others.contains(fingerprint)
    }

    mutating func insert(_ fingerprint: UInt64, _ timestamp: Instant) -> Bool {
      if ascending.last.map({ $0.timestamp < timestamp }) ?? true {
        ascending.append((timestamp, fingerprint))
        return true
      }
      return !contains(fingerprint, timestamp) && others.insert(fingerprint).inserted
    }
  }
}

/// A table that maps the fingerprint of an observation's identifier to the observation's number.
/// The table drops old entries, as `RecentRecords` does.
package struct RecentNumbers {
  let rememberedMin: Int
  private var newer: [UInt64: Int64] = [:]
  private var older: [UInt64: Int64] = [:]

  package init(rememberedMin: Int) { self.rememberedMin = max(1, rememberedMin) }

  package subscript(fingerprint: UInt64) -> Int64? {
    get { newer[fingerprint] ?? older[fingerprint] }
    set {
      newer[fingerprint] = newValue
      if newer.count >= rememberedMin {
        older = newer
        newer = [:]
      }
    }
  }
}

/// A 64-bit hash of some values. Equal values have the same hash in every process.
struct Fingerprint {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x9FB2_1C65_1E98_DF25
    value ^= value >> 32
  }

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(UInt64(byte)) }
    add(0x100)  // not a byte, so that "ab" + "c" differs from "a" + "bc"
  }
}

/// The fingerprints of the records of one upload, most of which are of one device and one type.
struct RecordFingerprints {
  private var device = ""
  private var type = ""
  /// The fingerprint of the device and the type.
  private var start: Fingerprint?

  /// Returns a 64-bit hash of the record's device and identity, which is the same in every process.
  mutating func next(_ record: borrowing ReceivedRecord) -> UInt64 {
    var fingerprint = Fingerprint()
    if let start, record.device == device, record.type == type {
      fingerprint = start
    } else {
      (device, type) = (record.device, record.type)
      fingerprint.add(device)
      fingerprint.add(type)
      start = fingerprint
    }
    fingerprint.add(UInt64(bitPattern: record.timestamp.nanoseconds))
    fingerprint.add(record.coordinate.latitude.bitPattern)
    fingerprint.add(record.coordinate.longitude.bitPattern)
    return fingerprint.value
  }
}

/// The whole seconds of recently arrived records. With the contract `compass`, another record of
/// the same second counts as a duplicate.
struct RecentSeconds {
  let memory: TimeSpan
  private var newer: [Int64: Instant] = [:]
  private var older: [Int64: Instant] = [:]
  private var newerStart = Instant.distantPast

  init(memory: TimeSpan) { self.memory = memory }

  func contains(_ second: Int64, at arrival: Instant) -> Bool {
    (newer[second] ?? older[second]).map { arrival - $0 < memory } ?? false
  }

  mutating func insert(_ second: Int64, at arrival: Instant) {
    if arrival - newerStart >= memory {
      older = newer
      newer = [:]
      newerStart = arrival
    }
    newer[second] = arrival
  }
}
