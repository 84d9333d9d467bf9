import Foundation
import Synchronization

/// Numbered pieces of work shared out over threads; results in the order of numbers, whoever did them.
struct ParallelWork: Sendable {
  var count: Int
  /// How many threads at most.
  var jobs = 1
  /// Asked before each piece; from several threads.
  var isCancelled: @Sendable () -> Bool = { false }
  /// Called after each piece, with how many are done; from several threads.
  var onProgress: (@Sendable (_ done: Int) -> Void)?

  /// What was done before it was cancelled, if it was; nil for the rest.
  ///
  /// - Throws: the error of the first piece, by number, that failed. After a failure nothing more is begun.
  func results<Result: Sendable>(
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
