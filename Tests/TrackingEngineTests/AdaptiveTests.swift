import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Tracking that adapts")
struct AdaptiveTests {
  private func rig(_ change: (inout TrackerSettings) -> Void = { _ in }) -> Rig {
    var settings = TrackerSettings()
    settings.trackingMode = .significant
    settings.desiredAccuracy = .best
    settings.pace.footFixSpacingMeters = 60
    settings.resumeGeofenceRadiusMeters = 150
    settings.sendInterval = nil
    change(&settings)
    let rig = Rig(
      TrackerConfiguration(
        name: "adaptive",
        manifest: AppManifest(name: "adaptive", backgroundModes: [.location, .fetch]),
        behaviors: [
          .liveUpdates, .spacedFixes, .restMarks, .significantChanges, .pauseAndResumeWithGeofence,
        ], settings: settings))
    rig.system.hasSessions = true
    return rig
  }

  private func move(_ rig: Rig, _ change: (inout MotionActivity) -> Void) {
    var activity = MotionActivity(confidence: .high, start: rig.system.now)
    change(&activity)
    rig.phone.report(activity)
  }

  private func walker(north: Double, _ rig: Rig, accuracy: Double = 5) -> Location {
    var fix = rig.fix(north: north, accuracy: accuracy)
    fix.speedMetersPerSecond = 1.5
    return fix
  }

  private func live(_ rig: Rig, _ location: Location?, isStationary: Bool = false) {
    if let tracker = rig.tracker {
      tracker.locationManager(
        rig.phone.location,
        didReceiveLiveUpdate: LiveUpdate(location: location, isStationary: isStationary))
    }
  }

  private func wheres(_ rig: Rig) -> [Double] {
    rig.witness.records.map {
      ($0.location.coordinate.distanceMeters(to: Rig.origin)).rounded()
    }
  }

  // MARK: Live updates

  @Test("Live updates are asked for at every launch, and each is a record")
  func liveUpdates() {
    let rig = rig()
    for _ in 1...2 {
      rig.launch()
      #expect(Array(rig.system.sessions.values) == ["live default"])
      live(rig, rig.fix(north: 10))
      rig.kill()
      rig.system.sessions = [:]
    }
    #expect(rig.witness.records.count == 2)
    #expect(rig.witness.records.allSatisfy { $0.source == .standard })
  }

  @Test(
    "An app with While Using asks for a session that has it in use, and ends all of it with tracking"
  )
  func whileUsing() {
    let rig = rig()
    rig.system.authorization = .whenInUse
    rig.launch()
    #expect(rig.system.sessions.values.sorted() == ["activity", "live default"])
    rig.tracker?.perform(UserAction("stopTracking"))
    #expect(rig.system.sessions.isEmpty)
    live(rig, rig.fix())
    #expect(rig.witness.records.isEmpty)
  }

  @Test("A phone without live updates has standard ones, which rest while the person stays")
  func before() {
    let rig = rig()
    rig.system.hasSessions = false
    rig.launch()
    #expect(rig.system.calls.contains("startUpdating"))
    rig.deliver(rig.fix(north: 10))
    move(rig) { $0.stationary = true }
    #expect(rig.phone.location.desiredAccuracy == .best)
    rig.advance(seconds: 20)
    rig.deliver(rig.fix(north: 15))
    #expect(rig.phone.location.desiredAccuracy == .threeKilometers)
    rig.deliver(rig.fix(north: 20, accuracy: 1400))
    rig.advance(seconds: 60)
    move(rig) { $0.automotive = true }
    #expect(rig.phone.location.desiredAccuracy == .best)
    rig.deliver(rig.fix(north: 30))
    #expect(wheres(rig) == [10, 15, 30])
  }

  @Test("A position elsewhere ends the rest before motion does")
  func elsewhere() {
    let rig = rig()
    rig.system.hasSessions = false
    rig.launch()
    move(rig) { $0.stationary = true }
    rig.deliver(rig.fix(north: 10))
    // A fix 300 m off with an accuracy of 250 m may be the same place; one 1000 m off is not.
    rig.deliver(rig.fix(north: 300, accuracy: 250))
    #expect(rig.phone.location.desiredAccuracy == .threeKilometers)
    rig.deliver(rig.fix(north: 1000, accuracy: 250))
    #expect(rig.phone.location.desiredAccuracy == .best)
  }

  // MARK: Fixes by distance

