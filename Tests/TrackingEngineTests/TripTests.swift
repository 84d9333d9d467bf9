import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Trips")
struct TripTests {
  private func rig(_ change: (inout TrackerSettings) -> Void = { _ in }) -> Rig {
    let rig = Rig(
      .overland {
        $0.sendInterval = nil
        change(&$0)
      })
    rig.launch()
    return rig
  }

  private func start(_ rig: Rig, mode: String? = nil) {
    rig.tracker?.perform(
      UserAction("startTrip", parameters: mode.map { ["mode": $0] } ?? [:]))
  }

  private func stop(_ rig: Rig) { rig.tracker?.perform(UserAction("stopTrip")) }

  /// Delivers a fix every ten meters northward, one a second.
  private func ride(_ rig: Rig, from: Int = 0, fixes: Int) {
    for index in from..<(from + fixes) {
      rig.advance(seconds: 1)
      rig.deliver(rig.fix(north: Double(10 * index)))
    }
  }

  private func summary(_ rig: Rig) throws -> TripSummary {
    let record = try #require(rig.witness.records.last { $0.kind == .trip })
    let details = try #require(try rig.store.details(of: record.identifier))
    return try #require(TripSummary(json: details))
  }

  @Test("A trip has its own settings while it lasts, and standard updates in any tracking mode")
  func settings() {
    for mode in TrackingMode.allCases {
      let rig = rig {
        $0.trackingMode = mode
        $0.trip.desiredAccuracy = .best
        $0.trip.activityType = .fitness
        $0.trip.minimumDistanceMeters = 15
        $0.trip.preventsScreenLock = true
      }
      let manager = rig.phone.location
      _ = rig.system.takeCalls()
      start(rig)
      #expect(manager.desiredAccuracy == .best && manager.activityType == .fitness)
      #expect(manager.showsBackgroundLocationIndicator)
      #expect(rig.phone.application.isIdleTimerDisabled)
      #expect(rig.system.calls.contains("startUpdating"))
      ride(rig, fixes: 4)
      // The fixes at 0 and 20 m are recorded; those at 10 and 30 m are too close.
      #expect(rig.witness.records.count == 2)
      _ = rig.system.takeCalls()
      stop(rig)
      #expect(manager.desiredAccuracy == .hundredMeters && manager.activityType == .other)
      #expect(!manager.showsBackgroundLocationIndicator)
      #expect(!rig.phone.application.isIdleTimerDisabled)
      #expect(rig.system.calls.contains("stopUpdating") == !mode.usesStandardUpdates)
    }
  }

  @Test("A trip's record tells mode, ends, length and steps once the phone has counted them")
  func record() throws {
    let rig = rig()
    rig.system.steps = 123
    start(rig, mode: "train")
    ride(rig, fixes: 11)
    rig.advance(seconds: 5)
    stop(rig)
    #expect(!rig.witness.records.contains { $0.kind == .trip })
    rig.phone.steps.answer()
    let trip = try summary(rig)
    #expect(trip.mode == .train && trip.steps == 123 && !trip.stoppedAutomatically)
    #expect(abs(trip.distanceMeters - 100) < 0.1)
    #expect(trip.end.map { $0 - trip.start } == .seconds(16 as Int64))
    #expect(trip.startLocation?.coordinate == Rig.place(north: 0))
    #expect(trip.lastLocation?.coordinate == Rig.place(north: 100))
    stop(rig)
    #expect(rig.witness.records.count { $0.kind == .trip } == 1)
  }

