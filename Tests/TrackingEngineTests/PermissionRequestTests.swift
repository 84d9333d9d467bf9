import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Asking for permission")
struct PermissionRequestTests {
  @Test("When In Use is asked for at first opening, Always a second after it was given, once")
  func asks() {
    var configuration = TrackerConfiguration.highResolution
    configuration.behaviours.insert(.permissionRequest, at: 0)
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

  @Test("Nothing is asked in the background")
  func background() {
    var configuration = TrackerConfiguration.highResolution
    configuration.behaviours.insert(.permissionRequest, at: 0)
    let rig = Rig(configuration)
    rig.system.authorization = .notDetermined
    rig.launch(.prewarm)
    #expect(!rig.system.calls.contains("requestWhenInUse"))
  }
}
