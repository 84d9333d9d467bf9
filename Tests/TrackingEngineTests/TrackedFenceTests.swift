import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import RecordStorage
@testable import TrackingEngine

@Suite("The tracked fence")
struct TrackedFenceTests {
  private func configuration(
    _ change: (inout TrackerSettings) -> Void = { _ in }
  ) -> TrackerConfiguration {
    var settings = TrackerSettings()
    settings.desiredAccuracy = .bestForNavigation
    settings.updatesInBackground = false
    settings.updatesUntilSuspension = true
    settings.endpoint = "https://example.org/check"
    settings.accessToken = "secret"
    settings.checkIn.userID = "Ana & Bo"
    change(&settings)
    return TrackerConfiguration(
      name: "continuous-location",
      manifest: AppManifest(name: "Continuous Location", backgroundModes: [.fetch, .processing]),
      behaviors: [.standardUpdates, .trackedFence, .checkInUpload], settings: settings)
  }

  private func centered(at north: Double) -> (inout TrackerSettings) -> Void {
    { $0.checkIn.trackedCenter = Rig.place(north: north) }
  }

  private func leave(_ rig: Rig, to fix: Location? = nil) {
    rig.phone.location.location = fix ?? rig.fix()
    guard let region = rig.system.regions.first else { return }
    rig.tracker?.locationManager(rig.phone.location, didExitRegion: region)
  }

  private func enter(_ rig: Rig) {
    rig.phone.location.location = rig.fix()
    guard let region = rig.system.regions.first else { return }
    rig.tracker?.locationManager(rig.phone.location, didEnterRegion: region)
  }

  private func kinds(_ rig: Rig) -> [Record.Kind] { rig.witness.records.map(\.kind) }

