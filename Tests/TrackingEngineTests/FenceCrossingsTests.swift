import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("The positions of a fence's crossings")
struct FenceCrossingsTests {
  private func rig() -> Rig {
    var settings = TrackerSettings()
    settings.updatesUntilSuspension = true
    settings.checkIn.trackedCenter = Rig.origin
    return Rig(
      TrackerConfiguration(
        name: "continuous-location",
        manifest: AppManifest(name: "Continuous Location", backgroundModes: [.fetch, .processing]),
        behaviors: [.standardUpdates, .trackedFence], settings: settings))
  }

  private func leave(_ rig: Rig, to fix: Location) {
    rig.phone.location.location = fix
    guard let region = rig.system.regions.first else { return }
    rig.tracker?.locationManager(rig.phone.location, didExitRegion: region)
  }

  private func kinds(_ rig: Rig) -> [Record.Kind] { rig.witness.records.map(\.kind) }

  @Test(
    "A fix over ten seconds old is not reported as that of a crossing: the phone is asked for one")
  func staleFix() {
    let rig = rig()
    rig.launch()
    _ = rig.system.takeCalls()
    leave(rig, to: rig.fix(north: 1098, accuracy: 65, age: 600))
    #expect(kinds(rig).isEmpty)
    #expect(rig.system.takeCalls().contains("requestLocation"))
    rig.advance(seconds: 3)
    rig.deliver(rig.fix(north: 60, accuracy: 12))
    let crossing = rig.witness.records.first { $0.kind == .crossing(.checkOut) }
    #expect(crossing?.location.coordinate == Rig.place(north: 60))
    #expect(crossing?.location.horizontalAccuracyMeters == 12)
  }

  @Test("Without a fix in eight seconds a crossing lies at the fence, also after a kill")
  func noFix() throws {
    for isKilled in [false, true] {
      let rig = rig()
      rig.launch()
      leave(rig, to: rig.fix(north: 1098, accuracy: 65, age: 600))
      if isKilled {
        rig.kill()
        rig.launch(.region)
      } else {
        rig.advance(seconds: 7)
        #expect(kinds(rig).isEmpty)
        rig.advance(seconds: 1)
      }
      #expect(kinds(rig) == [.crossing(.checkOut)])
      let crossing = try #require(rig.witness.records.first)
      #expect(crossing.location.coordinate == Rig.origin)
      #expect(crossing.location.horizontalAccuracyMeters == 50)
      #expect(crossing.location.timestamp.iso8601() == "2026-03-02T09:00:00Z")
      // A second launch does not report it again.
      rig.kill()
      rig.launch(.region)
      #expect(kinds(rig) == [.crossing(.checkOut)])
    }
  }
}
