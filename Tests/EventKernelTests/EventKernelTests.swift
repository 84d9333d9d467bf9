import EventKernel
import Testing
import Timekeeping

@Suite("Event kernel")
struct EventKernelTests {
  private func kernel(eventsAtOneInstantMax: Int = 1_000_000) -> EventKernel<String> {
    EventKernel(startingAt: second(0), eventsAtOneInstantMax: eventsAtOneInstantMax)
  }

  private func second(_ count: Int64) -> Instant { Instant(nanoseconds: count * 1_000_000_000) }

  private func deliveries(_ kernel: inout EventKernel<String>, until end: Int64) throws -> [String]
  {
    var delivered: [String] = []
    try kernel.run(until: second(end)) { event, kernel in
      delivered.append("\(event)@\((kernel.now - second(0)).nanoseconds / 1_000_000_000)")
    }
    return delivered
  }

  @Test("Events are delivered in the order of their instants")
  func order() throws {
    var kernel = kernel()
    for count in [5, 3, 9, 1, 7] { kernel.schedule("e", at: second(Int64(count))) }
    #expect(kernel.pendingCount == 5)
    let delivered = try deliveries(&kernel, until: 20)
    #expect(delivered == ["e@1", "e@3", "e@5", "e@7", "e@9"])
    #expect(kernel.pendingCount == 0)
  }

  @Test("Events of one instant are delivered in the order of scheduling")
  func ties() throws {
    var kernel = kernel()
    let names = (0..<100).map { "e\($0)" }
    for name in names { kernel.schedule(name, at: second(4)) }
    let delivered = try deliveries(&kernel, until: 4)
    #expect(delivered == names.map { "\($0)@4" })
  }

  @Test("A run delivers what is due at its deadline, and what that schedules for the same instant")
  func deadline() throws {
    var kernel = kernel()
    kernel.schedule("due", at: second(4))
    kernel.schedule("late", at: second(4) + TimeSpan(nanoseconds: 1))
    var delivered: [String] = []
    try kernel.run(until: second(4)) { event, kernel in
      delivered.append(event)
      if event == "due" { kernel.schedule("at once", after: .zero) }
    }
    #expect(delivered == ["due", "at once"])
    #expect(kernel.now == second(4))
    #expect(kernel.pendingCount == 1)
    let late = try kernel.next(until: second(5))
    #expect(late == "late")
  }

  @Test("When nothing is due, time moves on to the deadline, and never back")
  func idle() throws {
    var kernel = kernel()
    for deadline in [4, 2] {
      let nothing = try kernel.next(until: second(Int64(deadline)))
      #expect(nothing == nil)
      #expect(kernel.now == second(4))
    }
    let instant = kernel.nextInstant()
    #expect(instant == nil)
  }

  @Test("An instant already past counts as now, and is delivered after what is due now")
  func past() throws {
    var kernel = kernel()
    kernel.schedule("first", at: second(4))
    kernel.schedule("second", at: second(4))
    var delivered: [String] = []
    try kernel.run(until: second(9)) { event, kernel in
      delivered.append("\(event)@\(kernel.now.wholeSeconds)")
      if event == "first" { kernel.schedule("past", at: second(1)) }
    }
    #expect(delivered == ["first@4", "second@4", "past@4"])
  }

  @Test("A cancelled event is not delivered, and cancelling again is harmless")
  func cancelling() throws {
    var kernel = kernel()
    let doomed = kernel.schedule("doomed", at: second(1))
    kernel.schedule("kept", at: second(2))
    #expect(kernel.isPending(doomed))
    let wasCancelled = kernel.cancel(doomed)
    #expect(wasCancelled)
    #expect(!kernel.isPending(doomed))
    #expect(kernel.pendingCount == 1)
    let wasCancelledTwice = kernel.cancel(doomed)
    #expect(!wasCancelledTwice)
    let next = kernel.nextInstant()
    #expect(next == second(2))
    let delivered = try deliveries(&kernel, until: 9)
    #expect(delivered == ["kept@2"])
    let wasCancelledLate = kernel.cancel(doomed)
    #expect(!wasCancelledLate)
  }

  @Test("An identifier of the past does not cancel the event that took its place")
  func staleIdentifier() throws {
    var kernel = kernel()
    let predecessor = kernel.schedule("predecessor", at: second(1))
    _ = try kernel.next(until: second(1))
    let successor = kernel.schedule("successor", at: second(2))
    let wasCancelled = kernel.cancel(predecessor)
    #expect(!wasCancelled)
    #expect(kernel.isPending(successor))
    let delivered = try deliveries(&kernel, until: 9)
    #expect(delivered == ["successor@2"])
  }

  @Test("A handler may cancel another event, even one due at the same instant")
  func cancellingFromHandler() throws {
    var kernel = kernel()
    kernel.schedule("killer", at: second(1))
    let same = kernel.schedule("same instant", at: second(1))
    let later = kernel.schedule("later", at: second(2))
    kernel.schedule("survivor", at: second(3))
    var delivered: [String] = []
    try kernel.run(until: second(9)) { event, kernel in
      delivered.append(event)
      guard event == "killer" else { return }
      kernel.cancel(same)
      kernel.cancel(later)
      #expect(kernel.isConsistent())
    }
    #expect(delivered == ["killer", "survivor"])
  }

