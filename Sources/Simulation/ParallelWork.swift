import CProcess
import Foundation
import Synchronization

/// Numbered pieces of work distributed over threads. The results are always in the order of the
/// numbers.
package struct ParallelWork: Sendable {
  package var count: Int
  /// The largest number of threads.
  package var jobs = 1
  /// Returns true to stop the work. Called before each piece, from several threads.
  package var isCancelled: @Sendable () -> Bool = { false }
  /// Called after each piece, from several threads. `done` is the number of finished pieces.
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

  /// Returns the results of all pieces; nil for each piece that was skipped because of
  /// cancellation.
  ///
  /// - Throws: the error of the failed piece with the lowest number. After a failure no further
  ///   piece begins.
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

  /// Passes each result to `receive`, in the order of the numbers.
  ///
  /// Use this function for more results than fit in memory.
  ///
  /// - Parameters:
  ///   - aheadMax: the largest number of pieces that have begun but are not delivered yet. This
  ///     limits the results in memory. A value below `jobs` counts as `jobs`.
  ///   - receive: called from several threads, but never by two threads at once.
  /// - Returns: the number of delivered results; less than `count` if the work was cancelled.
  /// - Throws: the error of the piece with the lowest number that failed or could not be received.
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

  /// The next piece allocates what the one before has freed.
  private static let keepFreedMemory: Void = keep_freed_memory()

  /// Runs each worker on a thread with a large stack; a single worker runs on the calling thread.
  private func runOnThreads(_ worker: @escaping @Sendable () -> Void) {
    Self.keepFreedMemory
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

/// Assigns numbers in order to several threads, and delivers their outcomes in order.
private final class OrderedDelivery<Outcome: Sendable>: @unchecked Sendable {
  private let count: Int
  private let aheadMax: Int
  /// The lock that protects the properties below.
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

  /// Returns the next number to work on; nil when all are assigned or a piece has failed.
  func take() -> Int? {
    condition.lock()
    defer { condition.unlock() }
    while failure == nil, next < count, next >= delivered + aheadMax { condition.wait() }
    guard failure == nil, next < count else { return nil }
    defer { next += 1 }
    return next
  }

  /// Stores the outcome of a piece, and delivers all outcomes that are next in order.
  ///
  /// Finished pieces may wait for an earlier piece. The thread that finishes that earlier piece
  /// delivers the waiting outcomes too.
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
