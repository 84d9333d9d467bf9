import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Drives")
struct DrivesTests {
  private func rig(_ change: (inout TrackerSettings) -> Void = { _ in }) -> Rig {
    Rig(.drives(change))
  }

  private func move(_ rig: Rig, _ states: MotionStates...) {
    for states in states {
      var activity = MotionActivity(confidence: .high, start: rig.system.now)
      activity.automotive = states.contains(.automotive)
      activity.stationary = states.contains(.stationary)
      activity.walking = states.contains(.walking)
      activity.running = states.contains(.running)
      rig.phone.report(activity)
    }
  }

  /// Drives from `from` to `meters` north, 20 m a second.
  private func drive(_ rig: Rig, meters: Int, from: Int = 0) {
    rig.phone.location.location = rig.fix(north: Double(from))
    move(rig, .automotive)
    for north in stride(from: from + 20, through: meters, by: 20) {
      rig.advance(seconds: 1)
      rig.phone.location.location = rig.fix(north: Double(north))
      rig.deliver(rig.fix(north: Double(north)))
    }
  }

  private func drives(_ rig: Rig) throws -> [String] {
    try rig.witness.records.filter { $0.kind == .drive }.map {
      try rig.store.details(of: $0.identifier) ?? ""
    }
  }

  // MARK: Records

