import CoreLocation
import Synchronization
import UIKit

/// Requests updates, and never stops them.
final class Follower: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()

  override init() {
    super.init()
    manager.delegate = self
    manager.requestAlwaysAuthorization()
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
  }
}

/// The lines that an app writes for its test.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

/// Writes down the seconds and random numbers that it gets by each of an app's means.
@MainActor final class Diarist: NSObject, UIApplicationDelegate, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private var lines = Lines()
  private let start = Date()
  private var timer: Timer?

  nonisolated override required init() { super.init() }

  convenience init(_ lines: Lines) {
    self.init()
    self.lines = lines
  }

  private func write(_ name: String) {
    let seconds = Int(Date().timeIntervalSince(start).rounded())
    lines.add("\(name) \(seconds)\(Thread.isMainThread ? "" : " on another thread")")
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    manager.delegate = self
    manager.requestAlwaysAuthorization()
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
    let launches = UserDefaults.standard.integer(forKey: "launches") + 1
    UserDefaults.standard.set(launches, forKey: "launches")
    lines.add("launch \(launches)")
    lines.add("random \(UUID()) \(Int.random(in: 0..<1_000_000))")
    observe()
    scheduleAll()
    return true
  }

  private func observe() {
    _ = NotificationCenter.default.addObserver(
      forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: .main
    ) { [weak self] _ in MainActor.assumeIsolated { self?.write("background") } }
  }

  nonisolated private func writeAfterGroup() {
    MainActor.assumeIsolated { write("group and operation") }
  }

  private func scheduleAll() {
    DispatchQueue.main.asyncAfter(deadline: .now() + 10) { self.write("asyncAfter") }
    DispatchQueue.global().asyncAfter(deadline: .now() + 20) {
      DispatchQueue.main.async { self.write("other queue") }
    }
    timer = Timer.scheduledTimer(withTimeInterval: 30, repeats: true) { timer in
      MainActor.assumeIsolated { self.write("timer") }
      if Date().timeIntervalSince(self.start) > 50 { timer.invalidate() }
    }
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {}
    group.notify(queue: .main) { OperationQueue.main.addOperation { self.writeAfterGroup() } }
    Task {
      try await Task.sleep(for: .seconds(40))
      self.write("task")
      await Task.detached { try? await Task.sleep(for: .seconds(5)) }.value
      self.write("detached task")
    }
  }

  /// Ends the process after a while, so that the next launch can be seen.
  func applicationDidEnterBackground(_ application: UIApplication) {
    lines.add(application.applicationState == .background ? "state background" : "state wrong")
  }
}

/// Sleeps, which an app on a test's thread cannot.
final class Sleeper {
  init() { Thread.sleep(forTimeInterval: 1) }
}
