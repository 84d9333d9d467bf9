import Geodesy
import PhoneAPI
import Testing
import Timekeeping
import TrackingEngine
import World

@testable import Simulation

@Suite("The battery in a store's records")
struct RecordBatteryTests {
  @Test("A record's charge and charger are a reading at the time of recording, once a time")
  func readings() {
    func record(_ second: Int64, _ level: Float, _ state: BatteryState) -> Record {
      Record(
        source: .standard,
        location: Location(
          coordinate: Coordinate(latitude: 52.5, longitude: 13.4), horizontalAccuracyMeters: 5,
          // Fixes may be much older than their records.
          timestamp: Instant(nanoseconds: 0)),
        recordedAt: Instant(nanoseconds: 0) + .seconds(second),
        surroundings: Surroundings(batteryState: state, batteryLevel: level))
    }
    let readings = [BatteryReading]([
      record(60, 0.79, .charging), record(10, 0.5, .unplugged), record(10, 0.25, .unplugged),
      record(20, -1, .unplugged), record(90, 1, .full), record(95, 1, .unknown),
    ])
    #expect(readings.map(\.level) == [0.5, 0.79, 1, 1])
    #expect(readings.map(\.time.wholeSeconds) == [10, 60, 90, 95])
    #expect(readings.map(\.state) == [.unplugged, .charging, .full, nil])
  }
}
