import PhoneAPI
import Scenarios
import SimulatedPhone
import TestSupport
import Testing
import Timekeeping
import TrackingEngine
import World

@testable import Experiments
@testable import Simulation

@Suite("Several stretches of one recording")
struct SegmentTests {
  /// An observer that keeps the times of the tracker's refresh tasks, from the segment's start.
  private final class RefreshWatch: PhoneObserver {
    let start: Instant
    private(set) var offsets: [TimeSpan] = []
    init(start: Instant) { self.start = start }
    var wantsNotes: Bool { true }
    func phone(statusIs status: PhoneStatus, at instant: Instant) {}
    func phone(notes note: PhoneNote) {
      if note.reason == "BGT-1", note.text.hasPrefix("runs") {
        offsets.append(note.instant - start)
      }
    }
  }

  @Test("Each has chance of its own: refresh tasks do not come at the same times every day")
  func chanceOfItsOwn() throws {
    let file = try TemporaryFile(
      """
      odograph: 1
      name: Days
      start: 2026-03-02T00:00:00Z
      timeZone: UTC
      duration: 72 h
      places: { home: { at: [45.5231, -122.6765], wifi: HomeNet, charger: true } }
      day: [{ stay: home }]
      trackers: [ehe-pilot-1]
      """, suffix: ".yaml")
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
    let day = try SimulatedDay(scenario: scenario, seed: 1)
    let configuration = try day.provision(try #require(scenario.trackers.first)).configuration
    let offsets = try (0..<2).map { number in
      let start = scenario.start + .days(Int64(number)) + .hours(8)
      let store = InMemoryRecordStore(keepsUnsentRecords: false)
      let app = AppInstallation(manifest: configuration.manifest) { phone in
        Tracker(phone: phone, configuration: configuration, store: store)
      }
      let phone = day.phone(
        segment: Segment(start: start, end: start + .hours(12)), app: app, server: nil,
        tracker: nil)
      let watch = RefreshWatch(start: start)
      phone.observer = watch
      try phone.run(until: start + .hours(12))
      return watch.offsets
    }
    #expect(offsets.allSatisfy { !$0.isEmpty })
    #expect(offsets[0] != offsets[1])
  }
}
