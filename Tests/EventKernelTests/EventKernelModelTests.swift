import Testing
import Timekeeping

@testable import EventKernel

extension EventKernel {
  /// The number of keys in the heap, canceled ones included.
  var heapCount: Int { heap.count }
}

/// Compares the kernel with the simplest queue: an array that is searched for its earliest event.
@Suite("Event kernel against a model")
struct EventKernelModelTests {
  struct Model {
    struct Entry {
      var instant: Instant
      var order: Int
      var name: Int
      var period: TimeSpan?

      func isEarlier(than other: Entry) -> Bool {
        instant < other.instant || (instant == other.instant && order < other.order)
      }
    }

    var now = Instant(nanoseconds: 0)
    var entries: [Entry] = []
    var nextOrder = 0

    mutating func schedule(_ name: Int, at instant: Instant, period: TimeSpan? = nil) {
      nextOrder += 1
      entries.append(
        Entry(instant: max(instant, now), order: nextOrder, name: name, period: period))
    }

    mutating func cancel(_ name: Int) -> Bool {
      guard let index = entries.firstIndex(where: { $0.name == name }) else { return false }
      entries.remove(at: index)
      return true
    }

    mutating func move(_ name: Int, to instant: Instant) -> Bool {
      guard let index = entries.firstIndex(where: { $0.name == name }) else { return false }
      entries[index].instant = max(instant, now)
      return true
    }

    mutating func next(until deadline: Instant) -> Int? {
      var first = 0
      for index in entries.indices.dropFirst()
      where entries[index].isEarlier(than: entries[first]) { first = index }
      guard !entries.isEmpty, entries[first].instant <= deadline else {
        now = max(now, deadline)
        return nil
      }
      let entry = entries.remove(at: first)
      now = entry.instant
      if let period = entry.period {
        schedule(entry.name, at: entry.instant + period, period: period)
      }
      return entry.name
    }
  }

  @Test("Kernel and model agree on all that is scheduled, moved and cancelled", arguments: 1...40)
  func agreement(seed: UInt64) throws {
    let chance = SeededRandom(seed: seed)
    // With few distinct instants there are many ties. A small or a large share of events is
    // canceled.
    let spread = [3, 40, 1_000_000][Int(seed % 3)]
    let cancelling = seed % 2 == 0 ? 0.15 : 0.4
    var kernel = EventKernel<Int>(startingAt: Instant(nanoseconds: 0))
    var model = Model()
    var identifiers: [EventKernel<Int>.Identifier] = []

    for step in 0..<1200 {
      let draws = chance.stream(step)
      let delay = TimeSpan(nanoseconds: Int64(draws.bits(at: 1) % UInt64(spread)) - 1)
      switch draws.uniform() {
      case ..<0.35:
        identifiers.append(kernel.schedule(identifiers.count, at: kernel.now + delay))
        model.schedule(identifiers.count - 1, at: model.now + delay)
      case ..<0.37:
        let period = TimeSpan(nanoseconds: Int64(spread) / 2 + 1)
        identifiers.append(
          kernel.scheduleRepeating(
            identifiers.count, first: kernel.now + delay, every: period))
        model.schedule(identifiers.count - 1, at: model.now + delay, period: period)
      case ..<(0.37 + cancelling) where !identifiers.isEmpty:
        let victim = Int(draws.bits(at: 2) % UInt64(identifiers.count))
        let wasPending = kernel.isPending(identifiers[victim])
        let wasCancelled = kernel.cancel(identifiers[victim])
        let wasInModel = model.cancel(victim)
        try #require(wasCancelled == wasInModel && wasPending == wasCancelled)
      case ..<(0.42 + cancelling) where !identifiers.isEmpty:
        let chosen = Int(draws.bits(at: 2) % UInt64(identifiers.count))
        let wasMoved = kernel.move(identifiers[chosen], to: kernel.now + delay)
        let wasInModel = model.move(chosen, to: model.now + delay)
        try #require(wasMoved == wasInModel)
      default:
        let deadline = kernel.now + delay + delay
        let delivered = try kernel.next(until: deadline)
        let expected = model.next(until: deadline)
        try #require(delivered == expected, "step \(step)")
      }
      try #require(kernel.now == model.now)
      try #require(kernel.isConsistent(), "step \(step)")
      try #require(kernel.pendingCount == model.entries.count, "step \(step)")
    }
    let end = model.now + TimeSpan(nanoseconds: 3 * Int64(spread))
    while let expected = model.next(until: end) {
      let delivered = try kernel.next(until: end)
      try #require(delivered == expected)
    }
  }

  /// A kernel and a model that get the same events.
  struct Pair {
    var kernel = EventKernel<Int>(startingAt: Instant(nanoseconds: 0))
    var model = Model()
    var identifiers: [EventKernel<Int>.Identifier] = []

    mutating func schedule(after delay: Int64, period: Int64? = nil) {
      let (name, instant) = (identifiers.count, kernel.now + TimeSpan(nanoseconds: delay))
      let period = period.map { TimeSpan(nanoseconds: $0) }
      identifiers.append(
        period.map { kernel.scheduleRepeating(name, first: instant, every: $0) }
          ?? kernel.schedule(name, at: instant))
      model.schedule(name, at: instant, period: period)
    }

