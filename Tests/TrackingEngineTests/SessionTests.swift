import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Trip sessions and duty cycles")
struct SessionTests {
  private func rig(
    _ behaviors: [BehaviorKind], _ change: (inout TrackerSettings) -> Void = { _ in }
  ) -> Rig {
    var settings = TrackerSettings()
    settings.desiredAccuracy = .best
    change(&settings)
    return Rig(
      TrackerConfiguration(
        name: "gated", manifest: AppManifest(name: "gated", backgroundModes: [.location]),
        behaviors: behaviors, settings: settings))
  }

  private func gated(_ change: (inout TrackerSettings) -> Void = { _ in }) -> Rig {
    rig([.tripSessions, .standardUpdates], change)
  }

  private func isUpdating(_ rig: Rig) -> Bool {
    rig.tracker?.services.contains(.standardUpdates) ?? false
  }

  private func exit(_ rig: Rig) {
    guard let region = rig.system.regions.first else { return }
    rig.tracker?.locationManager(rig.phone.location, didExitRegion: region)
  }

  private func visit(_ rig: Rig, hasEnded: Bool) {
    rig.tracker?.locationManager(
      rig.phone.location,
      didVisit: Visit(
        coordinate: Rig.origin, horizontalAccuracyMeters: 30, arrival: rig.system.now,
        departure: hasEnded ? rig.system.now : .distantFuture))
  }

  @Test("It begins by waiting: updates go on until a position is good enough for the fence")
  func beginsWaiting() {
    let rig = gated()
    rig.launch()
    #expect(isUpdating(rig))
    rig.deliver(rig.fix(accuracy: 900))
    #expect(rig.system.regions.isEmpty && isUpdating(rig))
    rig.deliver(rig.fix(accuracy: 65))
    #expect(rig.system.regions.map(\.radiusMeters) == [100])
    #expect(!isUpdating(rig))
  }

  @Test("Leaving the fence starts a trip, and a visit's arrival ends it")
  func tripByFence() {
    let rig = gated()
    rig.launch()
    rig.deliver(rig.fix())
    exit(rig)
    #expect(isUpdating(rig) && rig.system.regions.isEmpty)
    rig.deliver(rig.fix(north: 900))
    visit(rig, hasEnded: false)
    #expect(!isUpdating(rig))
    // The next fence lies where the trip ended.
    #expect(rig.system.regions.map { $0.center.distanceMeters(to: Rig.place(north: 900)) } == [0])
  }

  @Test("The status names the behavior that monitors visits and the fence")
  func status() {
    let rig = gated()
    rig.launch()
    rig.deliver(rig.fix())
    let requests = rig.tracker?.wishes ?? []
    #expect(requests.map(\.behavior) == [.tripSessions, .tripSessions])
    #expect(requests.first?.service == .visits)
  }

  @Test("A visit's end starts a trip; its arrival while waiting does nothing")
  func tripByVisit() {
    let rig = gated()
    rig.launch()
    rig.deliver(rig.fix())
    visit(rig, hasEnded: false)
    #expect(!isUpdating(rig))
    visit(rig, hasEnded: true)
    #expect(isUpdating(rig))
  }

  @Test("Ten minutes within 100 m end a trip, though no fix comes; without the rule nothing does")
  func tripByStay() {
    for stay in [TimeSpan.minutes(10), nil] {
      let rig = gated { $0.session.stay = stay }
      rig.launch()
      rig.deliver(rig.fix())
      exit(rig)
      rig.deliver(rig.fix(north: 900))
      rig.advance(seconds: 9 * 60)
      #expect(isUpdating(rig))
      // The timer checks every minute, so the eleventh minute is the last.
      rig.advance(seconds: 2 * 60)
      #expect(isUpdating(rig) == (stay == nil))
    }
  }

  @Test("A trip outlives its process, and so does waiting")
  func relaunch() {
    let rig = gated()
    rig.launch()
    rig.deliver(rig.fix())
    exit(rig)
    rig.kill()
    rig.launch(.significantChange)
    #expect(isUpdating(rig))
    rig.deliver(rig.fix(north: 900))
    visit(rig, hasEnded: false)
    rig.kill()
    rig.launch(.visit)
    rig.deliver(rig.fix(north: 900))
    #expect(!isUpdating(rig))
  }

  @Test("A duty cycle of 2 min in 12 records for 2 min and asks for little during 10")
  func dutyCycle() {
    let rig = rig([.standardUpdates, .dutyCycle])
    rig.launch()
    #expect(rig.phone.location.desiredAccuracy == .best)
    rig.deliver(rig.fix())
    #expect(rig.witness.records.count == 1)
    rig.advance(seconds: 121)
    #expect(rig.phone.location.desiredAccuracy == .threeKilometers)
    #expect(rig.tracker?.wishes.first?.adapter == .dutyCycle)
    rig.deliver(rig.fix(north: 500))
    #expect(rig.witness.records.count == 1)
    // The period is 120 s and 600 s.
    rig.advance(seconds: 600)
    #expect(rig.phone.location.desiredAccuracy == .best)
    rig.deliver(rig.fix(north: 900))
    #expect(rig.witness.records.count == 2)
  }
}
