import Foundation
import MotionSensing
import Testing

struct WakeOnMotionTests {
  private let still = makeWindow { _ in SIMD3(0, 0, 9.8) }

  @Test("It sleeps on a table and wakes with the first window of walking")
  func wakes() {
    var sentinel = WakeOnMotion()
    let onTable = syntheticWindows(.still, speed: 0, carried: .table)
    let whileStill = onTable.filter { sentinel.needsPipeline(for: $0) }
    #expect(whileStill.isEmpty)
    let onFoot = sentinel.needsPipeline(for: syntheticWindows(.walking, speed: 1.3, count: 1)[0])
    #expect(onFoot)
  }

  @Test("A single tap does not wake it")
  func tap() {
    var sentinel = WakeOnMotion()
    var tapped = still
    tapped[30].z += 5
    let wakes = sentinel.needsPipeline(for: tapped)
    #expect(!wakes)
  }

  @Test("It sleeps again after four quiet windows, ten seconds")
  func sleeps() {
    var sentinel = WakeOnMotion()
    let whileRunning = sentinel.needsPipeline(
      for: syntheticWindows(.running, speed: 3, count: 1)[0])
    #expect(whileRunning)
    let answers = (0..<5).map { _ in sentinel.needsPipeline(for: still) }
    #expect(answers == [true, true, true, false, false])
  }
}