    mutating func move(_ name: Int) throws {
      let instant = kernel.now + TimeSpan(nanoseconds: 250)
      let wasMoved = kernel.move(identifiers[name], to: instant)
      let wasInModel = model.move(name, to: instant)
      try #require(wasMoved == wasInModel)
    }
  }

  @Test(
    "A frequent series that repeats comes as often and as early as in the model", arguments: 1...20)
  func repeatedSeries(seed: UInt64) throws {
    let chance = SeededRandom(seed: seed)
    var pair = Pair()
    pair.schedule(after: 10, period: 10)
    pair.schedule(after: 100, period: 777)
    for index in 0..<30 { pair.schedule(after: Int64(chance.bits(at: Int64(index)) % 10_000)) }

    var (handled, repeated) = (Int64(0), 0)
    for deadline in stride(from: Int64(995), through: 9950, by: 995) {
      let deadline = Instant(nanoseconds: deadline)
      while let name = try pair.kernel.next(until: deadline) {
        var expected = pair.model.next(until: deadline)
        repeat {
          try #require(name == expected)
          try #require(pair.kernel.now == pair.model.now && pair.kernel.isConsistent())
          // What a handler does: now and then it adds an event, or replaces the series.
          let draw = chance.stream("handler").uniform(at: handled)
          handled += 1
          if draw < 0.1 { pair.schedule(after: Int64(draw * 200)) }
          // One of the thirty events that happen once is moved.
          if (0.1..<0.15).contains(draw) { try pair.move(2 + Int(handled % 30)) }
          if draw > 0.98 {
            let wasCancelled = pair.kernel.cancel(pair.identifiers[name])
            let wasInModel = pair.model.cancel(name)
            try #require(wasCancelled == wasInModel)
            pair.schedule(after: 35, period: 10)
          }
          guard pair.kernel.repeatsSeries(until: deadline) else { break }
          expected = pair.model.next(until: deadline)
          repeated += 1
        } while true
      }
      let left = pair.model.next(until: deadline)
      try #require(left == nil && pair.kernel.now == pair.model.now)
      try #require(pair.kernel.pendingCount == pair.model.entries.count)
    }
    #expect(repeated > 0)
  }

  @Test(
    "A list whose events are scheduled one by one comes as if all had been scheduled at once",
    arguments: 1...20)
  func reservedPlaces(seed: UInt64) throws {
    let chance = SeededRandom(seed: seed)
    // Fifty events at ten instants, so that many of them come together, and with others.
    func instant(_ name: Int) -> Instant {
      Instant(nanoseconds: Int64(chance.bits(at: Int64(name)) % 10))
    }
    /// Delivers all events. Each of the list schedules another event, which is due at once.
    func deliver(
      _ kernel: inout EventKernel<Int>, then: (Int, inout EventKernel<Int>) -> Void
    ) throws -> [Int] {
      for name in 120..<140 { kernel.schedule(name, at: instant(name)) }
      var delivered: [Int] = []
      try kernel.run(until: Instant(nanoseconds: 20)) { name, kernel in
        delivered.append(name)
        if name < 50 { kernel.schedule(1000 + name, at: kernel.now) }
        then(name, &kernel)
      }
      return delivered
    }

    var atOnce = EventKernel<Int>(startingAt: Instant(nanoseconds: 0))
    for name in 100..<120 { atOnce.schedule(name, at: instant(name)) }
    var oneByOne = atOnce
    for name in 0..<50 { atOnce.schedule(name, at: instant(name)) }
    let expected = try deliver(&atOnce) { _, _ in }
    try #require(expected.count == 50 + 40 + 50)

    let places = oneByOne.reservePlaces(50)
    let list = (0..<50).sorted { (instant($0), $0) < (instant($1), $1) }
    oneByOne.schedule(list[0], at: instant(list[0]), in: places, at: list[0])
    var next = 1
    let delivered = try deliver(&oneByOne) { name, kernel in
      guard name < 50, next < 50 else { return }
      kernel.schedule(list[next], at: instant(list[next]), in: places, at: list[next])
      next += 1
    }
    #expect(delivered == expected)
  }

  @Test("The same events are delivered in the same order every time, also by a copy")
  func determinism() throws {
    func run() throws -> [Int] {
      var kernel = EventKernel<Int>(startingAt: Instant(nanoseconds: 0))
      let chance = SeededRandom(seed: 7)
      for index in 0..<500 {
        kernel.schedule(
          index, after: TimeSpan(nanoseconds: Int64(chance.bits(at: Int64(index)) % 50)))
      }
      var copy = kernel
      var delivered: [Int] = []
      try kernel.run(until: Instant(nanoseconds: 100)) { event, _ in delivered.append(event) }
      var again: [Int] = []
      try copy.run(until: Instant(nanoseconds: 100)) { event, _ in again.append(event) }
      #expect(delivered == again)
      return delivered
    }
    let first = try run()
    #expect(first.count == 500)
    #expect(try run() == first)
  }
}
