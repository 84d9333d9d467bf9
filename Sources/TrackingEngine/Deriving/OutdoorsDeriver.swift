import Timekeeping

/// A calculator of the time outdoors of one local day, which uses only that day's records.
///
/// Time outdoors begins at a record outdoors. It ends at the next record that is not outdoors, or
/// at midnight. The calculator keeps no state from day to day, so that a kill loses nothing.
struct OutdoorsDeriver {
  var accuracyBelowMeters: Double
  /// True if a record away from home with unknown accuracy counts as outdoors.
  var countsUnknownAccuracy = false

  /// Returns the time outdoors in whole minutes, rounded.
  ///
  /// - Parameters:
  ///   - records: the records of one day, in any order; only positions count.
  ///   - midnight: the end of the day.
  func minutes(of records: some Sequence<Record>, until midnight: Instant) -> Int {
    var total = TimeSpan.zero
    var start: Instant?
    let byTime = records.filter(\.isLocation).sorted {
      ($0.location.timestamp, $0.identifier) < ($1.location.timestamp, $1.identifier)
    }
    for record in byTime {
      let instant = record.location.timestamp
      if isOutdoors(record) {
        start = start ?? instant
      } else if let since = start {
        total += instant - since
        start = nil
      }
    }
    if let since = start { total += max(.zero, midnight - since) }
    return total.roundedMinutes
  }

  private func isOutdoors(_ record: Record) -> Bool {
    Outdoors.isOutdoors(
      record, accuracyBelowMeters: accuracyBelowMeters, countsUnknown: countsUnknownAccuracy)
      ?? false
  }
}

extension TimeSpan {
  /// The time span in minutes, rounded to the nearest whole number.
  package var roundedMinutes: Int { Int((seconds / 60).rounded()) }
}
