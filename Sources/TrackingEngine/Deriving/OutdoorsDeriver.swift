import Timekeeping

/// Time outdoors of one local day, by its records alone.
///
/// It opens at the first record outdoors and closes at the next that is not, or at midnight. It keeps no
/// state between two days, and so none that a kill could cost.
struct OutdoorsDeriver {
  var accuracyBelowMeters: Double
  /// Whether a record away from home that tells no accuracy counts.
  var countsUnknownAccuracy = false

  /// Whole minutes, rounded.
  ///
  /// - Parameters:
  ///   - records: of one day, in any order; only positions count.
  ///   - midnight: at which the day ends.
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
