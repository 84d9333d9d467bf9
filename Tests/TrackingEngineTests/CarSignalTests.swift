import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("The means of detecting drives")
struct CarSignalTests {
  private static let start = Instant(nanoseconds: 1_772_442_000_000_000_000)
  private let here = Location(
    coordinate: Rig.origin, horizontalAccuracyMeters: 5, timestamp: start)

  private func handle(
    _ machine: inout DriveMachine, _ event: DriveMachine.Event, at second: Double = 0
  ) -> [String] {
    machine.handle(event, at: Self.start + .seconds(second)).map { action in
      switch action {
      case .began: "began"
      case .keep: "keep"
      case .ended: "ended"
      }
    }
  }

  @Test("The car begins a drive at once, holds it against rest, and ends it without driving motion")
  func machine() {
    var machine = DriveMachine(DriveSettings())
    #expect(handle(&machine, .car(isConnected: true, cached: here)) == ["began", "keep"])
    // The phone still reports the rest before the drive; the points go on.
    #expect(handle(&machine, .moved(.stationary, cached: nil), at: 5) == [])
    var next = here
    next.coordinate = Rig.place(north: 50)
    #expect(handle(&machine, .fix(next), at: 6) == ["keep"])
    #expect(handle(&machine, .car(isConnected: true, cached: here), at: 7) == [])
    #expect(handle(&machine, .car(isConnected: false, cached: nil), at: 60) == ["ended"])
    #expect(handle(&machine, .car(isConnected: false, cached: nil), at: 61) == [])
  }

  @Test(
    "A connection that fails on the way leaves the end to motion; a standing car's ends the drive")
  func failing() {
    var machine = DriveMachine(DriveSettings())
    _ = handle(&machine, .car(isConnected: true, cached: here))
    #expect(handle(&machine, .moved(.automotive, cached: nil), at: 5) == [])
    #expect(handle(&machine, .car(isConnected: false, cached: nil), at: 60) == [])
    #expect(handle(&machine, .moved(.walking, cached: nil), at: 90) == ["ended"])
    _ = handle(&machine, .car(isConnected: true, cached: here), at: 100)
    _ = handle(&machine, .moved([.automotive, .stationary], cached: nil), at: 110)
    #expect(handle(&machine, .car(isConnected: false, cached: nil), at: 120) == ["ended"])
  }

  @Test("carAudio: a drive begins with the route to the car, also without the right to motion")
  func audio() {
    for isRefused in [false, true] {
      let rig = Rig(.drives { $0.drives.carAudio = true })
      if isRefused { rig.system.motionPermission = .denied }
      rig.launch()
      rig.phone.location.location = rig.fix()
      rig.phone.car.outputs = [AudioPort(.bluetoothHFP, name: "Octavia")]
      #expect(rig.phone.location.desiredAccuracy == .bestForNavigation)
      rig.deliver(rig.fix(north: 100))
      rig.phone.car.outputs = []
      #expect(rig.witness.records.map(\.kind) == [.location, .location, .drive])
      let text =
        "driveDetection: shows the user: Drives are detected by the car's connection alone: "
        + "motion is off for this app. Turn it on in Settings, under Privacy."
      #expect(rig.system.notes.contains(text) == isRefused)
    }
    let deaf = Rig(.drives { _ in })
    deaf.launch()
    deaf.phone.car.outputs = [AudioPort(.carAudio, name: "CarPlay")]
    #expect(deaf.tracker?.driveMeans == .motion)
    #expect(deaf.witness.records.isEmpty)
  }

  @Test("carAccessory: its connection launches the app into a drive; a region then makes it last")
  func accessory() {
    let rig = Rig(.drives { $0.drives.carAccessory = "plug" })
    rig.launch()
    #expect(rig.phone.car.requested == ["plug"])
    rig.kill()
    rig.system.regions = [
      CircularRegion(identifier: "parked", center: Rig.origin, radiusMeters: 100)
    ]
    rig.launch(.bluetooth)
    rig.phone.location.location = rig.fix()
    rig.phone.car.connected = ["plug"]
    rig.phone.car.onConnectionChange?("plug", true)
    #expect(rig.witness.records.map(\.kind) == [.location])
    // The region stays, since only its border lets the app go on in the background (BG-2).
    let parked = rig.system.regions
    #expect(parked.map(\.identifier) == ["parked"])
    _ = rig.system.takeCalls()
    rig.tracker?.locationManager(rig.phone.location, didExitRegion: parked[0])
    #expect(rig.system.takeCalls() == ["stopUpdating", "startUpdating"])
  }

  @Test("The car that is already connected at a launch is read")
  func connectedAtLaunch() {
    let rig = Rig(.drives { $0.drives.carAudio = true })
    rig.launch(.region)
    rig.phone.location.location = rig.fix()
    rig.phone.car.onRouteChange = nil
    rig.phone.car.outputs = [AudioPort(.carAudio, name: "CarPlay")]
    rig.advance(seconds: 0)
    #expect(rig.witness.records.map(\.kind) == [.location])
  }

  @Test("Motion refused in the dialogue: it says so then, and is inactive at once")
  func motionRefusedInDialogue() {
    let rig = Rig(.drives { _ in })
    rig.system.motionPermission = .notDetermined
    rig.launch()
    var alerts: [String] = []
    rig.tracker?.onAlert = { alerts.append($0) }
    #expect(rig.phone.location.desiredAccuracy == .bestForNavigation)
    #expect(rig.tracker?.driveMeans == .motion)
    rig.phone.refuseMotion()
    #expect(
      alerts == [
        "Drives are not detected: motion is off for this app. "
          + "Turn it on in Settings, under Privacy."
      ])
    #expect(rig.phone.location.desiredAccuracy == .threeKilometers)
  }
}
