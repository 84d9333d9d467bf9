import Geodesy
import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone
@testable import LiveTracking
@testable import TrackingEngine

/// The real engine on a live phone whose time passes at once, with the services of the machine.
@Suite("What the presets do with a live phone's services")
struct LiveServiceTests {
  private let folder = TemporaryFolder()
  private let time = HurriedTime()
  private let notifier = WitnessedNotifier()
  private let receiver = ScriptedReceiver()
  private let counter = RecordCounter()
  /// A machine that is connected to a network by a cable.
  private let tree = MachineTree([
    "proc/net/route":
      "Iface Destination Gateway Flags RefCnt Use Metric Mask\n"
      + "eth0 00000000 0102A8C0 0003 0 0 100 00000000",
    "sys/class/net/eth0/operstate": "up",
  ])

  private func tracker(
    _ preset: String, change: (inout TrackerSettings) -> Void = { _ in }
  ) throws -> LiveTracker {
    try LiveTracker(
      in: folder.path, endpoint: "http://127.0.0.1:9/", token: nil, preset: preset,
      receiver: receiver, notifier: notifier, machine: Machine(root: tree.root, time: time),
      observer: counter,
      change: {
        $0.sendInterval = .hours(100)
        change(&$0)
      })
  }

  /// Delivers fixes, one each `step`, at a distance north of home that may grow.
  private func deliver(
    _ count: Int, to tracker: LiveTracker, each step: TimeSpan = .seconds(10 as Int64),
    from start: Double = 0, metersPerFix: Double = 0, accuracy: Double = 5
  ) {
    for number in 0..<count {
      var report = ScriptedReceiver.report(
        0, north: start + Double(number) * metersPerFix, accuracy: accuracy)
      report.time = tracker.phone.clock.now
      receiver.say(.position(report))
      tracker.run(for: step)
    }
  }

  private func words(_ tracker: LiveTracker, hasFix: Bool = true) -> String {
    var status = LiveStatusTests.ride()
    status.tally = counter.tally(with: tracker.phone.undelivered)
    if !hasFix { status.receiver.fix = nil }
    return status.recordedWords
  }

  @Test("Overland notifies when updates pause, and ten minutes after the last position")
  func overland() throws {
    let tracker = try tracker("overland-high-resolution") {
      $0.overland.notifies = true
      $0.pausesAutomatically = true
    }
    // 15 min at rest pause the updates: 90 fixes at 10 s.
    deliver(90, to: tracker)
    #expect(notifier.shown.isEmpty)
    deliver(2, to: tracker)
    #expect(notifier.shown == ["Location updates are paused"])
    // The newest reminder was set at most a minute before the pause.
    tracker.run(for: .minutes(8))
    #expect(notifier.shown.count == 1)
    tracker.run(for: .minutes(3))
    #expect(notifier.shown.last == "Tracking has stopped: No position for 10 minutes.")
  }

  @Test("Drives postpones its dead-man notification while it runs, and leaves it when it is killed")
  func deadMan() throws {
    let tracker = try tracker("drives")
    tracker.run(for: .minutes(30))
    #expect(notifier.shown.isEmpty && notifier.pendingCount > 10)
    let pending = try #require(tracker.phone.notifications.pending.first)
    #expect(pending.title == "Drives has stopped")
    tracker.kill()
    time.pass(.minutes(4))
    let container = try LiveContainer(path: folder.path) { _ in }
    let left = PendingNotification.list(from: container.value(forKey: PendingNotification.key))
    #expect(left.map(\.title) == ["Drives has stopped"])
    #expect(try #require(left.first?.due) < time.wallClock)
  }

  @Test("Continuous-Location notifies of a check-out, two seconds later")
  func checkOut() throws {
    let tracker = try tracker("continuous-location")
    deliver(3, to: tracker)
    // 100 m are outside the fence of 50 m; after 20 s there the phone reports the exit.
    deliver(3, to: tracker, from: 100)
    tracker.run(for: .seconds(3 as Int64))
    #expect(notifier.shown.count == 1)
    #expect(notifier.shown.first?.hasPrefix("check out: Monday, 02/03/2026 12:") == true)
  }

  @Test("EHE-Pilot computes the time outdoors by its background task, after midnight")
  func timeOutdoors() throws {
    let tracker = try tracker("ehe-pilot-2")
    tracker.tracker.perform(
      UserAction(
        "setHome", parameters: ["latitude": "45", "longitude": "8", "radius": "100"]))
    // Half an hour away from home under an open sky, then at home.
    deliver(30, to: tracker, each: .minutes(1), from: 1000, metersPerFix: 30)
    deliver(3, to: tracker, each: .minutes(1))
    func outdoors() throws -> [Record] {
      let day = time.wallClock - .days(3)..<time.wallClock + .days(3)
      return try tracker.store.records(in: day).filter {
        if case .timeOutdoors = $0.kind { true } else { false }
      }
    }
    // The machine's time is 12:50. The task is due each four hours.
    tracker.run(for: .hours(10))
    #expect(try outdoors().isEmpty)
    tracker.run(for: .hours(6))
    let records = try outdoors()
    #expect(records.count == 1)
    // 2026-03-02 is day 20514.
    #expect(records.first?.kind == .timeOutdoors(daysSince1970: 20_514))
    #expect(tracker.phone.backgroundTasks.pendingRequests.count == 1)
  }

  // MARK: Fixes that did not become records

  @Test("Before the first record the display says what it waits for")
  func waiting() throws {
    let tracker = try tracker("drives")
    #expect(words(tracker, hasFix: false) == "no position yet, waiting for the first fix")
    deliver(3, to: tracker, metersPerFix: 10)
    #expect(
      words(tracker)
        == "no position yet, waiting for a drive; 3 held back: no drive in progress")
  }

  @Test("Fixes that the tracker dropped are counted by their reason")
  func filtered() throws {
    let tracker = try tracker("overland-high-resolution") {
      $0.minimumDistanceMeters = 50
      $0.minimumInterval = .seconds(30 as Int64)
    }
    // At 30 m a fix, every second one is 60 m from the last record but only 20 s later; the one
    // after it is 90 m and 30 s away. So one in three is kept: of ten fixes the four at 0, 3, 6 and
    // 9.
    deliver(10, to: tracker, metersPerFix: 30)
    #expect(
      words(tracker)
        == "4 positions; 6 held back: 3 too close to the last record (minimumDistance), "
        + "3 too soon after the last record (minimumInterval); the last: "
        + "too soon after the last record (minimumInterval)")
  }

  @Test("Fixes that the phone did not deliver are counted too")
  func undelivered() throws {
    let tracker = try tracker("overland-high-resolution") { $0.distanceFilterMeters = 100 }
    deliver(6, to: tracker, metersPerFix: 30)
    // The fixes at 0 m and 120 m pass.
    #expect(
      words(tracker) == "2 positions; 4 held back: too close to the last fix (distanceFilter)")
    tracker.tracker.perform(UserAction("stopTracking"))
    deliver(1, to: tracker, from: 5000)
    #expect(counter.tally(with: tracker.phone.undelivered).newest == .notRequested)
  }
}
