import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("EHE-Pilot, second generation, on the phone")
struct EHEPilotSecondTests {
  private func rig(_ change: (inout TrackerSettings) -> Void = { _ in }) -> Rig {
    Rig(
      .ehePilotTwo {
        // Without a server nothing is sent.
        $0.endpoint = nil
        change(&$0)
      })
  }

  private func motion(_ rig: Rig, _ set: (inout MotionActivity) -> Void) {
    var activity = MotionActivity(confidence: .high, start: rig.system.now)
    set(&activity)
    rig.phone.report(activity)
  }

  @Test("Moving it follows closely, staying loosely, and at first as its settings say")
  func motion() {
    let rig = rig()
    rig.launch()
    let manager = rig.phone.location
    #expect(manager.desiredAccuracy == .best && manager.distanceFilterMeters == nil)
    motion(rig) { $0.stationary = true }
    #expect(manager.desiredAccuracy == .nearestTenMeters && manager.distanceFilterMeters == 100)
    motion(rig) { $0.automotive = true }
    #expect(manager.desiredAccuracy == .best && manager.distanceFilterMeters == 20)
    // At a traffic light the activity is still automotive.
    motion(rig) {
      $0.automotive = true
      $0.stationary = true
    }
    #expect(manager.distanceFilterMeters == 20)
    motion(rig) { $0.unknown = true }
    #expect(manager.distanceFilterMeters == 20)
  }

  @Test("The timer takes 120 s moving and 480 s staying, counted from its last fix")
  func intervals() {
    let rig = rig()
    rig.launch()
    motion(rig) { $0.walking = true }
    var times: [Double] = []
    func live(seconds: Int) {
      for _ in 0..<seconds {
        rig.deliver(rig.fix())
        rig.advance(seconds: 1)
      }
    }
    let start = rig.system.now
    live(seconds: 250)
    motion(rig) { $0.stationary = true }
    live(seconds: 500)
    motion(rig) { $0.cycling = true }
    live(seconds: 130)
    times = rig.witness.records.map { ($0.recordedAt - start).seconds.rounded() }
    // The last fix before the stop is at 240, and 720 is 480 later. The ride begins at 750, and 840
    // is 120 after 720.
    #expect(times == [120, 240, 720, 840])
  }