  @Test("On foot there is a fix, then rest for as long as 60 m take, then the next")
  func onFoot() {
    let rig = rig()
    rig.launch()
    move(rig) { $0.walking = true }
    // Standard updates take over before live ones end.
    #expect(rig.system.sessions.isEmpty && rig.phone.location.desiredAccuracy == .best)
    rig.deliver(walker(north: 0, rig, accuracy: 65))
    rig.deliver(walker(north: 1, rig))
    #expect(wheres(rig) == [1] && rig.phone.location.desiredAccuracy == .threeKilometers)
    // 60 m take 40 s at 1.5 m/s.
    rig.advance(seconds: 39)
    #expect(rig.phone.location.desiredAccuracy == .threeKilometers)
    rig.advance(seconds: 1)
    #expect(rig.phone.location.desiredAccuracy == .best)
    rig.deliver(walker(north: 61, rig))
    #expect(wheres(rig) == [1, 61])
  }

  @Test("What comes between fixes is no record, and an old fix does not end the search")
  func between() {
    let rig = rig()
    rig.launch()
    move(rig) { $0.walking = true }
    rig.deliver(walker(north: 1, rig))
    rig.deliver(rig.fix(north: 20, accuracy: 1400))
    rig.advance(seconds: 40)
    rig.deliver(rig.fix(north: 2, age: 30))
    #expect(wheres(rig) == [1])
  }

  @Test("Without a good fix the best of 30 s has to do, and without any the next is tried")
  func poorSky() {
    let rig = rig()
    rig.launch()
    move(rig) { $0.walking = true }
    rig.deliver(rig.fix(north: 5, accuracy: 65))
    rig.deliver(rig.fix(north: 6, accuracy: 50))
    rig.deliver(rig.fix(north: 7, accuracy: 80))
    rig.advance(seconds: 30)
    #expect(wheres(rig) == [6])
    // Without a speed a walker's 1.4 m/s or somewhat less is assumed: 60 m take at most 61.3 s.
    // Then 30 s pass without a fix.
    rig.advance(seconds: 62)
    #expect(rig.phone.location.desiredAccuracy == .best)
    rig.advance(seconds: 31)
    #expect(rig.phone.location.desiredAccuracy == .threeKilometers)
    #expect(wheres(rig) == [6])
  }

  @Test("In a vehicle live updates go on, unless it too is to have its fixes by the distance")
  func riding() {
    for spacing in [nil, 300.0] {
      let rig = rig { $0.pace.rideFixSpacingMeters = spacing }
      rig.launch()
      move(rig) { $0.walking = true }
      move(rig) { $0.automotive = true }
      #expect(rig.system.sessions.isEmpty == (spacing != nil))
      var fix = rig.fix(north: 10)
      fix.speedMetersPerSecond = 15
      rig.deliver(fix)
      // 300 m take 20 s at 15 m/s, so positioning rests for 20 s.
      #expect(
        rig.phone.location.desiredAccuracy == (spacing == nil ? .best : .threeKilometers))
      rig.advance(seconds: 20)
      #expect(rig.phone.location.desiredAccuracy == .best)
    }
  }

  @Test("Where the next fix would be due at once, positioning does not rest")
  func fast() {
    let rig = rig { $0.pace.rideFixSpacingMeters = 100 }
    rig.launch()
    move(rig) { $0.automotive = true }
    var fix = rig.fix(north: 10)
    // 100 m take 6.7 s at 15 m/s, less than the 8 s from which a rest is worthwhile.
    fix.speedMetersPerSecond = 15
    rig.deliver(fix)
    #expect(rig.phone.location.desiredAccuracy == .best)
  }

  // MARK: Rest

  @Test("A place of rest is recorded when updates pause, and dated back when the person has left")
  func marks() {
    let rig = rig()
    rig.launch()
    live(rig, rig.fix(north: 0))
    rig.advance(seconds: 600)
    live(rig, nil, isStationary: true)
    #expect(rig.system.regions.map(\.radiusMeters) == [150])
    rig.advance(seconds: 3600)
    var first = rig.fix(north: 200)
    first.speedMetersPerSecond = 10
    live(rig, first)
    rig.advance(seconds: 1)
    live(rig, rig.fix(north: 210))
    #expect(wheres(rig) == [0, 0, 200, 0, 210])
    let times = rig.witness.records.map {
      ($0.location.timestamp - rig.system.now).seconds.rounded()
    }
    // The user left 200 m ÷ 10 m/s = 20 s before the first fix.
    #expect(times == [-4201, -3601, -1, -21, 0])
  }

  @Test(
    "A kill at rest leaves the place remembered; from too far away, no departure is recorded")
  func killedAtRest() {
    for (north, expected) in [(200.0, [0.0, 0, 200, 0]), (5000, [0, 0, 5000])] {
      let rig = rig()
      rig.launch()
      live(rig, rig.fix(north: 0))
      live(rig, nil, isStationary: true)
      rig.advance(seconds: 3600)
      rig.kill()
      rig.launch(.region)
      live(rig, rig.fix(north: north))
      #expect(wheres(rig) == expected)
      #expect(rig.system.values["restingPlace"] == nil)
    }
  }
}
