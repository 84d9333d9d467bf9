import Foundation
import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

/// Tests of a gate at the rig's origin.
@Suite("A gate on the way")
struct GateTests {
  private func rig() -> Rig {
    let rig = Rig(.drives { $0.drives.gate = Rig.origin })
    rig.launch()
    return rig
  }

  private func come(_ rig: Rig, _ places: Double..., accuracy: Double = 5) {
    for north in places {
      rig.deliver(rig.fix(north: north, accuracy: accuracy))
      rig.advance(seconds: 1)
    }
  }

  private func gates(_ rig: Rig) -> Int { rig.witness.records.count { $0.kind == .gate } }

  private func walk(_ rig: Rig) {
    var activity = MotionActivity(confidence: .high, start: rig.system.now)
    activity.walking = true
    rig.phone.report(activity)
  }

  @Test("It is asked to open once an approach, within 64 m, after the ring of 200 m was crossed")
  func once() {
    let rig = rig()
    come(rig, 300, 190, 65)
    #expect(gates(rig) == 0)
    come(rig, 63, 30, 0, 63, 100, 50)
    #expect(gates(rig) == 1)
    come(rig, 190, 63)
    #expect(gates(rig) == 1)
    come(rig, 201, 63)
    #expect(gates(rig) == 2)
  }

  @Test("Who comes from behind the gate does not open it")
  func leaving() {
    let rig = rig()
    come(rig, 0, 30, 60, 150, 210)
    #expect(gates(rig) == 0)
  }

  @Test("On foot it is 38 m")
  func onFoot() {
    let rig = rig()
    walk(rig)
    come(rig, 300, 150, 39)
    #expect(gates(rig) == 0)
    come(rig, 37)
    #expect(gates(rig) == 1)
  }

  @Test("A vague fix neither opens it nor tells an approach")
  func vague() {
    let rig = rig()
    come(rig, 300, 100)
    come(rig, 50, accuracy: 65)
    come(rig, 3000, accuracy: 2000)
    #expect(gates(rig) == 0)
    come(rig, 50, accuracy: 64)
    #expect(gates(rig) == 1)
  }

  @Test("The ring is a region that wakes the app, which then asks for the best accuracy")
  func ring() {
    let rig = rig()
    let region = CircularRegion(identifier: "gate", center: Rig.origin, radiusMeters: 200)
    #expect(rig.system.regions == [region])
    rig.advance(seconds: 700)
    #expect(rig.phone.location.desiredAccuracy == .threeKilometers)
    rig.tracker?.locationManager(rig.phone.location, didExitRegion: region)
    rig.tracker?.locationManager(rig.phone.location, didEnterRegion: region)
    #expect(rig.phone.location.desiredAccuracy == .bestForNavigation)
    come(rig, 60)
    #expect(gates(rig) == 1)
  }

  @Test("A kill within the ring opens the gate neither twice nor never")
  func killed() {
    let rig = rig()
    come(rig, 300, 100)
    rig.kill()
    rig.launch(.region)
    come(rig, 50)
    #expect(gates(rig) == 1)
    rig.kill()
    rig.launch(.region)
    come(rig, 40)
    #expect(gates(rig) == 1)
  }

  @Test("POST /gate says who asks, where and when")
  func request() {
    let rig = rig()
    come(rig, 300, 0)
    #expect(
      rig.phone.web.requests == [
        HTTPRequest(
          method: "POST", url: "https://example.org/gate",
          headers: [
            HTTPHeader("Content-Type", "application/json"),
            HTTPHeader("Authorization", "Bearer secret"),
          ],
          body: Array(
            (#"{"latitude":45.5,"longitude":-122.6,"time":"2026-03-02T09:00:01Z","#
              + #""device_id":"car"}"#).utf8))
      ])
    rig.phone.web.answer()
    rig.advance(seconds: 600)
    #expect(rig.phone.web.requests.count == 1 && rig.witness.queueLength == 0)
  }

  @Test("What found no server is sent again, the same, and no more after two minutes")
  func retries() {
    let rig = rig()
    come(rig, 300, 0)
    rig.phone.web.answer(.failure(.notConnectedToInternet))
    rig.advance(seconds: 5)
    #expect(rig.phone.web.requests.count == 2)
    #expect(rig.phone.web.requests[0] == rig.phone.web.requests[1])
    rig.phone.web.answer(.failure(.notConnectedToInternet))
    rig.kill()
    rig.advance(seconds: 121)
    rig.launch(.region)
    come(rig, 0)
    #expect(rig.phone.web.requests.isEmpty && rig.store.queueLength == 0)
  }
}
