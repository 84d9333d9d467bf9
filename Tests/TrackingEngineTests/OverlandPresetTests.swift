import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Overland's presets on the phone")
struct OverlandPresetTests {
  @Test("High resolution asks for unfiltered standard updates that go on in the background")
  func highResolutionAtLaunch() {
    let rig = Rig(.highResolution)
    rig.system.hasHeading = true
    rig.launch()
    #expect(rig.system.takeCalls() == ["startUpdating", "startHeading", "stopSignificant"])
    let manager = rig.phone.location
    #expect(manager.desiredAccuracy == .best)
    #expect(manager.distanceFilterMeters == nil)
    #expect(manager.allowsBackgroundLocationUpdates)
    #expect(!manager.pausesLocationUpdatesAutomatically)
    rig.enterBackground()
    #expect(rig.system.takeCalls() == [])
    rig.deliver(rig.fix())
    #expect(rig.witness.records.map(\.source) == [.standard])
  }

  @Test("Without a compass no heading is asked for")
  func noHeading() {
    let rig = Rig(.highResolution)
    rig.launch()
    #expect(!rig.system.calls.contains("startHeading"))
  }

  @Test("Battery saving asks for significant changes alone and records them")
  func batterySavingAtLaunch() {
    let rig = Rig(.batterySaving)
    rig.launch()
    #expect(rig.system.takeCalls() == ["stopUpdating", "startSignificant"])
    rig.enterBackground()
    rig.deliver(rig.fix(accuracy: 1400))
    #expect(rig.witness.records.map(\.source) == [.significantChange])
  }

  @Test("A relaunch in the background goes on tracking")
  func relaunch() {
    let rig = Rig(.batterySaving)
    rig.launch()
    rig.enterBackground()
    rig.kill()
    _ = rig.system.takeCalls()
    rig.launch(.significantChange)
    #expect(rig.system.takeCalls().contains("startSignificant"))
  }

  @Test("Tracking that was switched off stays off after a relaunch")
  func relaunchWhenOff() {
    let rig = Rig(.highResolution)
    rig.launch()
    rig.tracker?.perform(UserAction("stopTracking"))
    rig.kill()
    _ = rig.system.takeCalls()
    rig.launch()
    #expect(rig.system.takeCalls() == [])
    rig.tracker?.perform(UserAction("startTracking"))
    #expect(rig.system.takeCalls().contains("startUpdating"))
  }

  @Test("A pause arms a fence of 500 m, and leaving it starts updates again and drops it")
  func pauseAndResume() throws {
    let rig = Rig(.batterySavingBoth)
    rig.launch()
    rig.enterBackground()
    rig.deliver(rig.fix())
    _ = rig.system.takeCalls()
    rig.tracker?.locationManagerDidPauseLocationUpdates(rig.phone.location)
    let region = try #require(rig.system.regions.first)
    #expect(region.identifier == "resume-from-pause" && region.radiusMeters == 500)
    #expect(region.center == Rig.origin && region.notifyOnExit && !region.notifyOnEntry)
    // A fix that arrives during a pause can only be a significant change.
    rig.advance(seconds: 60)
    rig.deliver(rig.fix(north: 300))
    #expect(rig.witness.records.last?.source == .significantChange)
    _ = rig.system.takeCalls()
    rig.tracker?.locationManager(rig.phone.location, didExitRegion: region)
    #expect(rig.system.regions.isEmpty)
    #expect(rig.system.takeCalls().prefix(2) == ["unwatch resume-from-pause", "startUpdating"])
  }

  @Test("A process that was killed while paused is resumed by the fence")
  func pauseAndKill() throws {
    let rig = Rig(.batterySavingBoth)
    rig.launch()
    rig.deliver(rig.fix())
    rig.tracker?.locationManagerDidPauseLocationUpdates(rig.phone.location)
    rig.kill()
    rig.launch(.region)
    let region = try #require(rig.system.regions.first)
    rig.tracker?.locationManager(rig.phone.location, didExitRegion: region)
    #expect(rig.system.regions.isEmpty)
    rig.deliver(rig.fix(north: 510))
    #expect(rig.witness.records.last?.source == .standard)
  }

  @Test("Without a resume distance a pause arms nothing")
  func pauseWithoutFence() {
    let rig = Rig(.overland { $0.pausesAutomatically = true })
    rig.launch()
    rig.deliver(rig.fix())
    rig.tracker?.locationManagerDidPauseLocationUpdates(rig.phone.location)
    #expect(rig.system.regions.isEmpty)
  }

  @Test("Visits are recorded only when asked for, even with fixes off")
  func visits() {
    let visit = Visit(
      coordinate: Rig.origin, horizontalAccuracyMeters: 30, arrival: .distantPast,
      departure: .distantFuture)
    for isOn in [true, false] {
      let rig = Rig(
        .overland {
          $0.trackingMode = .off
          $0.visitTracking = isOn
        })
      rig.launch()
      #expect(rig.system.takeCalls().contains("startVisits") == isOn)
      rig.tracker?.locationManager(rig.phone.location, didVisit: visit)
      #expect(rig.witness.records.count == (isOn ? 1 : 0))
    }
  }

  @Test("Records carry motion, battery and network as they were at that time")
  func surroundings() {
    let rig = Rig(.highResolution)
    rig.system.networkName = "HomeNet"
    rig.launch()
    var activity = MotionActivity(confidence: .high, start: rig.system.now)
    activity.automotive = true
    activity.stationary = true
    rig.phone.report(activity)
    rig.deliver(rig.fix())
    let first = rig.witness.records[0].surroundings
    #expect(first.motion == [.automotive, .stationary])
    #expect(first.network.text == "HomeNet")
    #expect(first.batteryLevel == 0.8 && first.batteryState == .unplugged)
    // The battery is read again at once after a change of power, and otherwise after ten seconds.
    rig.system.batteryLevel = 0.79
    rig.phone.powerChanged()
    rig.advance(seconds: 1)
    rig.deliver(rig.fix(north: 1))
    rig.system.networkName = nil
    rig.advance(seconds: 10)
    rig.deliver(rig.fix(north: 2))
    #expect(rig.witness.records[1].surroundings.batteryLevel == 0.79)
    #expect(rig.witness.records[2].surroundings.network.isNone)
  }

  @Test("Steps in the app's life are recorded only with tracking statistics on")
  func trackingLog() {
    for isOn in [true, false] {
      let rig = Rig(.overland { $0.includesTrackingStatistics = isOn })
      rig.launch(.significantChange)
      rig.tracker?.locationManagerDidPauseLocationUpdates(rig.phone.location)
      rig.tracker?.locationManagerDidResumeLocationUpdates(rig.phone.location)
      rig.tracker?.applicationWillTerminate()
      let expected: [LogAction] = [
        .applicationLaunchedWithLocation, .pausedLocationUpdates, .resumedLocationUpdates,
        .willTerminate,
      ]
      #expect(rig.witness.records.map(\.kind) == (isOn ? expected.map { .log($0) } : []))
    }
  }
}
