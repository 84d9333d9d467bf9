import Foundation
import LiveTestSupport
import Testing
import Timekeeping

@testable import LivePhone

@Suite("How a live phone waits")
struct MachineTimeTests {
  @Test("A clock that is set neither hurries nor holds a timer")
  func clockSet() {
    let time = HurriedTime()
    let loop = LiveLoop(time: time)
    let start = time.uptime
    var calls: [TimeSpan] = []
    for seconds in [60, 120, 180] as [Int64] {
      _ = loop.schedule(after: .seconds(seconds), repeats: false) {
        calls.append(time.uptime - start)
        time.setWallClock(by: seconds == 60 ? -.days(9000) : .days(18000))
      }
    }
    loop.run(for: .minutes(10))
    #expect(calls == [.minutes(1), .minutes(2), .minutes(3)])
  }

  @Test("What came due while the machine slept is called once, as soon as it looks up")
  func slept() {
    let time = HurriedTime()
    let loop = LiveLoop(time: time)
    var (repeated, once) = (0, 0)
    _ = loop.schedule(after: .minutes(1), repeats: true) { repeated += 1 }
    _ = loop.schedule(after: .minutes(2), repeats: false) { once += 1 }
    time.pass(.hours(8))
    loop.run(for: .milliseconds(1))
    #expect(repeated == 1 && once == 1)
    loop.run(for: .seconds(61 as Int64))
    #expect(repeated == 2 && once == 1)
  }

  @Test("The machine's own time returns at the moment, or when something comes")
  func own() throws {
    let (time, arrival) = (SystemTime(), Arrival())
    var start = time.uptime
    time.sleep(until: start + .milliseconds(15))
    #expect(time.uptime - start >= .milliseconds(15))
    time.sleep(until: start)
    start = time.uptime
    time.wait(until: start + .milliseconds(15), or: arrival)
    #expect(time.uptime - start >= .milliseconds(15))
    // A ring is kept; many rings count as one.
    for _ in 0..<100_000 { arrival.ring() }
    #expect(arrival.wait(for: .seconds(60 as Int64)))
    #expect(!arrival.wait(for: .zero))
    Thread.detachNewThread { arrival.ring() }
    #expect(arrival.wait(for: .seconds(60 as Int64)))
  }

  @Test("After the end nothing that is asked for comes")
  func end() {
    let loop = LiveLoop(time: HurriedTime())
    _ = loop.schedule(after: .zero, repeats: false) { Issue.record("a timer from before came") }
    let inbox = loop.listen { (_: Int) in Issue.record("a value came") }
    loop.discardEverything()
    inbox.put(1)
    _ = loop.schedule(after: .zero, repeats: false) { Issue.record("a timer came") }
    loop.expect { (_: Int) in Issue.record("an answer came") }.fulfil(1)
    loop.run(for: .minutes(1))
  }

  @Test("Values arrive in the order of their coming, until the listener stops")
  func values() {
    let loop = LiveLoop(time: HurriedTime())
    var received: [Int] = []
    let inbox = loop.listen { (value: Int) in received.append(value) }
    for value in 1...3 { inbox.put(value) }
    loop.run(for: .seconds(1 as Int64))
    loop.stopListening(to: inbox)
    inbox.put(4)
    loop.run(for: .seconds(1 as Int64))
    #expect(received == [1, 2, 3])
  }
}
