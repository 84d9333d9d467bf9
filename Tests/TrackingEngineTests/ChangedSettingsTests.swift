import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Settings that change while the tracker runs")
struct ChangedSettingsTests {
  @Test("What the person changes takes effect at once, and after a kill")
  func overLaunches() throws {
    let rig = Rig(.highResolution)
    rig.launch()
    let tracker = try #require(rig.tracker)
    tracker.perform(
      UserAction(
        "changeSettings",
        parameters: [
          "minimumDistance": "50.0", "desiredAccuracy": "kilometer", "sendInterval": "off",
        ]
      ))
    #expect(tracker.settings.minimumDistanceMeters == 50)
    #expect(tracker.manager.desiredAccuracy == .kilometer)
    rig.kill()
    rig.launch()
    let again = try #require(rig.tracker)
    #expect(again.settings.minimumDistanceMeters == 50 && again.settings.sendInterval == nil)
    #expect(again.manager.desiredAccuracy == .kilometer)
  }

  @Test("A value that makes no sense is left out, the others of the same change are not")
  func refused() throws {
    let rig = Rig(.highResolution)
    rig.launch()
    let tracker = try #require(rig.tracker)
    let before = tracker.settings.desiredAccuracy
    tracker.changeSettings(["desiredAccuracy": "superb", "no such": "1", "pointsPerBatch": "50"])
    #expect(tracker.settings.desiredAccuracy == before)
    #expect(tracker.settings.pointsPerBatch == 50)
  }

  @Test("Every setting is read again as it is written, secrets from where secrets are")
  func written() {
    var settings = TrackerSettings()
    settings.trackingMode = .both
    settings.minimumDistanceMeters = 12.5
    settings.sendInterval = nil
    settings.accessToken = "secret"
    settings.homeCenter = Coordinate(latitude: 45.5231, longitude: -122.6765)
    let rig = Rig(.highResolution)
    let container = rig.phone.container
    ChangedSettings(from: TrackerSettings(), to: settings).keep(in: container)
    #expect(TrackerSettings().changed(by: ChangedSettings(in: container)) == settings)
    #expect(container.value(forKey: "changedSettings")?.contains("secret") == false)
    ChangedSettings(from: TrackerSettings(), to: TrackerSettings()).keep(in: container)
    #expect(container.secret(forKey: "accessToken") == nil)
  }

  @Test("A token belongs to one server: another address removes it, another path does not")
  func tokenOfServer() throws {
    let rig = Rig(.highResolution)
    rig.launch()
    let tracker = try #require(rig.tracker)
    func token(_ values: [String: String]) -> String? {
      tracker.changeSettings(values)
      return tracker.everydaySettings.accessToken
    }
    #expect(token(["endpoint": "https://a.example/in", "accessToken": "A"]) == "A")
    #expect(token(["endpoint": "https://a.example/other?x=1"]) == "A")
    #expect(token(["endpoint": "https://a.example:8443/other"]) == nil)
    #expect(token(["accessToken": "B"]) == "B")
    #expect(token(["endpoint": "https://c.example/in", "accessToken": "C"]) == "C")
  }
}