  @Test("Fixes from before the trip, imprecise ones and late ones add no distance")
  func whatCounts() throws {
    let rig = rig()
    start(rig)
    rig.deliver(rig.fix(north: 5000, age: 60))
    rig.advance(seconds: 1)
    rig.deliver(rig.fix(north: 0, accuracy: 200))
    rig.advance(seconds: 1)
    rig.deliver(rig.fix(north: 900, accuracy: 201))
    rig.advance(seconds: 1)
    rig.deliver(rig.fix(north: 10))
    rig.deliver(rig.fix(north: 700, age: 1))
    stop(rig)
    let trip = try summary(rig)
    #expect(abs(trip.distanceMeters - 10) < 0.1 && trip.steps == nil)
    #expect(trip.startLocation?.coordinate == Rig.place(north: 0))
  }

  @Test("Position records of a trip name it, those before and after do not")
  func tripOfRecords() throws {
    let rig = rig()
    ride(rig, fixes: 1)
    start(rig)
    ride(rig, fixes: 2)
    stop(rig)
    ride(rig, fixes: 1)
    let details = try rig.store.details(of: rig.witness.records)
    #expect(
      rig.witness.records.filter(\.isLocation).map { details[$0.identifier] } == [
        nil, #"{"trip_id":"2026-03-02T09:00:01Z"}"#, #"{"trip_id":"2026-03-02T09:00:01Z"}"#, nil,
      ])
  }

  @Test("A fix that updates begin with is not recorded again because a trip has begun or ended")
  func redelivered() {
    let rig = rig()
    let fix = rig.fix()
    rig.deliver(fix)
    start(rig)
    rig.deliver(fix)
    stop(rig)
    rig.deliver(fix)
    #expect(rig.witness.records.count { $0.isLocation } == 1)
    #expect(rig.witness.discards == ["redelivered", "redelivered"])
  }

  @Test("A trip goes on after a kill, at any of its fixes")
  func kill() throws {
    for killed in 0..<6 {
      let rig = rig()
      start(rig, mode: "bus")
      ride(rig, fixes: killed)
      rig.kill()
      rig.launch(.significantChange)
      #expect(rig.phone.location.showsBackgroundLocationIndicator)
      ride(rig, from: killed, fixes: 6 - killed)
      stop(rig)
      let trip = try summary(rig)
      #expect(trip.mode == .bus && abs(trip.distanceMeters - 50) < 0.1)
      #expect(trip.startLocation?.coordinate == Rig.place(north: 0))
    }
  }

  @Test("A trip that ended is recorded once if the app is killed before its steps are known")
  func killWhileCounting() throws {
    let rig = rig()
    rig.system.steps = 7
    start(rig)
    ride(rig, fixes: 3)
    stop(rig)
    rig.kill()
    for _ in 0..<2 {
      rig.launch()
      rig.phone.steps.answer()
      #expect(rig.witness.records.count { $0.kind == .trip } == 1)
      rig.kill()
    }
    #expect(try summary(rig).steps == 7)
  }

  @Test("A pause by the phone ends the trip, and says so")
  func pause() throws {
    let rig = rig()
    start(rig)
    ride(rig, fixes: 2)
    rig.tracker?.locationManagerDidPauseLocationUpdates(rig.phone.location)
    #expect(try summary(rig).stoppedAutomatically)
    #expect(!rig.phone.location.showsBackgroundLocationIndicator)
  }

  @Test("A trip turns tracking on, and off again at its end if it was off before")
  func tracking() {
    for wasOn in [true, false] {
      let rig = rig()
      if !wasOn { rig.tracker?.perform(UserAction("stopTracking")) }
      start(rig)
      #expect(rig.tracker?.isTracking == true)
      ride(rig, fixes: 2)
      stop(rig)
      #expect(rig.tracker?.isTracking == wasOn)
      #expect(rig.witness.records.count { $0.kind == .trip } == 1)
    }
  }

  @Test("Switching tracking off ends the trip, whose record has the battery level of that time")
  func trackingOff() {
    let rig = rig()
    start(rig)
    ride(rig, fixes: 2)
    rig.system.batteryLevel = 0.5
    rig.advance(seconds: 7200)
    rig.tracker?.perform(UserAction("stopTracking"))
    let trips = rig.witness.records.filter { $0.kind == .trip }
    #expect(trips.map(\.surroundings.batteryLevel) == [0.5])
    #expect(rig.tracker?.isTracking == false)
  }

  @Test("A trip's begin and end send what waits, the trip in progress and then its record")
  func sending() {
    let rig = rig { $0.sendInterval = .minutes(30) }
    rig.deliver(rig.fix())
    rig.phone.web.answer()
    ride(rig, fixes: 1)
    start(rig)
    #expect(rig.phone.web.requests.count == 2)
    rig.phone.web.answer()
    ride(rig, fixes: 2)
    stop(rig)
    let bodies = rig.phone.web.requests.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies.count == 3)
    #expect(!bodies[0].contains(#""trip":"#))
    #expect(
      bodies[1].contains(
        #""trip":{"mode":"bicycle","start":"2026-03-02T09:00:01Z","distance":0,"#
          + #""start_location":null,"current_location":{"type":"Feature","#))
    #expect(bodies[2].contains(#""type":"trip","mode":"bicycle","start":"2026-03-02T09:00:01Z","#))
    #expect(bodies[2].contains(#""trip_id":"2026-03-02T09:00:01Z""#))
  }

  @Test("A user who stays somewhere during a trip is asked, and a tap ends the trip")
  func question() {
    for notifies in [true, false] {
      let rig = rig {
        $0.overland.notifies = notifies
        $0.visitTracking = true
      }
      start(rig)
      ride(rig, fixes: 2)
      rig.tracker?.locationManager(rig.phone.location, didVisit: .ofOrigin)
      let asked = rig.system.notifications.filter { $0.identifier == "end-trip" }
      #expect(asked.count == (notifies ? 1 : 0))
      rig.phone.shown.onResponse?("end-trip", "")
      #expect(rig.witness.records.contains { $0.kind == .trip })
      #expect(!rig.system.notifications.contains { $0.identifier == "end-trip" })
    }
  }

  @Test("As shipped a trip records nothing while tracking mode is off")
  func offDropsTrips() throws {
    for isQuirk in [true, false] {
      let rig = rig {
        $0.trackingMode = .off
        $0.overland.offDropsTrips = isQuirk
      }
      start(rig)
      #expect(rig.system.calls.contains("startUpdating"))
      ride(rig, fixes: 3)
      stop(rig)
      #expect(rig.witness.records.count { $0.isLocation } == (isQuirk ? 0 : 3))
      #expect(abs(try summary(rig).distanceMeters - (isQuirk ? 0 : 20)) < 0.1)
    }
  }

  @Test("An unknown way of traveling is noted, and the usual one used")
  func unknownMode() throws {
    let rig = rig { $0.trip.mode = .sleigh }
    start(rig, mode: "teleport")
    stop(rig)
    #expect(try summary(rig).mode == .sleigh)
    #expect(rig.system.notes.contains { $0.hasPrefix("trips: has no such mode") })
  }

  @Test("The everyday settings can change during a trip, and hold after it")
  func changeMeanwhile() {
    let rig = rig()
    start(rig)
    rig.tracker?.changeSettings(["desiredAccuracy": "kilometer", "tripDesiredAccuracy": "best"])
    #expect(rig.phone.location.desiredAccuracy == .best)
    stop(rig)
    #expect(rig.phone.location.desiredAccuracy == .kilometer)
  }

  @Test("A store that cannot be written keeps the trip's record for later")
  func storeTrouble() throws {
    let rig = rig()
    start(rig)
    ride(rig, fixes: 2)
    rig.kill()
    let whole = rig.store
    rig.store = RefusingStore()
    rig.launch()
    stop(rig)
    #expect(!rig.witness.records.contains { $0.kind == .trip })
    rig.kill()
    rig.store = whole
    rig.launch()
    #expect(abs(try summary(rig).distanceMeters - 10) < 0.1)
  }
}
