import Foundation

/// Ways to wait and to share work, by the name of the app that uses them. Each notes the seconds of
/// virtual time at which something happens.
let waitingModes: [String: @Sendable (@escaping @Sendable (String) -> Void) -> Void] = [
  "thread": { note in
    let start = Date()
    Thread.detachNewThread { note("thread \(seconds(start))") }
    note("after \(seconds(start))")
  },
  "sleepingThread": { _ in Thread.detachNewThread { sleep(5) } },
  "sleep": { note in
    let start = Date()
    DispatchQueue.global().asyncAfter(deadline: .now() + 2) { note("other \(seconds(start))") }
    DispatchQueue.main.async { note("main \(seconds(start))") }
    Thread.sleep(forTimeInterval: 5)
    note("slept \(seconds(start))")
  },
  "semaphore": { note in
    let start = Date()
    let semaphore = DispatchSemaphore(value: 0)
    let isLate = semaphore.wait(timeout: .now() + 3) == .timedOut
    note("late \(isLate) \(seconds(start))")
    DispatchQueue.global().asyncAfter(deadline: .now() + 4) { semaphore.signal() }
    semaphore.wait()
    note("signaled \(seconds(start))")
  },
  "sync": { note in
    let queue = DispatchQueue(label: "ours")
    queue.async { note("first") }
    queue.sync { note("second") }
    DispatchQueue.concurrentPerform(iterations: 2) { note("part \($0)") }
    DispatchQueue.global().async { DispatchQueue.main.sync { note("main") } }
  },
  "timer": { note in
    let start = Date()
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
    timer.schedule(deadline: .now() + 10, repeating: 60)
    timer.setEventHandler {
      note("fired \(seconds(start))")
      if seconds(start) > 100 { timer.cancel() }
    }
    timer.resume()
  },
  "operations": { note in
    let start = Date()
    let queue = OperationQueue()
    let item = DispatchWorkItem { note("item \(seconds(start))") }
    item.notify(queue: .main) { note("notified \(seconds(start))") }
    DispatchQueue.global().asyncAfter(deadline: .now() + 7, execute: item)
    queue.addOperation { note("operation \(seconds(start))") }
    queue.waitUntilAllOperationsAreFinished()
    let condition = NSCondition()
    condition.lock()
    let isSignaled = condition.wait(until: Date() + 3)
    condition.unlock()
    note("condition \(isSignaled) \(seconds(start))")
  },
  "runLoop": { note in
    let timer = Timer(timeInterval: 30, repeats: false) { _ in note("fired") }
    RunLoop.main.add(timer, forMode: .default)
  },
  "lockedOut": { _ in
    let lock = NSLock()
    DispatchQueue.global().async { lock.lock() }
    lock.lock()
    sleep(1)
  },
  "stalling": { _ in stall() },
  "ending": { _ in exit(0) },
  "signals": { _ in _ = DispatchSource.makeSignalSource(signal: SIGTERM) },
]

/// Schedules work again and again without an end, a nanosecond later each time.
@Sendable private func stall() {
  DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(1), execute: stall)
}

private func seconds(_ start: Date) -> Int { Int(Date().timeIntervalSince(start).rounded()) }
