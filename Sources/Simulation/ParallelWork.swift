import Foundation
import Synchronization

/// Numbered pieces of work shared out over threads; results in the order of numbers, whoever did them.
package struct ParallelWork: Sendable {
  package var count: Int
  /// How many threads at most.
  package var jobs = 1
  /// Asked before each piece; from several threads.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// Called after each piece, with how many are done; from several threads.
  package var onProgress: (@Sendable (_ done: Int) -> Void)?

  package init(
    count: Int, jobs: Int = 1, isCancelled: @escaping @Sendable () -> Bool = { false },
    onProgress: (@Sendable (_ done: Int) -> Void)? = nil
  ) {
    self.count = count
    self.jobs = jobs
    self.isCancelled = isCancelled
    self.onProgress = onProgress
  }

  /// What was done before it was cancelled, if it was; nil for the rest.
  ///
  /// - Throws: the error of the first piece, by number, that failed. After a failure nothing more is begun.
  package func results<Result: Sendable>(
    _ work: @escaping @Sendable (Int) throws -> Result
  ) throws -> [Result?] {
    let outcomes = Mutex([Swift.Result<Result, any Error>?](repeating: nil, count: count))
    let next = Mutex(0)
    let done = Mutex(0)
    runOnThreads { [self] in
      while !isCancelled(), let index = take(next) {
        let outcome = Swift.Result { try work(index) }
        outcomes.withLock { $0[index] = outcome }
        if case .failure = outcome { next.withLock { $0 = count } }
        let doneNow = done.withLock { (n: inout Int) -> Int in
          n += 1
          return n
        }
        onProgress?(doneNow)
      }
    }
    return try outcomes.withLock { try $0.map { try $0?.get() } }
  }

  /// Results one after the other, in the order of numbers, each as soon as those before it are there: for
  /// more of them than memory holds. No piece is begun that lies far ahead of the slowest.
  ///
  /// - Parameters:
  ///   - aheadMax: how far; bounds what waits for its turn.
  ///   - receive: called from several threads, never at once.
  /// - Returns: how many were received; fewer than all where it was cancelled.
  /// - Throws: the error of the first piece, by number, that failed or could not be received.
  package func deliver<Result: Sendable>(
    aheadMax: Int, _ work: @escaping @Sendable (Int) throws -> Result,
    to receive: @escaping @Sendable (Int, Result) throws -> Void
  ) throws -> Int {
    let delivery = OrderedDelivery<Result>(count: count, aheadMax: max(aheadMax, jobs, 1))
    runOnThreads { [self] in
      while !isCancelled(), let index = delivery.take() {
        delivery.finish(index, Swift.Result { try work(index) }) { index, result in
          try receive(index, result)
          onProgress?(index + 1)
        }
      }
    }
    return try delivery.received()
  }

  private func take(_ next: borrowing Mutex<Int>) -> Int? {
    next.withLock { (index: inout Int) -> Int? in
      defer { index += 1 }
      return index < count ? index : nil
    }
  }

  /// Each worker is a thread with a large stack; a single one runs here.
  private func runOnThreads(_ worker: @escaping @Sendable () -> Void) {
    let threads = min(max(jobs, 1), count)
    guard threads > 1 else { return worker() }
    let group = DispatchGroup()
    for _ in 0..<threads {
      group.enter()
      let thread = Thread {
        worker()
        group.leave()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    group.wait()
  }
}

/// Numbers handed out in order to several threads, and what came of them handed on in order.
private final class OrderedDelivery<Outcome: Sendable>: @unchecked Sendable {
  private let count: Int
  private let aheadMax: Int
  /// Guards what follows.
  private let condition = NSCondition()
  private var next = 0
  private var delivered = 0
  private var waiting: [Int: Result<Outcome, any Error>] = [:]
  private var isDelivering = false
  private var failure: (any Error)?

  init(count: Int, aheadMax: Int) {
    self.count = count
    self.aheadMax = aheadMax
  }

  /// Nil when all are given away, or one has failed.
  func take() -> Int? {
    condition.lock()
    defer { condition.unlock() }
    while failure == nil, next < count, next >= delivered + aheadMax { condition.wait() }
    guard failure == nil, next < count else { return nil }
    defer { next += 1 }
    return next
  }

  /// Whoever finishes the piece that the others wait for hands on theirs too.
  func finish(
    _ index: Int, _ outcome: Result<Outcome, any Error>,
    _ receive: (Int, Outcome) throws -> Void
  ) {
    condition.lock()
    defer { condition.unlock() }
    waiting[index] = outcome
    guard !isDelivering else { return }
    isDelivering = true
    while failure == nil, let outcome = waiting.removeValue(forKey: delivered) {
      let index = delivered
      condition.unlock()
      let received = Result { try receive(index, outcome.get()) }
      condition.lock()
      delivered += 1
      if case .failure(let error) = received { failure = error }
      condition.broadcast()
    }
    isDelivering = false
  }

  func received() throws -> Int {
    condition.lock()
    defer { condition.unlock() }
    if let failure { throw failure }
    return delivered
  }
}
