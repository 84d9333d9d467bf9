import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import RecordStorage
@testable import TrackingEngine

@Suite("Logging modes")
struct LoggingModeTests {
  private func rig(_ change: (inout TrackerSettings) -> Void) -> Rig {
    let rig = Rig(.overland(change))
    rig.launch()
    return rig
  }

  private func bodies(_ rig: Rig) -> [String] {
    rig.phone.web.requests.map { String(decoding: $0.body, as: UTF8.self) }
  }

  @Test("The latest position takes the place of those that wait, and trips and visits wait on")
  func latest() throws {
    let rig = rig {
      $0.loggingMode = .latest
      $0.trip.loggingMode = .latest
      $0.visitTracking = true
      $0.sendInterval = nil
    }
    rig.deliver(rig.fix())
    rig.tracker?.locationManager(rig.phone.location, didVisit: .ofOrigin)
    rig.tracker?.perform(UserAction("startTrip"))
    rig.tracker?.perform(UserAction("stopTrip"))
    for _ in 0..<3 {
      rig.advance(seconds: 1)
      rig.deliver(rig.fix(north: 1), rig.fix(north: 2), rig.fix(north: 3))
    }
    let waiting = try rig.store.first(10)
    #expect(waiting.map { RecordKinds($0.kind) } == [.visit, .trip, .location])
    #expect(waiting.last?.location.coordinate == Rig.place(north: 3))
    #expect(rig.witness.discards == Array(repeating: "loggingMode", count: 6))
    #expect(rig.witness.queueLength == 3)
  }

  @Test("As shipped the latest position takes the place of everything")
  func latestPurges() throws {
    let rig = rig {
      $0.loggingMode = .latest
      $0.overland.latestPurges = true
      $0.visitTracking = true
      $0.sendInterval = nil
    }
    rig.tracker?.locationManager(rig.phone.location, didVisit: .ofOrigin)
    rig.deliver(rig.fix())
    #expect(try rig.store.first(10).map(\.kind) == [.location])
  }

  @Test("A position that came while the one before was under way is not lost with it")
  func underWay() throws {
    let rig = rig { $0.loggingMode = .latest }
    rig.deliver(rig.fix())
    rig.advance(seconds: 1)
    rig.deliver(rig.fix(north: 5))
    rig.phone.web.answer()
    #expect(try rig.store.first(10).map(\.location.coordinate) == [Rig.place(north: 5)])
  }

  @Test("The latest position outlives a kill, in a file too")
  func latestInFile() throws {
    let folder = TemporaryFolder()
    let path = folder.file("day.sqlite")
    let rig = Rig(
      .overland {
        $0.loggingMode = .latest
        $0.sendInterval = nil
      }, store: try SQLiteRecordStore(path: path))
    rig.launch()
    for north in [0.0, 10, 20] {
      rig.advance(seconds: 1)
      rig.deliver(rig.fix(north: north))
    }
    rig.kill()
    rig.store = InMemoryRecordStore()
    let store = try SQLiteRecordStore(path: path)
    #expect(try store.first(10).map(\.location.coordinate) == [Rig.place(north: 20)])
  }

