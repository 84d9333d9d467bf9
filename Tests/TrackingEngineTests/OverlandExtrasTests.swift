import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Overland's zone, notices, link and purge")
struct OverlandExtrasTests {
  private func rig(_ change: (inout TrackerSettings) -> Void) -> Rig {
    let rig = Rig(.overland(change))
    rig.launch()
    return rig
  }

  // MARK: Wi-Fi zone

  @Test("On the zone's network each delivery becomes one exact fix at the zone")
  func wifiZone() {
    for (network, records) in [("HomeNet", 1), ("Cafe", 2), (nil, 2)] {
      let rig = rig {
        $0.overland.wifiZoneNetwork = "HomeNet"
        $0.overland.wifiZoneCenter = Coordinate(latitude: 45.123456789, longitude: -122.5)
      }
      rig.system.networkName = network
      rig.deliver(rig.fix(north: 50, accuracy: 80, age: 1), rig.fix(north: 60, accuracy: 80))
      #expect(rig.witness.records.count == records)
      guard records == 1 else { continue }
      #expect(
        rig.witness.records[0].location
          == Location(
            coordinate: Coordinate(latitude: 45.123456789, longitude: -122.5), altitudeMeters: -1,
            horizontalAccuracyMeters: 1, verticalAccuracyMeters: 0, speedMetersPerSecond: 0,
            courseDegrees: 0, timestamp: rig.system.now))
    }
  }

  @Test("As shipped the zone is kept in single precision")
  func singlePrecision() {
    let rig = rig {
      $0.overland.wifiZoneNetwork = "HomeNet"
      $0.overland.wifiZoneCenter = Coordinate(latitude: 45.123456789, longitude: -122.5)
      $0.wholeSecondKeys = true
    }
    rig.system.networkName = "HomeNet"
    rig.deliver(rig.fix())
    // `Float` values near 45 are 3.8e-6 apart.
    #expect(
      rig.witness.records[0].location.coordinate.latitude == Double(Float(45.123456789)))
    #expect(rig.witness.records[0].location.coordinate.latitude != 45.123456789)
  }

  // MARK: Notifications

  @Test("Each minute with a fix puts off the reminder that tracking has stopped")
  func reminder() {
    let rig = rig { $0.overland.notifies = true }
    rig.deliver(rig.fix())
    #expect(rig.system.notifications.map(\.identifier) == ["tracking-stopped"])
    #expect(rig.system.notifications[0].trigger == .after(.minutes(10)))
    rig.system.notifications = []
    rig.advance(seconds: 59)
    rig.deliver(rig.fix())
    #expect(rig.system.notifications.isEmpty)
    rig.advance(seconds: 1)
    rig.deliver(rig.fix())
    #expect(rig.system.notifications.count == 1)
    rig.tracker?.perform(UserAction("stopTracking"))
    #expect(rig.system.notifications.isEmpty)
  }

  @Test("A pause, its end and the way out of the fence are told, if that is wanted")
  func notices() throws {
    for notifies in [true, false] {
      let rig = rig {
        $0.overland.notifies = notifies
        $0.resumeGeofenceRadiusMeters = 500
      }
      let tracker = try #require(rig.tracker)
      rig.deliver(rig.fix())
      tracker.locationManagerDidPauseLocationUpdates(rig.phone.location)
      let reported = notifies ? ["tracking-stopped", "updates-paused"] : []
      #expect(rig.system.notifications.map(\.identifier) == reported)
      rig.system.notifications = []
      let region = try #require(rig.system.regions.first)
      tracker.locationManager(rig.phone.location, didExitRegion: region)
      #expect(
        rig.system.notifications.map(\.identifier) == (notifies ? ["updates-resumed"] : []))
    }
  }

  @Test("Permission to notify is asked for when notices are wanted and the app is open")
  func permission() {
    for notifies in [true, false] {
      let rig = Rig(.overland { $0.overland.notifies = notifies })
      rig.system.notificationPermission = .notDetermined
      rig.launch(.significantChange)
      #expect(!rig.system.calls.contains("askToNotify 5"))
      rig.enterForeground()
      #expect(rig.system.calls.contains("askToNotify 5") == notifies)
    }
  }

  // MARK: Set-up by link

  @Test("A set-up link sets server, token, name and identifier; the token goes where secrets go")
  func link() {
    let rig = rig { $0.accessToken = "old" }
    rig.tracker?.perform(
      UserAction(
        "openURL",
        parameters: [
          "url": "overland://setup?url=https%3A%2F%2Fexample.com%2Fapi%3Fp%3D%25LAT"
            + "&token=12%2634&device_id=1&unique_id=yes"
        ]))
    var expected = rig.configuration.settings
    expected.endpoint = "https://example.com/api?p=%LAT"
    expected.accessToken = "12&34"
    expected.deviceID = "1"
    expected.includesUniqueID = true
    #expect(rig.tracker?.settings == expected)
    #expect(rig.system.secrets["accessToken"] == "12&34")
    #expect(!rig.system.values.values.contains { $0.contains("12&34") })
    rig.kill()
    rig.launch()
    #expect(rig.tracker?.settings == expected)
    #expect(!rig.system.notes.contains { $0.contains("12&34") })
  }

  @Test("A link to another server without a token does not take the old one there")
  func linkWithoutToken() {
    let rig = rig { $0.accessToken = "old" }
    rig.tracker?.perform(
      UserAction("openURL", parameters: ["url": "overland://setup?url=http%3A%2F%2Fother.org"]))
    #expect(rig.tracker?.settings.accessToken == nil)
    #expect(rig.tracker?.settings.endpoint == "http://other.org")
    rig.kill()
    rig.launch()
    #expect(rig.tracker?.settings.accessToken == nil)
  }

  @Test(
    "A link of which anything is wrong changes nothing",
    arguments: [
      "", "overland://setup", "overland://setup?", "https://setup?device_id=1",
      "overland://other?device_id=1", "overland://setup?device_id=1&device_id=2",
      "overland://setup?device_id=1&color=red", "overland://setup?device_id=1&unique_id=no",
      "overland://setup?device_id=1&url=ftp%3A%2F%2Fexample.org",
      "overland://setup?device_id=1&url=example.org",
      "overland://setup?device_id=1&url=https%3A%2F%2F",
      "overland://setup?device_id=1&url=https%3A%2F%2Fa%20b.org",
      "overland://setup?device_id=1&url=https%3A%2F%2Fuser%40a.org",
      "overland://setup?device_id=", "overland://setup?device_id=%ZZ",
      "overland://setup?device_id=a%0Ab", "overland://setup?device_id=1&token",
    ])
  func wrongLinks(_ link: String) {
    let rig = rig { $0.accessToken = "old" }
    rig.tracker?.perform(UserAction("openURL", parameters: ["url": link]))
    #expect(rig.tracker?.settings == rig.configuration.settings)
    #expect(rig.system.notes.contains { $0.hasPrefix("setupLink: refuses a link: ") })
  }

  // MARK: Purge

  @Test("The queue is purged once, when the app is next opened")
  func purge() {
    let rig = Rig(
      .overland {
        $0.overland.purgesQueue = true
        $0.sendInterval = nil
      })
    rig.launch(.significantChange)
    rig.deliver(rig.fix())
    #expect(rig.store.queueLength == 1)
    rig.enterForeground()
    #expect(rig.store.queueLength == 0 && rig.witness.queueLength == 0)
    rig.enterBackground()
    rig.advance(seconds: 1)
    rig.deliver(rig.fix(north: 9))
    rig.kill()
    rig.launch()
    #expect(rig.store.queueLength == 1)
  }
}
