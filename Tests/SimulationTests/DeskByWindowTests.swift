import PhoneAPI
import RunObservation
import Scenarios
import SimulatedPhone
import TestSupport
import Testing
import Timekeeping
import TrackingEngine

@testable import Simulation

@Suite("A phone on a desk")
struct DeskByWindowTests {
  /// A sink that keeps the times of the recorded positions.
  private final class Times: RunSink {
    var times: [Instant] = []
    func record(_ record: Record) {
      if record.isLocation { times.append(record.location.timestamp) }
    }
    func timeline(_ row: TimelineRow) {}
    func note(_ note: PhoneNote) {}
  }

  /// Returns the gaps in seconds between the positions from nine o'clock, after an hour of rest.
  private func gaps(window: Bool, seed: UInt64) throws -> [Double] {
    let file = try TemporaryFile(
      """
      odograph: 1
      start: 2026-03-02T08:00:00Z
      duration: 13 h
      places: { office: { at: [45.5122, -122.6587], wifi: Work, window: \(window) } }
      day: [{ stay: office, carried: table }]
      trackers: [overland-high-resolution]
      """, suffix: ".yaml")
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
    let day = try SimulatedDay(scenario: scenario, seed: seed)
    var run = TrackerRun(day: day, tracker: try day.provision(scenario.trackers[0]))
    let sink = Times()
    run.sink = sink
    _ = try run.run()
    let times = sink.times.filter { $0 >= scenario.start + .hours(1) }.sorted()
    return zip(times, times.dropFirst()).map { ($1 - $0).seconds }
  }

  @Test("STD-2: by a window fixes come 2 to 10 minutes apart; farther in (STD-19) 37 to 150")
  func spacing() throws {
    for seed in UInt64(1)...3 {
      let near = try gaps(window: true, seed: seed)
      // At least one fix in ten minutes of twelve hours.
      #expect(near.count >= 60)
      #expect(near.allSatisfy { (120...601).contains($0) }, "\(near)")
      let far = try gaps(window: false, seed: seed)
      // The range of `standard.stillFixSecondsIndoors`.
      #expect(far.count >= 3)
      #expect(far.allSatisfy { (2250...9001).contains($0) }, "\(far)")
    }
  }
}