  @Test("OwnTracks is sent the newest position once an interval, as a bare message")
  func ownTracks() {
    let rig = rig {
      $0.loggingMode = .ownTracks
      $0.accessToken = "phone"
      $0.deviceID = "me/phone"
      $0.visitTracking = true
    }
    rig.tracker?.locationManager(rig.phone.location, didVisit: .ofOrigin)
    #expect(rig.phone.web.requests.isEmpty)
    rig.deliver(rig.fix(accuracy: 12.4))
    #expect(
      bodies(rig) == [
        #"{"_type":"location","lat":45.5,"lon":-122.6,"tst":1772442000,"acc":12,"batt":80,"#
          + #""topic":"owntracks/me/phone"}"#
      ])
    #expect(rig.phone.web.requests[0].header("Authorization") == "Basic cGhvbmU6")
    rig.phone.web.answer("[]")
    #expect(rig.store.queueLength == 1)
    for north in 1...100 {
      rig.advance(seconds: 1)
      rig.deliver(rig.fix(north: Double(north)))
    }
    #expect(rig.phone.web.requests.count == 1)
    rig.advance(seconds: 200)
    #expect(rig.phone.web.requests.count == 2)
    rig.phone.web.answer("[]")
    // Without a new record nothing is sent.
    rig.advance(seconds: 1000)
    #expect(rig.phone.web.requests.count == 2)
  }

  @Test("As shipped OwnTracks times count from 2001, and the token is as it is")
  func ownTracksBugs() {
    let rig = rig {
      $0.loggingMode = .ownTracks
      $0.accessToken = "phone"
      $0.overland.ownTracksBugs = true
      $0.wholeSecondKeys = true
    }
    rig.system.batteryLevel = 0.5
    rig.deliver(
      Location(
        coordinate: Coordinate(latitude: 45.123456789, longitude: -122.987654321),
        horizontalAccuracyMeters: 5, timestamp: rig.system.now))
    #expect(
      bodies(rig) == [
        #"{"_type":"location","lat":45.1234567,"lon":-122.9876543,"tst":794134800,"acc":5,"#
          + #""batt":50}"#
      ])
    #expect(rig.phone.web.requests[0].header("Authorization") == "Basic phone:")
  }

  @Test("Positions that waited in batches are not sent to OwnTracks one by one")
  func switched() throws {
    let rig = rig { $0.sendInterval = nil }
    for north in 0..<5 {
      rig.deliver(rig.fix(north: Double(north)))
      rig.advance(seconds: 1)
    }
    rig.tracker?.changeSettings(["loggingMode": "owntracks"])
    rig.tracker?.perform(UserAction("sendNow"))
    rig.phone.web.answer("[]")
    #expect(rig.phone.web.requests.count == 1 && rig.store.queueLength == 0)
  }

  @Test("An answer is judged by the format that asked")
  func switchedUnderWay() {
    let rig = rig { _ in }
    rig.deliver(rig.fix())
    rig.tracker?.changeSettings(["loggingMode": "owntracks"])
    rig.phone.web.answer("[]")
    #expect(rig.store.queueLength == 1)
  }

  @Test("Words in the endpoint stand for the newest position")
  func template() {
    let fix = Location(
      coordinate: Coordinate(latitude: 45.5, longitude: -122.25), altitudeMeters: 19.6,
      horizontalAccuracyMeters: 12.4, speedMetersPerSecond: -1,
      timestamp: Instant(nanoseconds: 1_772_442_000_700_000_000))
    let words = "https://example.org/?t=%TS&p=%LAT,%LON&s=%SPD&a=%ACC&h=%ALT&b=%BAT&x=%20"
    #expect(
      EndpointTemplate(fix, battery: 0.8, rounds: true).filled(words)
        == "https://example.org/?t=2026-03-02T09:00:00Z&p=45.5,-122.25&s=-1&a=12&h=20&b=0.8&x=%20")
    #expect(
      EndpointTemplate(fix, battery: 0.8, rounds: false).filled("s=%SPD&a=%ACC&h=%ALT")
        == "s=-1&a=12.4&h=19.6")
    #expect(
      EndpointTemplate(nil, battery: -1, rounds: false).filled(words)
        == "https://example.org/?t=&p=,&s=&a=&h=&b=-1.0&x=%20")
    let rig = rig { $0.endpoint = "https://example.org/%LAT" }
    rig.deliver(rig.fix())
    #expect(rig.phone.web.requests.map(\.url) == ["https://example.org/45.5"])
    // A machine without a battery, as in an upload from a file, has the record's level.
    rig.system.batteryLevel = -1
    #expect(rig.tracker?.filled("%BAT") == "0.8")
  }
}
