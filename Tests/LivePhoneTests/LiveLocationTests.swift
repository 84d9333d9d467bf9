import Geodesy
import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone

@Suite("Location on a live phone")
struct LiveLocationTests {
  private let folder = TemporaryFolder()
  private typealias Receiver = ScriptedReceiver

  @Test("A fix is the receiver's, with its time; what it does not say is not known")
  func fix() throws {
    let trial = try LiveLocationTrial(in: folder)
    trial.manager.startUpdatingLocation()
    trial.receive(Receiver.report(1, accuracy: 4))
    trial.receive(
      PositionReport(
        device: Receiver.path, mode: .twoDimensional, time: Receiver.noon + .seconds(2 as Int64),
        coordinate: Receiver.home, altitudeMeters: 999, courseDegrees: 360))
    #expect(
      trial.app.fixes == [
        Location(
          coordinate: Receiver.home, altitudeMeters: 240, horizontalAccuracyMeters: 4,
          verticalAccuracyMeters: 8, timestamp: Receiver.noon + .seconds(1 as Int64)),
        Location(
          coordinate: Receiver.home, horizontalAccuracyMeters: 50, courseDegrees: 0,
          timestamp: Receiver.noon + .seconds(2 as Int64)),
      ])
  }

  @Test("Who starts the program has allowed it; nothing is delivered before it is asked for")
  func asking() throws {
    let trial = try LiveLocationTrial(in: folder)
    #expect(trial.manager.authorizationStatus == .always && trial.manager.locationServicesEnabled)
    trial.walk(seconds: 0..<3)
    #expect(trial.app.received.isEmpty && trial.manager.location != nil)
    trial.app.call {
      trial.manager.startUpdatingLocation()
      trial.manager.startUpdatingLocation()
    }
    trial.settle()
    #expect(trial.app.fixes.map(\.timestamp) == [Receiver.noon + .seconds(2 as Int64)])
    trial.walk(seconds: 3..<6)
    #expect(trial.app.received.count == 4)
    trial.manager.stopUpdatingLocation()
    trial.walk(seconds: 6..<9)
    #expect(trial.app.received.count == 4)
  }

  @Test("A manager tells at the outset what it may do, once")
  func authorization() throws {
    let trial = try LiveLocationTrial(in: folder)
    let other = trial.phone.makeLocationManager()
    trial.app.call {
      other.delegate = trial.app
      other.delegate = trial.app
    }
    trial.settle()
    #expect(trial.app.received == ["authorization always"])
  }

  @Test("Of a fix that gpsd reports twice the app hears once")
  func twice() throws {
    let trial = try LiveLocationTrial(in: folder)
    trial.manager.startUpdatingLocation()
    trial.receive(Receiver.report(1, mode: .twoDimensional), Receiver.report(1), Receiver.report(2))
    #expect(trial.app.fixes.count == 2)
    #expect(trial.phone.receiver.positionCount == 3)
  }

  @Test("The distance filter holds back what is nearer to the last delivery")
  func distanceFilter() throws {
    let trial = try LiveLocationTrial(in: folder)
    trial.manager.distanceFilterMeters = 10
    trial.manager.startUpdatingLocation()
    trial.walk(seconds: 0..<21, metersPerSecond: 1.5)
    // The first fix at 0 m; in steps of 1.5 m, the first ones beyond 10 m are at 10.5 and 21 m. The
    // end at 30 m is only 9 m further.
    #expect(trial.app.fixes.count == 3)
  }

  @Test("A request ends with the first good fix")
  func request() throws {
    let trial = try LiveLocationTrial(in: folder)
    trial.app.call { trial.manager.requestLocation() }
    trial.receive(Receiver.report(1, accuracy: 60))
    #expect(trial.app.received.isEmpty)
    trial.receive(Receiver.report(2, accuracy: 8), Receiver.report(3, accuracy: 8))
    #expect(trial.app.fixes.map(\.horizontalAccuracyMeters) == [8])
  }

  @Test("A request takes the best of ten seconds, or fails")
  func requestTimes() async throws {
    try await onOwnThread {
      let trial = try LiveLocationTrial(in: TemporaryFolder())
      trial.manager.requestLocation()
      trial.receive(Receiver.report(1, accuracy: 80))
      trial.receive(Receiver.report(2, accuracy: 40))
      trial.receive(Receiver.report(3, accuracy: 60))
      let second = HearingApp()
      let other = try LiveLocationTrial(in: TemporaryFolder())
      other.manager.delegate = second
      other.manager.requestLocation()
      trial.phone.loop.run(for: .seconds(11 as Int64)) { !trial.app.received.isEmpty }
      other.phone.loop.run(for: .seconds(1 as Int64)) { !second.received.isEmpty }
      #expect(trial.app.fixes.map(\.horizontalAccuracyMeters) == [40])
      #expect(second.received == ["failed locationUnknown"])
    }
  }

  @Test(
    "Updates pause after a quarter of an hour about one place, and go on with the next movement")
  func pause() throws {
    let trial = try LiveLocationTrial(in: folder)
    trial.manager.startUpdatingLocation()
    trial.receive(stride(from: 0, through: 1200, by: 10).map { Receiver.report(Double($0)) })
    #expect(trial.app.received.last == "paused" && trial.app.fixes.count == 90)
    trial.walk(seconds: 1201..<1301)
    #expect(trial.app.received.count { $0 == "resumed" } == 1)
    // The 35th fix reaches 50 m.
    #expect(trial.app.fixes.count == 90 + 66)
  }

  @Test("An app that wants no pause has none")
  func noPause() throws {
    let trial = try LiveLocationTrial(in: folder)
    trial.manager.pausesLocationUpdatesAutomatically = false
    trial.manager.startUpdatingLocation()
    trial.receive(stride(from: 0, through: 1200, by: 10).map { Receiver.report(Double($0)) })
    #expect(trial.app.received == Array(repeating: "fix", count: 121))
  }

  @Test("Live updates rest while the receiver lies still, say so once, and go on by themselves")
  func liveUpdates() throws {
    let trial = try LiveLocationTrial(in: folder)
    let session = try #require(trial.manager.beginLiveUpdates(.default))
    trial.receive(stride(from: 0, through: 900, by: 10).map { Receiver.report(Double($0)) })
    #expect(trial.app.received.count { $0 == "stationary" } == 1)
    #expect(trial.app.received.last == "stationary" && trial.app.received.count == 61)
    trial.walk(seconds: 901..<1001)
    #expect(trial.app.received.count == 61 + 66 && trial.app.received.last == "live")
    trial.manager.endSession(session)
    trial.walk(seconds: 1001..<1010, from: 500)
    #expect(trial.app.received.count == 61 + 66)
  }

  @Test("Significant changes come 500 m and five minutes apart, the first at once")
  func significantChanges() throws {
    let trial = try LiveLocationTrial(in: folder)
    trial.manager.startMonitoringSignificantLocationChanges()
    // At 20 m/s 500 m take 25 s, so the five minutes decide; at 1 m/s the 500 m decide.
    trial.walk(seconds: 0..<700, metersPerSecond: 20)
    #expect(
      trial.app.fixes.map { ($0.timestamp - Receiver.noon).seconds.rounded() } == [0, 300, 600])
    trial.app.fixes = []
    trial.walk(seconds: 700..<1900, from: 14_000, metersPerSecond: 1)
    #expect(
      trial.app.fixes.map { ($0.timestamp - Receiver.noon).seconds.rounded() } == [900, 1400])
  }

  @Test("An app with updates and significant changes receives no fix twice")
  func bothServices() throws {
    let trial = try LiveLocationTrial(in: folder)
    trial.manager.startMonitoringSignificantLocationChanges()
    trial.manager.startUpdatingLocation()
    trial.walk(seconds: 0..<400, metersPerSecond: 20)
    #expect(trial.app.fixes.count == 400)
  }

  @Test("Headings are not available, and asking for them is harmless")
  func unavailable() throws {
    let trial = try LiveLocationTrial(in: folder)
    #expect(!trial.manager.headingAvailability.isAvailable)
    trial.manager.startUpdatingHeading()
    trial.walk(seconds: 0..<3)
    #expect(trial.app.received.isEmpty)
  }

  @Test("Background updates need the declared mode")
  func backgroundMode() throws {
    let bare = try LiveLocationTrial(in: folder, manifest: AppManifest(name: "bare"))
    bare.manager.allowsBackgroundLocationUpdates = true
    #expect(!bare.manager.allowsBackgroundLocationUpdates)
    let other = try LiveLocationTrial(
      in: folder, manifest: AppManifest(name: "tracker", backgroundModes: [.location]))
    other.manager.allowsBackgroundLocationUpdates = true
    #expect(other.manager.allowsBackgroundLocationUpdates)
  }

  @Test("A manager that is let go, or has no delegate, hears nothing and does no harm")
  func letGo() throws {
    let trial = try LiveLocationTrial(in: folder)
    trial.manager.startUpdatingLocation()
    trial.manager.delegate = nil
    var other: (any LocationManager)? = trial.phone.makeLocationManager()
    other?.delegate = trial.app
    other?.startUpdatingLocation()
    other = nil
    trial.walk(seconds: 0..<3)
    #expect(trial.app.fixes.isEmpty)
  }

  @Test("After the process has ended nothing is heard, and every call is harmless")
  func death() throws {
    let trial = try LiveLocationTrial(in: folder)
    trial.manager.startUpdatingLocation()
    trial.walk(seconds: 0..<2)
    let monitor = trial.phone.makeLocationMonitor(named: "m")
    trial.phone.end()
    trial.app.received = []
    trial.walk(seconds: 2..<5)
    trial.manager.startUpdatingLocation()
    trial.manager.requestLocation()
    trial.manager.startMonitoring(
      CircularRegion(identifier: "a", center: Receiver.home, radiusMeters: 100))
    monitor.add(
      CircularGeographicCondition(center: Receiver.home, radiusMeters: 100), identifier: "b",
      assuming: .unknown)
    trial.walk(seconds: 5..<8)
    #expect(trial.app.received.isEmpty && trial.receiver.hasEnded)
    #expect(trial.manager.location == nil && trial.manager.monitoredRegions.isEmpty)
    #expect(!trial.manager.sessionsAvailability.isAvailable && !monitor.availability.isAvailable)
    #expect(trial.manager.beginLiveUpdates(.default) == nil)
  }
}