  @Test("Going to the background asks for a refresh and two processing tasks")
  func tasks() {
    let rig = rig()
    rig.launch()
    rig.enterBackground()
    let now = rig.system.now
    #expect(rig.system.requests.map(\.kind) == [.refresh, .processing, .processing])
    #expect(
      rig.system.requests.map(\.identifier) == [
        "com.EHE-Pilot.LocationUpdate", "com.EHE-Pilot.AuthRefresh",
        "com.EHE-Pilot.TimeOutdoorsUpdate",
      ])
    #expect(
      rig.system.requests.map(\.earliestBegin) == [
        now + .minutes(10), now + .hours(2), now + .hours(4),
      ])
    #expect(rig.system.requests.map(\.requiresNetworkConnectivity) == [false, true, true])
  }

  @Test("A task asks for its next run, and is completed")
  func runs() throws {
    let rig = rig()
    rig.launch(.backgroundTask)
    for name in ["com.EHE-Pilot.AuthRefresh", "com.EHE-Pilot.TimeOutdoorsUpdate"] {
      let task = try #require(rig.phone.runTask(name))
      #expect(task.outcome == true)
      #expect(rig.system.requests.last?.identifier == name)
    }
  }

  // MARK: Quirks

  @Test(
    "visitsOnly: no significant changes; a visit is a position of unknown accuracy at its arrival")
  func visitsOnly() {
    let rig = rig { $0.pilotQuirks.visitsOnly = true }
    rig.launch()
    rig.enterBackground()
    #expect(!rig.system.calls.contains("startSignificant"))
    #expect(rig.system.calls.contains("startVisits"))
    let arrival = rig.system.now - .minutes(7)
    for arrival in [arrival, .distantPast] {
      rig.tracker?.locationManager(
        rig.phone.location,
        didVisit: Visit(
          coordinate: Rig.origin, horizontalAccuracyMeters: 30, arrival: arrival,
          departure: .distantFuture))
    }
    #expect(rig.witness.records.map(\.kind) == [.location, .location])
    #expect(rig.witness.records.map(\.location.horizontalAccuracyMeters) == [-1, -1])
    #expect(rig.witness.records.map(\.location.timestamp) == [arrival, rig.system.now])
  }

  @Test("refreshSavesNothing: the task's fix is lost, and the task ends five seconds later")
  func refreshSavesNothing() throws {
    let rig = rig { $0.pilotQuirks.refreshSavesNothing = true }
    rig.launch(.backgroundTask)
    let task = try #require(rig.phone.runTask("com.EHE-Pilot.LocationUpdate"))
    rig.deliver(rig.fix())
    #expect(rig.witness.records.isEmpty && task.outcome == nil)
    rig.advance(seconds: 5)
    #expect(task.outcome == true)
    rig.deliver(rig.fix())
    #expect(rig.witness.records.map(\.source) == [.significantChange])
  }

  @Test("threeRefreshTasks: every request is for a refresh")
  func threeRefreshTasks() {
    let rig = rig { $0.pilotQuirks.threeRefreshTasks = true }
    rig.launch()
    rig.enterBackground()
    #expect(rig.system.requests.map(\.kind) == [.refresh, .refresh, .refresh])
  }

  @Test("intervalIgnored: 60 s and 10 min whatever is set")
  func intervalIgnored() {
    let rig = rig {
      $0.pilotQuirks.intervalIgnored = true
      $0.foregroundInterval = .seconds(20 as Int64)
      $0.backgroundInterval = .hours(3)
    }
    rig.launch()
    rig.deliver(rig.fix())
    rig.advance(seconds: 59)
    rig.deliver(rig.fix())
    #expect(rig.witness.records.isEmpty)
    rig.advance(seconds: 1)
    #expect(rig.witness.records.count == 1)
    rig.enterBackground()
    #expect(rig.system.requests[0].earliestBegin == rig.system.now + .minutes(10))
  }

  @Test("noValidityTest: a coarse old fix is saved")
  func noValidityTest() {
    let rig = rig { $0.pilotQuirks.noValidityTest = true }
    rig.launch()
    rig.deliver(rig.fix(accuracy: 2000, age: 500))
    rig.advance(seconds: 60)
    #expect(rig.witness.records.map(\.location.horizontalAccuracyMeters) == [2000])
  }

  @Test(
    "nightNotCarried: who slept elsewhere is away from the day's first record on, not from midnight"
  )
  func nightNotCarried() {
    for (quirk, minutes) in [(false, 8 * 60 + 30), (true, 30)] {
      let rig = rig { $0.pilotQuirks.nightNotCarried = quirk }
      rig.launch()
      rig.enterBackground()
      rig.deliver(rig.fix(north: 2000))  // 09:00
      rig.advance(seconds: 23 * 3600)  // 08:00 of the next day
      #expect(rig.tracker?.today?.timeAway == (quirk ? .zero : .hours(8)))
      rig.deliver(rig.fix(north: 2000))
      rig.advance(seconds: 1800)
      #expect(rig.tracker?.today?.timeAway == .minutes(Int64(minutes)))
    }
  }

  @Test("Home has a radius of 50 m to 500 m", arguments: [(49.0, false), (50, true), (501, false)])
  func homeRadius(_ given: (radius: Double, isTaken: Bool)) {
    let rig = rig { $0.homeCenter = nil }
    rig.launch()
    rig.tracker?.perform(
      UserAction(
        "setHome",
        parameters: ["latitude": "45.5", "longitude": "-122.6", "radius": "\(given.radius)"]))
    #expect((rig.tracker?.homeZone != nil) == given.isTaken)
    #expect(
      rig.system.values["home"]?.hasSuffix(" 2026-03-02T09:00:00Z") == (given.isTaken ? true : nil))
  }
}
