import EventKernel
import Testing
import Timekeeping

@testable import Evaluation

@Suite("The window of records that may still get earlier ones")
struct ReorderingWindowTests {
  @Test("The window gives records back in the order of stamps, equal ones as they came")
  func window() {
    var window = ReorderingWindow(length: .seconds(1000 as Int64))
    let stamps: [Int64] = [5, 3, 9, 3, 1, 7, 7, 2]
    for (order, stamp) in stamps.enumerated() {
      window.insert(
        Fix(
          stamp: Instant(nanoseconds: stamp), coordinate: SmallWorld.origin,
          accuracyMeters: Double(order)))
    }
    var orders: [Int] = []
    while let block = window.popFirst() { orders += block.map { Int($0.accuracyMeters) } }
    #expect(orders == [4, 7, 1, 3, 0, 5, 6, 2])
  }

  @Test("A window of thousands of records gives each back in order, also one that came late")
  func windowOfManyBlocks() {
    let random = SeededRandom(seed: 7)
    var window = ReorderingWindow(length: .seconds(2000 as Int64))
    var waiting: [(stamp: Int64, order: Int)] = []
    for order in 0..<20_000 {
      // Every tenth record is up to 1,500 s late, and its stamp is that of others.
      let isLate = random.happens(withProbability: 0.1, at: Int64(order))
      let late = isLate ? Int64(random.stream("late").uniform(at: Int64(order)) * 1500) : 0
      let now = Instant(nanoseconds: Int64(order) * 1_000_000_000)
      let stamp = now - .seconds(late)
      window.insert(
        Fix(stamp: stamp, coordinate: SmallWorld.origin, accuracyMeters: Double(order)))
      waiting.append((stamp.nanoseconds, order))
      if order % 1000 == 999 {
        waiting.sort { ($0.stamp, $0.order) < ($1.stamp, $1.order) }
        let isSettled = { (stamp: Int64) in stamp <= now.nanoseconds - 2_000_000_000_000 }
        let settled = waiting.prefix { isSettled($0.stamp) }.map(\.order)
        waiting.removeFirst(settled.count)
        var popped: [Int] = []
        if let block = window.popBlock(now: now) { popped += block.map { Int($0.accuracyMeters) } }
        popped += window.popSettled(now: now).map { Int($0.accuracyMeters) }
        // A failure would otherwise print both lists.
        let isSame = popped == settled
        #expect(isSame, "the records of \(order)")
      }
    }
    var last: [Int] = []
    while let block = window.popFirst() { last += block.map { Int($0.accuracyMeters) } }
    let isSame = last == waiting.map(\.order)
    #expect(isSame, "the last records")
  }

  @Test(
    "A record from the future, or a clock set back, does not stop the window", arguments: [1, 3600])
  func windowAfterTheFuture(futureCount: Int) {
    var window = ReorderingWindow(length: .seconds(86_400 as Int64))
    func insert(_ second: Int) {
      window.insert(
        Fix(
          stamp: Instant(nanoseconds: Int64(second) * 1_000_000_000),
          coordinate: SmallWorld.origin, accuracyMeters: Double(second)))
    }
    let future = 10_000_000..<10_000_000 + futureCount
    for second in Array(0..<10) + future { insert(second) }
    var popped: [Int] = []
    for second in 10..<150_000 {
      insert(second)
      let now = Instant(nanoseconds: Int64(second) * 1_000_000_000)
      if let block = window.popBlock(now: now) { popped += block.map { Int($0.accuracyMeters) } }
    }
    let isInOrder = popped == Array(0..<popped.count)
    #expect(isInOrder)
    // The records of the last day are left, and at most two blocks before them, of up to 1,024.
    #expect((150_000 - 86_400 - 2048...150_000 - 86_400).contains(popped.count))
    var left: [Int] = []
    while let block = window.popFirst() { left += block.map { Int($0.accuracyMeters) } }
    let isComplete = left == Array(popped.count..<150_000) + future
    #expect(isComplete)
  }
}
