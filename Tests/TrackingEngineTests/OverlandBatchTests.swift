import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Overland's wire format")
struct OverlandBatchTests {
  private let location = Location(
    coordinate: Coordinate(latitude: 37.3318, longitude: -122.030581234567),
    altitudeMeters: 12.5, horizontalAccuracyMeters: 30, verticalAccuracyMeters: -1,
    speedMetersPerSecond: 4.26, speedAccuracyMetersPerSecond: 0.456, courseDegrees: 359.6,
    courseAccuracyDegrees: 10.129,
    timestamp: Instant(nanoseconds: 1_443_711_600_250_000_000))  // 2015-10-01T15:00:00.25Z

  private var record: Record {
    Record(
      location: location, recordedAt: location.timestamp,
      surroundings: Surroundings(
        motion: [.automotive, .stationary], batteryState: .charging, batteryLevel: 0.8,
        network: NetworkName("Café \"5\"")))
  }

  private func text(
    _ records: [Record], current: Record? = nil,
    _ change: (inout TrackerSettings) -> Void = { _ in }
  ) -> String {
    var settings = TrackerSettings()
    change(&settings)
    let batch = OverlandBatch(settings, uniqueIdentifier: "VENDOR-1")
    return String(decoding: batch.body(records, current: current), as: UTF8.self)
  }

  @Test("A position is a GeoJSON feature with its values unrounded")
  func position() {
    let feature =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.030581234567,37.3318]},"#
      + #""properties":{"timestamp":"2015-10-01T15:00:00.250Z","altitude":12.5,"speed":4.26,"#
      + #""course":359.6,"horizontal_accuracy":30,"vertical_accuracy":-1,"speed_accuracy":0.456,"#
      + #""course_accuracy":10.129,"motion":["driving","stationary"],"#
      + #""battery_state":"charging","battery_level":0.8,"wifi":"Café \"5\"","device_id":""}}"#
    #expect(text([record]) == #"{"locations":["# + feature + "]}")
    #expect(text([], current: record) == #"{"locations":[],"current":"# + feature + "}")
  }

  @Test("As shipped values are rounded and cut, and an empty device identifier is left out")
  func asShipped() {
    let body = text([record]) {
      $0.wholeSecondKeys = true
      $0.noDeviceId = true
    }
    #expect(body.contains(#""coordinates":[-122.0305812,37.3318]"#))
    #expect(
      body.contains(#""timestamp":"2015-10-01T15:00:00Z","altitude":13,"speed":4,"course":360"#))
    #expect(body.contains(#""speed_accuracy":0.45,"course_accuracy":10.12,"#))
    #expect(!body.contains("device_id"))
  }

  @Test("Tracking statistics, device and unique identifier come only when asked for")
  func options() {
    let body = text([record, record]) {
      $0.includesTrackingStatistics = true
      $0.includesUniqueID = true
      $0.deviceID = "phone"
      $0.desiredAccuracy = .kilometer
      $0.activityType = .otherNavigation
      $0.trackingMode = .significant
      $0.pausesAutomatically = true
    }
    #expect(
      body.contains(
        #""pauses":true,"activity":"other_navigation","desired_accuracy":1000,"deferred":0,"#
          + #""significant_change":"exclusive","locations_in_payload":2,"#))
    #expect(body.contains(#""device_id":"phone","unique_id":"VENDOR-1"}"#))
    #expect(!text([record]).contains("unique_id"))
    #expect(!text([record]).contains("pauses"))
  }

  @Test("A visit has its dates, or null where the phone did not see them")
  func visit() {
    var visit = record
    visit.kind = .visit(arrival: location.timestamp - .hours(1), departure: .distantFuture)
    visit.surroundings = Surroundings()
    #expect(
      text([visit]).contains(
        #""properties":{"timestamp":"2015-10-01T15:00:00.250Z","action":"visit","#
          + #""arrival_date":"2015-10-01T14:00:00.250Z","departure_date":null,"#
          + #""horizontal_accuracy":30,"battery_state":"unknown","battery_level":-1,"wifi":"","#
          + #""device_id":""}}"#))
  }

  @Test("A log record has its action, and no geometry before the first position")
  func log() {
    var log = record
    log.kind = .log(.pausedLocationUpdates)
    log.location.horizontalAccuracyMeters = -1
    let body = text([log])
    #expect(body.contains(#""geometry":null"#))
    #expect(body.contains(#""action":"paused_location_updates""#))
  }

  @Test(
    "What acknowledges a batch",
    arguments: [
      (200, #"{"result":"ok","saved":3}"#, true, true),
      (200, #"{"error":"no such token"}"#, false, true),
      (200, #"{"result":1}"#, false, true), (200, "", false, true), (200, #"["ok"]"#, false, true),
      (204, "", false, true), (500, #"{"result":"ok"}"#, false, false),
    ])
  func acknowledgement(_ given: (status: Int, body: String, strict: Bool, lax: Bool)) {
    let response = HTTPResponse(status: given.status, body: Array(given.body.utf8))
    #expect(OverlandAnswer.acknowledges(response, acceptsAnyHTTP2xx: false) == given.strict)
    #expect(OverlandAnswer.acknowledges(response, acceptsAnyHTTP2xx: true) == given.lax)
  }
}
