import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("The length of the queue")
struct QueueReportTests {
  /// Delivers three fixes, one at a time, and returns what the observer was told after each.
  private func reports(_ rig: Rig) -> [Int] {
    rig.launch()
    return (1...3).map { count in
      rig.advance(seconds: 1)
      rig.deliver(rig.fix(north: Double(count)))
      return rig.witness.queueLength
    }
  }

  private let unsent = TrackerConfiguration.overland { $0.sendInterval = nil }

  @Test("is told after each delivery to an observer that wants it")
  func wanted() {
    let rig = Rig(unsent)
    // The records of one fix each wait, as nothing is sent.
    let before = rig.store.queueLength
    #expect(reports(rig) == [before + 1, before + 2, before + 3])
  }

  @Test("is told to no other observer")
  func unwanted() {
    let rig = Rig(unsent)
    rig.witness.wantsQueueLength = false
    #expect(reports(rig) == [0, 0, 0])
    #expect(rig.store.queueLength == 3)
  }
}