  @Test("A repeating event comes at its first instant and each period after")
  func repeating() throws {
    var kernel = kernel()
    kernel.scheduleRepeating("tick", first: second(1), every: .seconds(2 as Int64))
    let delivered = try deliveries(&kernel, until: 7)
    #expect(delivered == ["tick@1", "tick@3", "tick@5", "tick@7"])
    #expect(kernel.pendingCount == 1)
  }

  @Test("A repeating event cancelled from its own handler does not come again")
  func repeatingCancelledByItself() throws {
    var kernel = kernel()
    let ticks = kernel.scheduleRepeating("tick", first: second(1), every: .seconds(1 as Int64))
    var count = 0
    try kernel.run(until: second(9)) { _, kernel in
      count += 1
      if count == 3 { kernel.cancel(ticks) }
    }
    #expect(count == 3)
    #expect(kernel.pendingCount == 0)
    #expect(kernel.isConsistent())
  }

  @Test("Time that stands still ends the run and names the event")
  func livelock() {
    var kernel = kernel(eventsAtOneInstantMax: 1000)
    kernel.schedule("before", at: second(2))
    kernel.schedule("storm", at: second(3))
    var delivered = 0
    let livelock = #expect(throws: Livelock.self) {
      try kernel.run(until: second(9)) { event, kernel in
        delivered += 1
        if event == "storm" { kernel.schedule("storm", after: .zero) }
      }
    }
    #expect(delivered == 1001)
    #expect(livelock?.event == "storm")
    #expect(livelock?.instant == second(3))
    #expect(livelock?.count == 1001)
  }

  @Test("As many events as allowed at one instant are no livelock, instant after instant")
  func almostLivelock() throws {
    var kernel = kernel(eventsAtOneInstantMax: 100)
    for count in 0..<300 { kernel.schedule("e", at: second(Int64(count / 100))) }
    let delivered = try deliveries(&kernel, until: 9).count
    #expect(delivered == 300)
  }

  @Test("An alarm put off a hundred thousand times does not fill the queue")
  func alarmPutOff() throws {
    var kernel = kernel()
    kernel.scheduleRepeating("fix", first: second(1), every: .seconds(1 as Int64))
    var alarm = kernel.schedule("alarm", at: second(86_400))
    var alarms = 0
    try kernel.run(until: second(100_000)) { event, kernel in
      guard event == "fix" else {
        alarms += 1
        return
      }
      kernel.cancel(alarm)
      alarm = kernel.schedule("alarm", after: .days(1))
    }
    #expect(alarms == 0)
    #expect(kernel.pendingCount == 2)
    #expect(kernel.isConsistent())
    #expect(kernel.heapCount < 200)
  }

  @Test("An event that is moved keeps its place among the events of its new instant")
  func move() throws {
    var kernel = kernel()
    let known = kernel.schedule("known late", at: second(90))
    kernel.schedule("first", at: second(5))
    for index in 0..<20 { kernel.schedule("other \(index)", at: second(Int64(20 + index))) }
    let isMoved = kernel.move(known, to: second(5))
    #expect(isMoved)
    #expect(kernel.isConsistent())
    #expect(try deliveries(&kernel, until: 10) == ["known late@5", "first@5"])
    // A delivered event does not come again, and the past is now.
    let comesAgain = kernel.move(known, to: second(15))
    #expect(!comesAgain)
    let late = kernel.schedule("late", at: second(80))
    kernel.move(late, to: second(1))
    #expect(try deliveries(&kernel, until: 12) == ["late@10"])
    #expect(kernel.isConsistent())
  }

  @Test("An event that is moved to an earlier instant comes between two repetitions of a series")
  func moveBeforeRepetition() throws {
    var kernel = kernel()
    kernel.scheduleRepeating("series", first: second(10), every: .seconds(10 as Int64))
    let moved = kernel.schedule("moved", at: second(90))
    for index in 0..<4 { kernel.schedule("other \(index)", at: second(100)) }
    let first = try kernel.next(until: second(80))
    var repeats = kernel.repeatsSeries(until: second(80))
    #expect(first == "series" && repeats && kernel.now == second(20))
    kernel.move(moved, to: second(35))
    // The repetition at 30 s puts the one at 40 s in the queue, which is not the earliest.
    repeats = kernel.repeatsSeries(until: second(80))
    #expect(!repeats)
    #expect(try deliveries(&kernel, until: 40) == ["series@30", "moved@35", "series@40"])
  }

  @Test("An endless delay is a time at the end of the range")
  func endlessDelay() throws {
    var kernel = kernel()
    kernel.schedule("never", after: .seconds(Double.infinity))
    kernel.scheduleRepeating("once", first: second(1), every: TimeSpan(nanoseconds: .max))
    let delivered = try deliveries(&kernel, until: 100)
    #expect(delivered == ["once@1"])
    #expect(kernel.pendingCount == 2)
  }
}