  @Test("A configured place has a fence of 50 m at once, entry and exit; every fix is recorded")
  func configured() {
    let rig = Rig(configuration(centered(at: 500)))
    rig.launch()
    #expect(
      rig.system.regions == [
        CircularRegion(
          identifier: "dynamicRegion", center: Rig.place(north: 500), radiusMeters: 50,
          notifyOnEntry: true, notifyOnExit: true)
      ])
    #expect(rig.phone.location.desiredAccuracy == .bestForNavigation)
    #expect(rig.phone.location.distanceFilterMeters == nil)
    for north in 0..<3 {
      rig.deliver(rig.fix(north: Double(north)))
      rig.advance(seconds: 1)
    }
    #expect(kinds(rig) == [.location, .location, .location])
    #expect(rig.system.regions.map(\.center) == [Rig.place(north: 500)])
  }

  @Test("Without a place the first fresh fix of accuracy up to 65 m is the center")
  func firstFix() {
    let rig = Rig(configuration())
    rig.launch()
    rig.deliver(rig.fix(north: 10, accuracy: 66))
    rig.deliver(rig.fix(north: 20, accuracy: -1))
    rig.deliver(rig.fix(north: 30, accuracy: 5, age: 11))
    #expect(rig.system.regions == [])
    rig.deliver(rig.fix(north: 40, accuracy: 65))
    #expect(rig.system.regions.map(\.center) == [Rig.place(north: 40)])
    rig.deliver(rig.fix(north: 50))
    #expect(rig.system.regions.map(\.center) == [Rig.place(north: 40)])
  }

  @Test("After an exit the next good fix is the new center, even when the app is killed in between")
  func recenters() {
    let rig = Rig(configuration(centered(at: 0)))
    rig.launch()
    rig.kill()
    rig.launch(.region)
    leave(rig)
    #expect(rig.phone.openBackgroundTasks.count >= 1)
    rig.deliver(rig.fix(north: 80, accuracy: 70))
    rig.kill()
    rig.launch(.region)
    #expect(rig.system.regions.map(\.center) == [Rig.origin])
    rig.deliver(rig.fix(north: 90, accuracy: 60))
    #expect(rig.system.regions.map(\.center) == [Rig.place(north: 90)])
    rig.kill()
    _ = rig.system.takeCalls()
    rig.launch(.region)
    #expect(rig.system.regions.map(\.center) == [Rig.place(north: 90)])
    #expect(!rig.system.takeCalls().contains("watch dynamicRegion"))
    enter(rig)
    rig.deliver(rig.fix(north: 500))
    #expect(rig.system.regions.map(\.center) == [Rig.place(north: 90)])
  }

  @Test("neverRecentres: the fence stays where it was")
  func neverRecentres() {
    let rig = Rig(
      configuration {
        $0.checkIn.trackedCenter = Rig.origin
        $0.checkIn.neverRecentres = true
      })
    rig.launch()
    leave(rig)
    rig.deliver(rig.fix(north: 90))
    #expect(rig.system.regions.map(\.center) == [Rig.origin])
  }

  @Test("recordsNothing: fixes come and are not recorded, crossings are")
  func recordsNothing() {
    let rig = Rig(
      configuration {
        $0.checkIn.trackedCenter = Rig.origin
        $0.checkIn.recordsNothing = true
      })
    rig.launch()
    rig.deliver(rig.fix())
    leave(rig)
    #expect(kinds(rig) == [.crossing(.checkOut)])
    #expect(rig.witness.discards == ["recordsNothing"])
  }

  @Test("A crossing is recorded and notified of 2 s later")
  func notifies() {
    let rig = Rig(configuration(centered(at: 0)))
    rig.launch()
    enter(rig)
    rig.advance(seconds: 5 * 3600 + 61)
    leave(rig)
    #expect(kinds(rig) == [.crossing(.checkIn), .crossing(.checkOut)])
    #expect(
      rig.system.notifications == [
        LocalNotification(
          identifier: "crossing check-in 2026-03-02T09:00:00Z", title: "check in",
          body: "Monday, 02/03/2026 09:00:00 AM", trigger: .after(.seconds(2 as Int64))),
        LocalNotification(
          identifier: "crossing check-out 2026-03-02T14:01:01Z", title: "check out",
          body: "Monday, 02/03/2026 02:01:01 PM", trigger: .after(.seconds(2 as Int64))),
      ])
  }

  @Test("The server is called with where and when the fence was crossed")
  func calls() {
    let rig = Rig(configuration(centered(at: 0)))
    rig.launch()
    enter(rig)
    #expect(
      rig.phone.web.requests == [
        HTTPRequest(
          method: "GET",
          url: "https://example.org/check?latitude=45.5&longitude=-122.6&userId=Ana%20%26%20Bo"
            + "&event=check-in&time=2026-03-02T09%3A00%3A00.000Z",
          headers: [HTTPHeader("Authorization", "Bearer secret")])
      ])
    rig.phone.web.answer(status: 204, "")
    #expect(rig.witness.queueLength == 0 && rig.witness.acknowledged.count == 1)
  }

  @Test("A call that found no server is made again, letter by letter, in the order of crossings")
  func durable() {
    let rig = Rig(configuration(centered(at: 0)))
    rig.launch()
    enter(rig)
    rig.phone.web.answer(.failure(.notConnectedToInternet))
    let first = rig.phone.web.requests[0]
    rig.kill()
    rig.advance(seconds: 60)
    rig.launch(.region)
    rig.advance(seconds: 0)
    #expect(rig.phone.web.requests == [first])
    leave(rig)
    rig.phone.web.answer(status: 500)
    rig.advance(seconds: 5)
    #expect(rig.phone.web.requests == [first, first])
    rig.phone.web.answer(status: 200)
    #expect(rig.phone.web.requests.count == 3)
    #expect(rig.phone.web.requests[2].url.contains("event=check-out"))
    rig.phone.web.answer(status: 200)
    rig.advance(seconds: 3600)
    #expect(rig.phone.web.requests.count == 3 && rig.witness.queueLength == 0)
  }

  @Test(
    "Killed at any moment, no crossing is lost, and none told again whose answer arrived",
    arguments: [UInt64](1...20), [false, true])
  func killed(seed: UInt64, isSQLite: Bool) throws {
    let folder = TemporaryFolder()
    let store: any RecordStore =
      isSQLite ? try SQLiteRecordStore(path: folder.file("store")) : InMemoryRecordStore()
    let rig = Rig(configuration(centered(at: 0)), store: store)
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    var received: Set<String> = []
    var known: Set<String> = []
    func answerIfWaiting(isSure: Bool) {
      guard rig.phone.web.isWaiting, let call = rig.phone.web.requests.last?.url else { return }
      #expect(!known.contains(call))
      received.insert(call)
      if isSure { known.insert(call) }
      rig.phone.web.answer(isSure ? .success(HTTPResponse(status: 200)) : .failure(.timedOut))
    }
    rig.launch()
    for _ in 0..<200 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      switch (state >> 33) % 6 {
      case 0:
        rig.kill()
        if isSQLite { rig.store = try SQLiteRecordStore(path: folder.file("store")) }
        rig.launch(.region)
      case 1: answerIfWaiting(isSure: true)
      case 2: answerIfWaiting(isSure: false)
      case 3: enter(rig)
      case 4: leave(rig)
      default: rig.deliver(rig.fix())
      }
      rig.advance(seconds: Double((state >> 40) % 40) + 0.25)
    }
    for _ in 0..<300 {
      rig.advance(seconds: 300)
      answerIfWaiting(isSure: true)
    }
    let crossings = kinds(rig).count { $0 != .location }
    #expect(crossings > 20 && received.count == crossings && rig.store.queueLength == 0)
  }

  @Test("noCall: no contact is called")
  func noCall() {
    let rig = Rig(
      configuration {
        $0.checkIn.trackedCenter = Rig.origin
        $0.checkIn.noCall = true
      })
    rig.launch()
    enter(rig)
    rig.advance(seconds: 3600)
    #expect(rig.phone.web.requests == [])
  }

  @Test("Place, endpoint and user id given at the start survive a kill; stopping forgets them all")
  func parameters() {
    let rig = Rig(configuration())
    rig.launch()
    rig.tracker?.perform(
      UserAction(
        "startTracking",
        parameters: [
          "trackedCenter": "45.5019,-73.5674", "endpoint": "https://other.example/in",
          "userID": "123",
        ]))
    let montreal = Coordinate(latitude: 45.5019, longitude: -73.5674)
    #expect(rig.system.regions.map(\.center) == [montreal])
    rig.kill()
    rig.launch(.region)
    leave(rig)
    #expect(rig.phone.web.requests[0].url.hasPrefix("https://other.example/in?"))
    #expect(rig.phone.web.requests[0].url.contains("userId=123&"))
    rig.phone.web.answer()

    _ = rig.system.takeCalls()
    rig.tracker?.perform(UserAction("stopTracking"))
    #expect(rig.system.takeCalls() == ["stopUpdating", "unwatch dynamicRegion"])
    #expect(rig.system.notifications == [])
    #expect(rig.tracker?.settings == configuration().settings)
    rig.kill()
    rig.launch(.userOpened)
    rig.deliver(rig.fix())
    #expect(rig.system.calls == [] && rig.system.regions == [])
    #expect(kinds(rig) == [.crossing(.checkOut)])
    #expect(rig.system.values["fenceCenter"] == nil)
    #expect(rig.system.values["changedSettings"] == nil)
  }

  @Test("The person is asked for notifications while the app is open, not in the background")
  func asksToNotify() {
    let rig = Rig(configuration(centered(at: 0)))
    rig.system.notificationPermission = .notDetermined
    rig.launch(.region)
    #expect(!rig.system.takeCalls().contains("askToNotify 7"))
    rig.enterForeground()
    #expect(rig.system.takeCalls().contains("askToNotify 7"))
  }
}
