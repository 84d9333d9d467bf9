import Foundation
import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone

@Suite("The live phone's loop")
struct LiveLoopTests {
  @Test("Timers come in the order in which they are due, each once, and never from inside a call")
  func order() {
    let loop = LiveLoop(time: SteppedTime())
    var calls: [String] = []
    var isInside = false
    func call(_ name: String) {
      #expect(!isInside)
      isInside = true
      calls.append(name)
      if name == "first" {
        _ = loop.schedule(after: -.milliseconds(5), repeats: false) { call("at once") }
      }
      isInside = false
    }
    _ = loop.schedule(after: .milliseconds(20), repeats: false) { call("second") }
    _ = loop.schedule(after: .milliseconds(1), repeats: false) { call("first") }
    let cancelled = loop.schedule(after: .milliseconds(2), repeats: false) { call("cancelled") }
    loop.cancel(cancelled)
    #expect(calls.isEmpty)
    loop.run(for: .seconds(10 as Int64)) { calls.count == 3 }
    #expect(calls == ["first", "at once", "second"])
  }

  @Test("A timer that repeats comes until it is cancelled")
  func repeats() {
    let loop = LiveLoop()
    var count = 0
    var timer: UInt64 = 0
    timer = loop.schedule(after: .milliseconds(1), repeats: true) {
      count += 1
      if count == 3 { loop.cancel(timer) }
    }
    loop.run(for: .seconds(10 as Int64)) { count == 3 }
    loop.run(for: .milliseconds(20))
    #expect(count == 3)
  }

  @Test("A value from another thread is heard on the loop's, the first of a promise alone")
  func promises() {
    let loop = LiveLoop()
    var received: [Int] = []
    let promise = loop.expect { (value: Int) in received.append(value) }
    Thread.detachNewThread {
      promise.fulfil(1)
      promise.fulfil(2)
    }
    loop.run(for: .seconds(10 as Int64)) { !received.isEmpty }
    loop.run(for: .milliseconds(20))
    #expect(received == [1])
  }

  @Test("The clock agrees with itself")
  func clock() throws {
    let folder = TemporaryFolder()
    let phone = try LivePhone(folder: folder.path, calendar: .utc)
    let start = (phone.clock.now, phone.clock.uptime)
    phone.loop.run(for: .milliseconds(20))
    #expect(phone.clock.uptime - start.1 >= .milliseconds(20))
    #expect(phone.clock.now > start.0)
    #expect(phone.clock.now > Instant(nanoseconds: 1_700_000_000_000_000_000))
  }

  @Test("What the machine lacks says so")
  func absent() throws {
    let folder = TemporaryFolder()
    let phone = try LivePhone(folder: folder.path, calendar: .utc)
    #expect(phone.http.availability.isAvailable)
    #expect(!phone.makeLocationManager().visitMonitoringAvailability.isAvailable)
    #expect(!phone.motionActivity.availability.isAvailable)
    #expect(!phone.notifications.availability.isAvailable)
    #expect(phone.device.batteryLevel == -1)
    let again = try LivePhone(folder: folder.path, calendar: .utc)
    #expect(again.device.identifierForVendor == phone.device.identifierForVendor)
  }
}