  @Test("Fixes in drives are recorded and no others; the drive itself is a record with its details")
  func records() throws {
    let rig = rig()
    rig.launch()
    rig.deliver(rig.fix())
    #expect(rig.witness.records.isEmpty && rig.witness.discards == ["noDrive"])
    drive(rig, meters: 200)
    move(rig, .walking)
    rig.deliver(rig.fix(north: 220))
    let kinds = rig.witness.records.map(\.kind)
    #expect(kinds == Array(repeating: .location, count: 11) + [.drive])
    let texts = try drives(rig)
    #expect(
      texts == [
        #"{"distanceMeters":200,"durationSeconds":10,"end":"2026-03-02T09:00:10.000Z","#
          + #""endPlace":"45.5018, -122.6","isBusiness":true,"points":11,"#
          + #""start":"2026-03-02T09:00:00.000Z","startPlace":"45.5, -122.6"}"#
      ])
    #expect(rig.system.values["driveInProgress"] == nil)
  }

  @Test("Places have the names that the phone knows; a kill before it tells them loses no drive")
  func names() throws {
    for isKilled in [false, true] {
      let rig = rig()
      rig.launch()
      rig.phone.names.isFitted = true
      drive(rig, meters: 200)
      move(rig, .stationary)
      #expect(try drives(rig).isEmpty)
      rig.phone.names.answer("home")
      if isKilled {
        rig.kill()
        rig.launch(.region)
      } else {
        rig.phone.names.answer(nil)
      }
      let text = try #require(try drives(rig).first)
      let summary = try #require(DriveSummary(json: text))
      #expect(summary.startPlace == (isKilled ? "45.5, -122.6" : "home"))
      #expect(summary.endPlace == "45.5018, -122.6")
      #expect(try drives(rig).count == 1)
    }
  }

  @Test("A drive goes on after a kill, with all its points, and is cleared when it is over")
  func survivesKill() throws {
    let rig = rig()
    rig.launch()
    drive(rig, meters: 200)
    rig.kill()
    rig.advance(seconds: 60)
    rig.launch(.region)
    drive(rig, meters: 400, from: 200)
    move(rig, .stationary)
    let summary = try #require(DriveSummary(json: try drives(rig)[0]))
    #expect(summary.pointCount == 21 && abs(summary.distanceMeters - 400) < 1)
    #expect(summary.duration == .seconds(80 as Int64) && !summary.isInProgress)
    rig.kill()
    rig.launch(.region)
    move(rig, .stationary)
    #expect(try drives(rig).count == 1)
  }

  @Test("A drive lasts from its first point to its last, though its end is noticed minutes later")
  func duration() throws {
    let rig = rig()
    rig.launch()
    drive(rig, meters: 200)
    rig.advance(seconds: 300)
    move(rig, .stationary)
    let summary = try #require(DriveSummary(json: try drives(rig)[0]))
    #expect(summary.duration == .seconds(10 as Int64))
    #expect(summary.end - summary.start == .seconds(310 as Int64))
  }

  @Test(
    "neverClearsInProgress: a drive that a kill broke off stays in progress; the rest is another")
  func neverCleared() throws {
    for findsNames in [false, true] {
      let rig = rig { $0.drives.neverClearsInProgress = true }
      rig.findsNames = findsNames
      rig.launch()
      drive(rig, meters: 200)
      rig.kill()
      rig.launch(.region)
      for _ in 1...2 { rig.phone.names.answer("home") }
      drive(rig, meters: 400, from: 200)
      move(rig, .stationary)
      for _ in 1...2 { rig.phone.names.answer("home") }
      let summaries = try drives(rig).compactMap(DriveSummary.init(json:))
      #expect(summaries.map(\.isInProgress) == [true, false])
      #expect(summaries.map(\.pointCount) == [11, 11])
    }
  }

  @Test("Switching tracking off ends a drive and drops regions, visits and notifications")
  func stop() throws {
    let rig = rig { $0.homeCenter = Rig.origin }
    rig.launch()
    drive(rig, meters: 100)
    rig.tracker?.perform(UserAction("stopTracking"))
    #expect(try drives(rig).count == 1)
    #expect(rig.system.regions == [] && rig.system.notifications == [])
    #expect(rig.system.calls.contains("stopVisits") && rig.phone.timers.pendingCount == 0)
  }

  // MARK: Keeping the app running

  @Test("Best accuracy for ten minutes after a cold start and in drives, 3 km at all other times")
  func accuracy() {
    let rig = rig()
    rig.launch(.visit)
    #expect(rig.phone.location.desiredAccuracy == .bestForNavigation)
    rig.advance(seconds: 599)
    #expect(rig.phone.location.desiredAccuracy == .bestForNavigation)
    rig.advance(seconds: 1)
    #expect(rig.phone.location.desiredAccuracy == .threeKilometers)
    drive(rig, meters: 100)
    #expect(rig.phone.location.desiredAccuracy == .bestForNavigation)
    rig.advance(seconds: 3600)
    #expect(rig.phone.location.desiredAccuracy == .bestForNavigation)
    move(rig, .walking)
    #expect(rig.phone.location.desiredAccuracy == .threeKilometers)
    #expect(!rig.system.calls.contains("stopUpdating"))
    #expect(!rig.phone.location.pausesLocationUpdatesAutomatically)
    #expect(rig.phone.location.activityType == .automotiveNavigation)
  }

  @Test("Without the right to motion it stays inactive and says so")
  func motionRefused() {
    let rig = rig()
    rig.system.motionPermission = .denied
    rig.launch()
    #expect(rig.phone.location.desiredAccuracy == .threeKilometers)
    let text =
      "Drives are not detected: motion is off for this app. Turn it on in Settings, under Privacy."
    #expect(rig.system.notes.contains("driveDetection: shows the user: \(text)"))
  }

  @Test("A region of 100 m lies where the drive ended; the next drive leaves home's 105 m alone")
  func parked() {
    let rig = rig { $0.homeCenter = Rig.place(north: -500) }
    rig.launch()
    let home = CircularRegion(
      identifier: "home", center: Rig.place(north: -500), radiusMeters: 105)
    #expect(rig.system.regions == [home])
    drive(rig, meters: 200)
    move(rig, .stationary)
    #expect(
      rig.system.regions == [
        home,
        CircularRegion(identifier: "parked", center: Rig.place(north: 200), radiusMeters: 100),
      ])
    #expect(rig.system.regions.allSatisfy { $0.notifyOnEntry && $0.notifyOnExit })
    move(rig, .automotive)
    #expect(rig.system.regions == [home])
  }

  @Test("parkedAtFirstPoint: the region lies where the drive began")
  func parkedAtFirst() {
    let rig = rig { $0.drives.parkedAtFirstPoint = true }
    rig.launch()
    drive(rig, meters: 200)
    move(rig, .stationary)
    #expect(rig.system.regions.map(\.center) == [Rig.origin])
  }

  @Test("A notification waits for 180 s and is put off each 120 s, until the app has stopped")
  func deadMan() {
    let rig = rig()
    rig.launch()
    let expected = LocalNotification(
      identifier: "stopped", title: "Drives has stopped",
      body: "Open the app to record drives again.", trigger: .after(.seconds(180 as Int64)))
    #expect(rig.system.notifications == [expected])
    rig.system.notifications = []
    rig.advance(seconds: 119)
    #expect(rig.system.notifications == [])
    rig.advance(seconds: 1)
    #expect(rig.system.notifications == [expected])
    rig.kill()
    #expect(rig.system.notifications == [expected])
  }

  @Test(
    "notifyOnTerminate: it is shown at the end that the app is told of, and waits at no other time")
  func onTerminate() {
    let rig = rig { $0.drives.notifyOnTerminate = true }
    rig.launch()
    rig.advance(seconds: 600)
    #expect(rig.system.notifications == [])
    rig.tracker?.applicationWillTerminate()
    #expect(rig.system.notifications.map(\.trigger) == [.after(.seconds(1 as Int64))])
  }

  @Test(
    "Visits wake it and are not recorded; refresh tasks and pushes only where they are asked for")
  func wakeUps() {
    let plain = rig()
    plain.launch()
    plain.enterBackground()
    #expect(plain.system.calls.contains("startVisits"))
    #expect(
      plain.system.calls.filter {
        $0.hasPrefix("register") || $0.hasPrefix("submit")
      }.isEmpty)
    plain.tracker?.locationManager(
      plain.phone.location,
      didVisit: Visit(
        coordinate: Rig.origin, horizontalAccuracyMeters: 20, arrival: plain.system.now,
        departure: .distantFuture))
    #expect(plain.witness.records.isEmpty)

    let rig = rig {
      $0.drives.backgroundFetch = true
      $0.drives.silentPush = true
      $0.drives.voipPush = true
    }
    rig.launch()
    rig.enterBackground()
    for call in ["register lv.drives.refresh", "registerForPush", "registerForVoIP"] {
      #expect(rig.system.calls.contains(call), "\(call)")
    }
    #expect(rig.system.requests.map(\.kind) == [.refresh])
    let task = rig.phone.runTask("lv.drives.refresh")
    #expect(task?.outcome == true && rig.system.requests.count == 1)
    rig.phone.pushes.onVoIP?([:])
    #expect(!rig.system.calls.contains("reportCall"))
  }
}

extension TrackerConfiguration {
  static func drives(_ change: (inout TrackerSettings) -> Void) -> TrackerConfiguration {
    var settings = TrackerSettings()
    settings.desiredAccuracy = .threeKilometers
    settings.activityType = .automotiveNavigation
    settings.refreshTaskIdentifier = "lv.drives.refresh"
    settings.endpoint = "https://example.org"
    settings.accessToken = "secret"
    settings.deviceID = "car"
    settings.drives.deadManNotification = true
    change(&settings)
    return TrackerConfiguration(
      name: "drives",
      manifest: AppManifest(
        name: "Drives", backgroundModes: [.location],
        permittedTaskIdentifiers: ["lv.drives.refresh"]),
      behaviors: [
        .standardUpdates, .driveDetection, .drivingAccuracy, .parkedRegion, .wakeUps,
        .deadManNotification, .driveLog, .gateTrigger, .gateUpload,
      ],
      settings: settings)
  }
}
