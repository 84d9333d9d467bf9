import Evaluation
import RecordStorage
import Recordings
import Simulation
import Timekeeping
import TrackingEngine
import World

extension TrackerLog {
  /// Reads the positions of a tracker's record store; nil if it has none.
  ///
  /// - Parameter range: the times to read; nil for all. Other positions are only counted.
  /// - Throws: `RecordStoreError` if the store cannot be read.
  package init?(_ archive: RecordArchive, name: String, range: Range<Instant>?) throws {
    var positions: [RecordedPosition] = []
    var battery: [BatteryReading] = []
    var outside = PointsOutside()
    try archive.forEach(RecordArchive.Selection()) { record, _ in
      if let reading = BatteryReading(record) { battery.append(reading) }
      guard record.isPosition else { return }
      let time = record.location.timestamp
      guard range.map({ $0.contains(time) }) ?? true else { return outside.add(time) }
      positions.append(RecordedPosition(record))
    }
    self.init(
      name: name, positions: positions, outside: outside, battery: battery,
      hasRecordingTimes: true)
  }
}
