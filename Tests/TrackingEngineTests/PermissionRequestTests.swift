import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Asking for permission")
struct PermissionRequestTests {
  @Test("When In Use is asked for at first opening, Always a second after it was given, once")
  func asks() {
    var configuration = TrackerConfiguration.highResolution
    configuration.behaviors.insert(.permissionRequest, at: 0)
    let rig = Rig(configuration)
    rig.system.authorization = .notDetermined
    rig.launch()
    #expect(rig.system.takeCalls().first == "requestWhenInUse")
    rig.system.authorization = .whenInUse
    rig.tracker?.locationManagerDidChangeAuthorization(rig.phone.location)
    #expect(rig.system.takeCalls() == ["startUpdating"])
    rig.advance(seconds: 1)
    #expect(rig.system.takeCalls() == ["requestAlways"])
    rig.enterBackground()
    rig.enterForeground()
    rig.advance(seconds: 5)
    #expect(!rig.system.calls.contains("requestAlways"))
  }

  @Test("When In Use is asked for once an opening, though tracking and the app begin together")
  func asksOnce() {
    var configuration = TrackerConfiguration.highResolution
    configuration.behaviors.insert(.permissionRequest, at: 0)
    let rig = Rig(configuration)
    rig.system.authorization = .notDetermined
    rig.launch()
    func requests() -> Int { rig.system.calls.count { $0 == "requestWhenInUse" } }
    #expect(requests() == 1)
    rig.enterBackground()
    rig.enterForeground()
    #expect(requests() == 2)
  }

  @Test("Always is asked for 2 s after When In Use where the settings say so")
  func asksLater() {
    var configuration = TrackerConfiguration.highResolution
    configuration.behaviors.insert(.permissionRequest, at: 0)
    configuration.settings.alwaysRequestDelay = .seconds(2 as Int64)
    let rig = Rig(configuration)
    rig.system.authorization = .whenInUse
    rig.launch()
    rig.advance(seconds: 1.9)
    #expect(!rig.system.calls.contains("requestAlways"))
    rig.advance(seconds: 0.1)
    #expect(rig.system.calls.last == "requestAlways")
  }

  @Test("Who has denied location is told so 2 s after each opening, and by no other tracker")
  func denied() {
    var configuration = TrackerConfiguration.highResolution
    configuration.behaviors.insert(.permissionRequest, at: 0)
    for tells in [true, false] {
      configuration.settings.reportsDenial = tells
      let rig = Rig(configuration)
      rig.system.authorization = .denied
      rig.launch()
      var alerts: [String] = []
      rig.tracker?.onAlert = { alerts.append($0) }
      rig.advance(seconds: 1.9)
      #expect(alerts == [])
      rig.advance(seconds: 0.1)
      let text = "Location is off for this app. Turn it on in Settings, under Privacy."
      #expect(alerts == (tells ? [text] : []))
      rig.enterBackground()
      rig.advance(seconds: 10)
      rig.enterForeground()
      rig.advance(seconds: 10)
      #expect(alerts == (tells ? [text, text] : []))
      rig.enterBackground()
      rig.enterForeground()
      rig.system.authorization = .always
      rig.advance(seconds: 10)
      #expect(alerts.count == (tells ? 2 : 0))
    }
  }

  @Test("Nothing is asked in the background")
  func background() {
    var configuration = TrackerConfiguration.highResolution
    configuration.behaviors.insert(.permissionRequest, at: 0)
    let rig = Rig(configuration)
    rig.system.authorization = .notDetermined
    rig.launch(.prewarm)
    #expect(!rig.system.calls.contains("requestWhenInUse"))
  }
}
