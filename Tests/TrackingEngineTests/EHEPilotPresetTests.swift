import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("EHE-Pilot, first generation, on the phone")
struct EHEPilotPresetTests {
  private let task = "com.EHE-Pilot.LocationUpdate"

  @Test("Opened, it registers its task and updates in the foreground alone")
  func atLaunch() {
    let rig = Rig(.ehePilot)
    rig.launch()
    #expect(rig.system.takeCalls() == ["register \(task)", "startUpdating", "stopSignificant"])
    #expect(!rig.phone.location.allowsBackgroundLocationUpdates)
    #expect(rig.store.queuedKinds.isEmpty)
  }

  @Test("In the background significant changes and a refresh task take over, and back again")
  func background() throws {
    let rig = Rig(.ehePilot)
    rig.launch()
    _ = rig.system.takeCalls()
    rig.enterBackground()
    #expect(rig.system.takeCalls() == ["stopUpdating", "startSignificant", "submit refresh"])
    let request = try #require(rig.system.requests.first)
    #expect(request.earliestBegin == rig.system.now + .minutes(10))
    #expect(rig.phone.timers.pendingCount == 0)
    rig.enterForeground()
    #expect(rig.system.takeCalls() == ["startUpdating", "stopSignificant"])
  }

  @Test("The timer records one fix a minute; deliveries by themselves are not records")
  func foregroundTimer() {
    let rig = Rig(.ehePilot)
    rig.launch()
    for second in 0..<150 {
      rig.deliver(rig.fix(north: Double(second)))
      rig.advance(seconds: 1)
    }
    // Records are made at 60 and 120 s, with the fix of one second before.
    #expect(rig.witness.records.map(\.source) == [.timer, .timer])
    #expect(Set(rig.witness.discards) == ["foregroundTimer"])
    #expect(
      rig.witness.records[0].recordedAt - rig.witness.records[0].location.timestamp
        == .seconds(1 as Int64))
  }

  @Test(
    "A fix that is too old or too coarse is not saved; one is asked for, and the next good one is",
    arguments: [(accuracy: 101.0, age: 0.0), (accuracy: 20.0, age: 11.0), (accuracy: 0, age: 0)])
  func validity(_ bad: (accuracy: Double, age: Double)) {
    let rig = Rig(.ehePilot)
    rig.launch()
    rig.advance(seconds: 59)
    rig.deliver(rig.fix(accuracy: bad.accuracy, age: bad.age))
    rig.advance(seconds: 1)
    #expect(rig.witness.records.isEmpty)
    #expect(rig.system.calls.last == "requestLocation")
    rig.deliver(rig.fix(accuracy: bad.accuracy, age: bad.age))
    #expect(rig.witness.records.isEmpty)
    rig.deliver(rig.fix(accuracy: 100, age: 10))
    rig.deliver(rig.fix(accuracy: 30))
    #expect(rig.witness.records.map(\.location.horizontalAccuracyMeters) == [100])
  }

  @Test("Significant changes of any accuracy are recorded, after a relaunch too")
  func significantChanges() {
    let rig = Rig(.ehePilot)
    rig.launch()
    rig.enterBackground()
    rig.deliver(rig.fix(accuracy: 1500))
    rig.kill()
    rig.launch(.significantChange)
    rig.advance(seconds: 60)
    rig.deliver(rig.fix(north: 900, accuracy: 3000))
    #expect(rig.witness.records.map(\.source) == [.significantChange, .significantChange])
    #expect(!rig.system.calls.suffix(4).contains("startUpdating"))
  }

  @Test("The refresh task asks for its next run, records one fix and completes")
  func refreshTask() throws {
    let rig = Rig(.ehePilot)
    rig.launch()
    rig.enterBackground()
    rig.kill()
    rig.launch(.backgroundTask)
    _ = rig.system.takeCalls()
    let run = try #require(rig.phone.runTask(task))
    #expect(rig.system.takeCalls() == ["submit refresh", "requestLocation"])
    #expect(run.outcome == nil)
    rig.deliver(rig.fix(accuracy: 65))
    #expect(run.outcome == true)
    #expect(rig.witness.records.map(\.source) == [.refresh])
    rig.advance(seconds: 5)
    rig.deliver(rig.fix(north: 700))
    #expect(rig.witness.records.map(\.source) == [.refresh, .significantChange])
  }

  @Test("A refresh task without a fix ends unsuccessfully, by error or when its time is over")
  func refreshTaskFails() throws {
    let rig = Rig(.ehePilot)
    rig.launch(.backgroundTask)
    let first = try #require(rig.phone.runTask(task))
    rig.tracker?.locationManager(rig.phone.location, didFail: .locationUnknown)
    #expect(first.outcome == false)
    let second = try #require(rig.phone.runTask(task))
    second.expirationHandler?()
    #expect(second.outcome == false)
    #expect(rig.witness.records.isEmpty)
  }

  @Test("Time away today survives a kill and leaves yesterday out")
  func timeAway() {
    let rig = Rig(.ehePilot)
    rig.launch()
    rig.enterBackground()
    rig.deliver(rig.fix(north: 0))
    rig.advance(seconds: 3600)
    rig.deliver(rig.fix(north: 2000))  // away from 10:00
    rig.kill()
    rig.launch(.significantChange)
    rig.advance(seconds: 1800)
    #expect(rig.tracker?.today?.timeAway == .minutes(30))
    #expect(rig.tracker?.today?.isAway == true)
    rig.advance(seconds: 14 * 3600)  // 00:30 of the next day, still away
    #expect(rig.tracker?.today?.timeAway == .minutes(30))
    rig.deliver(rig.fix(north: 20))
    rig.advance(seconds: 3600)
    #expect(rig.tracker?.today?.timeAway == .minutes(30))
    #expect(rig.tracker?.today?.isAway == false)
  }

  @Test("A home set by the person counts for later records, and outlives a kill")
  func setHome() {
    let rig = Rig(.ehePilot)
    rig.launch()
    rig.enterBackground()
    rig.deliver(rig.fix(north: 1000))
    let moved = Rig.place(north: 1000)
    rig.tracker?.perform(
      UserAction(
        "setHome",
        parameters: ["latitude": "\(moved.latitude)", "longitude": "\(moved.longitude)"]))
    rig.kill()
    rig.launch(.significantChange)
    rig.advance(seconds: 60)
    rig.deliver(rig.fix(north: 1050))
    #expect(rig.witness.records.map(\.home?.isHome) == [false, true])
    #expect(abs((rig.witness.records[1].home?.distanceMeters ?? 0) - 50) < 0.1)
    #expect(rig.tracker?.home?.zone.radiusMeters == 100)
    #expect(rig.tracker?.home?.setAt != nil)
  }

  @Test("A home of the settings has no time at which it was set")
  func homeOfSettings() {
    let rig = Rig(.ehePilot)
    rig.launch()
    #expect(rig.tracker?.home != nil)
    #expect(rig.tracker?.home?.setAt == nil)
  }

  @Test("The statistics of today count records, and time outdoors up to the newest")
  func today() {
    let rig = Rig(.ehePilot)
    rig.launch()
    rig.enterBackground()
    rig.deliver(rig.fix(north: 2000))  // outdoors from now: 5 m accurate and away
    rig.advance(seconds: 1800)
    #expect(rig.tracker?.today?.recordCount == 1)
    #expect(rig.tracker?.today?.timeOutdoors == .zero)
    rig.deliver(rig.fix(north: 0))
    #expect(rig.tracker?.today?.recordCount == 2)
    #expect(rig.tracker?.today?.timeOutdoors == .minutes(30))
    rig.kill()
    rig.launch(.significantChange)
    #expect(rig.tracker?.today?.recordCount == 2)
    rig.advance(seconds: 16 * 3600)  // 01:30 of the next day
    #expect(rig.tracker?.today?.recordCount == 0)
  }

  @Test("Without a home, home fields are empty")
  func noHome() {
    var configuration = TrackerConfiguration.ehePilot
    configuration.settings.homeCenter = nil
    let rig = Rig(configuration)
    rig.launch(.significantChange)
    rig.deliver(rig.fix())
    #expect(rig.witness.records.map(\.home) == [nil])
    #expect(rig.tracker?.today?.isAway == nil)
  }
}
