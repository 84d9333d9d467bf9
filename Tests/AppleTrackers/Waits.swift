import CoreLocation
import Foundation
import UIKit
import os

/// A tracker that waits in each way that Swift and Dispatch have. Each way notes the seconds of
/// virtual time at which something happens. The launch argument `way` chooses it.
final class Waits: UIResponder, UIApplicationDelegate {
  private let manager = CLLocationManager()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    // Updates keep the app's process running while the test waits.
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
    let way = UserDefaults.standard.string(forKey: "way") ?? ""
    guard let begin = waysOfTasks[way] ?? waysOfQueues[way] else {
      note("way", "there is no way '\(way)'")
      return true
    }
    begin(Stopwatch())
    return true
  }
}

/// The seconds since the app's launch, beside a word for what happened.
struct Stopwatch: Sendable {
  private let start = Date()
  var seconds: Int { Int(Date().timeIntervalSince(start).rounded()) }
  func note(_ text: String) { AppleTrackers.note("way", "\(text) \(seconds)") }
}

let waysOfTasks: [String: @Sendable (Stopwatch) -> Void] = [
  "cancel": { clock in
    let task = Task {
      do { try await Task.sleep(for: .seconds(600)) } catch is CancellationError {
        clock.note("cancelled")
      }
    }
    Task {
      try await Task.sleep(for: .seconds(60))
      task.cancel()
      try await task.value
      clock.note("ended \(task.isCancelled)")
    }
  },
  "handler": { clock in
    let task = Task {
      await withTaskCancellationHandler {
        try? await Task.sleep(nanoseconds: 90_000_000_000)
        clock.note("over \(Task.isCancelled)")
      } onCancel: {
        clock.note("handler")
      }
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + 5) { task.cancel() }
  },
  "detached": { clock in
    Task.detached(priority: .background) {
      try await Task.sleep(for: .seconds(3))
      clock.note("detached")
      await MainActor.run { clock.note("main \(Thread.isMainThread)") }
    }
    Task { @MainActor in clock.note("task") }
    clock.note("launch")
  },
  "actor": { clock in
    let counter = Counter()
    Task {
      async let first: Void = counter.count()
      async let second: Void = counter.count()
      _ = await (first, second)
      clock.note("reentrant \(await counter.count)")
      await counter.countInTurn()
      await counter.countInTurn()
      clock.note("in turn \(await counter.count)")
    }
  },
  "stream": { clock in
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let count = OSAllocatedUnfairLock(initialState: 0)
    Timer.scheduledTimer(withTimeInterval: 10, repeats: true) { timer in
      let number = count.withLock {
        $0 += 1
        return $0
      }
      continuation.yield(number)
      if number == 3 {
        timer.invalidate()
        continuation.finish()
      }
    }
    Task {
      for await number in stream { clock.note("\(number)") }
      clock.note("end")
    }
  },
  "race": { clock in
    Task {
      for span in [5, 30] { clock.note(await withTimeout(seconds: 10) { await work(span) }) }
    }
  },
  "clocks": { clock in
    Task {
      let continuous = try await ContinuousClock().measure {
        try await Task.sleep(for: .milliseconds(7250))
      }
      let suspending = SuspendingClock().measure { Thread.sleep(forTimeInterval: 2) }
      clock.note("\(continuous) \(suspending)")
      try await ContinuousClock().sleep(until: .now + .seconds(4))
      clock.note("until")
      try await SuspendingClock().sleep(until: .now + .seconds(4), tolerance: .seconds(1))
      try await Task.sleep(until: .now - .seconds(1), clock: .continuous)
      clock.note("tolerant")
    }
  },
  "continuation": { clock in
    Task {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + 8) { continuation.resume() }
      }
      clock.note("resumed")
      async let short: Void = Task.sleep(for: .seconds(3))
      async let long: Void = Task.sleep(for: .seconds(4))
      _ = try await (short, long)
      clock.note("both")
    }
  },
  "yield": { clock in
    for name in ["a", "b"] {
      Task { @MainActor in
        for step in 0..<2 {
          clock.note("\(name)\(step)")
          await Task.yield()
        }
      }
    }
  },
  "many": { clock in
    Task {
      await withTaskGroup(of: Int.self) { group in
        for index in 0..<1000 {
          group.addTask {
            try? await Task.sleep(for: .seconds(index * 7 % 100))
            return clock.seconds - index * 7 % 100
          }
        }
        var latest = 0
        for await late in group { latest = max(latest, late) }
        clock.note("latest \(latest)")
      }
    }
  },
]

private actor Counter {
  var count = 0

  /// Loses a count if another call runs during its sleep, as actors allow.
  func count() async {
    let before = count
    try? await Task.sleep(for: .seconds(1))
    count = before + 1
  }

  func countInTurn() { count += 1 }
}

private func work(_ seconds: Int) async -> String {
  do { try await Task.sleep(for: .seconds(seconds)) } catch { return "cancelled" }
  return "work"
}

private func withTimeout(
  seconds: Int, _ work: @escaping @Sendable () async -> String
) async -> String {
  await withTaskGroup(of: String.self) { group in
    group.addTask { await work() }
    group.addTask {
      try? await Task.sleep(for: .seconds(seconds))
      return "timeout"
    }
    let first = await group.next() ?? "none"
    group.cancelAll()
    return first
  }
}
