import Foundation
import os

let waysOfQueues: [String: @Sendable (Stopwatch) -> Void] = [
  "group": { clock in
    let group = DispatchGroup()
    for span in [10, 20] {
      group.enter()
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(span)) { group.leave() }
    }
    group.notify(queue: .main) { clock.note("notified") }
    clock.note("late \(group.wait(timeout: .now() + 5) == .timedOut)")
    clock.note("late \(group.wait(wallTimeout: .now() + 30) == .timedOut)")
  },
  "item": { clock in
    let cancelled = DispatchWorkItem { clock.note("never") }
    let item = DispatchWorkItem(qos: .utility, flags: .enforceQoS) { clock.note("item") }
    DispatchQueue.global().asyncAfter(deadline: .now() + 10, execute: cancelled)
    DispatchQueue.global().asyncAfter(deadline: .now() + 10, execute: item)
    DispatchQueue.main.asyncAfter(deadline: .now() + 5) {
      cancelled.cancel()
      clock.note("late \(item.wait(timeout: .now() + 2) == .timedOut)")
      item.wait()
      clock.note("waited \(cancelled.isCancelled)")
    }
  },
  "operations": { clock in
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    for name in ["a", "b"] {
      queue.addOperation {
        Thread.sleep(forTimeInterval: 2)
        clock.note(name)
      }
    }
    let last = BlockOperation { clock.note("last") }
    let first = BlockOperation { clock.note("first") }
    last.addDependency(first)
    last.completionBlock = { clock.note("completed \(last.isFinished)") }
    let wide = OperationQueue()
    wide.maxConcurrentOperationCount = 3
    wide.addOperations([last, first], waitUntilFinished: false)
    wide.addBarrierBlock { clock.note("barrier") }
    let cancelled = BlockOperation { clock.note("never") }
    queue.addOperation(cancelled)
    cancelled.cancel()
    queue.addOperation { OperationQueue.main.addOperation { clock.note("main") } }
  },
  "locks": { clock in
    let lock = NSLock()
    lock.lock()
    clock.note("free \(lock.try()) \(lock.lock(before: Date() + 3))")
    DispatchQueue.global().asyncAfter(deadline: .now() + 2) { lock.unlock() }
    clock.note("unlocked \(lock.lock(before: Date() + 3))")
    DispatchQueue.global().asyncAfter(deadline: .now() + 2) { lock.unlock() }
    lock.lock()
    clock.note("again")
    let recursive = NSRecursiveLock()
    recursive.withLock { recursive.withLock { clock.note("recursive") } }
    let count = OSAllocatedUnfairLock(initialState: 0)
    DispatchQueue.concurrentPerform(iterations: 1000) { _ in count.withLock { $0 += 1 } }
    clock.note("\(count.withLock { $0 })")
    let condition = NSCondition()
    DispatchQueue.global().asyncAfter(deadline: .now() + 4) {
      condition.withLock { condition.signal() }
    }
    condition.withLock { condition.wait() }
    clock.note("condition")
  },
  "semaphore": { clock in
    let semaphore = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + 5) { semaphore.signal() }
    clock.note("late \(semaphore.wait(timeout: .now() + 2) == .timedOut)")
    clock.note("late \(semaphore.wait(timeout: .now() + 20) == .timedOut)")
    clock.note("late \(semaphore.wait(timeout: .now()) == .timedOut)")
    // A task's result, waited for as code before Swift's concurrency does.
    Task.detached {
      try await Task.sleep(for: .seconds(6))
      semaphore.signal()
    }
    semaphore.wait()
    clock.note("task")
  },
  "barrier": { clock in
    let queue = DispatchQueue(label: "ours", attributes: .concurrent)
    queue.async { clock.note("a") }
    queue.async {
      Thread.sleep(forTimeInterval: 3)
      clock.note("b")
    }
    queue.async(flags: .barrier) { clock.note("barrier") }
    queue.async { clock.note("after") }
  },
  "specific": { clock in
    let key = DispatchSpecificKey<String>()
    let queue = DispatchQueue(label: "ours")
    queue.setSpecific(key: key, value: "ours")
    queue.async { clock.note("\(DispatchQueue.getSpecific(key: key) ?? "none")") }
    queue.setSpecific(key: key, value: nil)
  },
  "source": { clock in
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + 10, repeating: .seconds(10), leeway: .seconds(1))
    timer.setEventHandler { clock.note("fired") }
    timer.setCancelHandler { clock.note("cancelled") }
    timer.activate()
    DispatchQueue.main.asyncAfter(deadline: .now() + 15) { timer.suspend() }
    DispatchQueue.main.asyncAfter(deadline: .now() + 42) { timer.resume() }
    DispatchQueue.main.asyncAfter(deadline: .now() + 55) { timer.cancel() }
  },
]
