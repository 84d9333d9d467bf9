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
    _ records: [Record], details: [Record.Identifier: String] = [:], current: Record? = nil,
    trip: OverlandBatch.TripUnderWay? = nil,
    _ change: (inout TrackerSettings) -> Void = { _ in }
  ) -> String {
    var settings = TrackerSettings()
    change(&settings)
    let batch = OverlandBatch(settings, uniqueIdentifier: "VENDOR-1")
    return String(
      decoding: batch.body(records, details: details, current: current, trip: trip), as: UTF8.self)
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

  @Test("A batch writes each record as it is alone, with the same surroundings or with others")
  func surroundings() {
    var visit = record
    visit.kind = .visit(arrival: .distantPast, departure: .distantFuture)
    var others = (0..<4).map { _ in record }
    others[0].surroundings.motion = []
    others[1].surroundings.batteryState = .full
    others[2].surroundings.batteryLevel = 0.79
    others[3].surroundings.network = .none
    let records =
      [record, record, visit, record] + others + others.flatMap { [$0, record, $0, $0, visit] }
    let features = records.map { text([$0]).dropFirst(#"{"locations":["#.count).dropLast(2) }
    #expect(text(records) == #"{"locations":["# + features.joined(separator: ",") + "]}")
    #expect(Set(features).count == 6)
  }

  @Test("A time has milliseconds at most, and none on a whole second")
  func timePrecision() {
    for (nanoseconds, shown) in [
      (0, "15:00:00Z"), (250_000_000, "15:00:00.250Z"), (123_456_789, "15:00:00.123Z"),
      (999_999, "15:00:00Z"), (999_999_999, "15:00:00.999Z"),
    ] as [(Int64, String)] {
      var record = record
      record.location.timestamp = Instant(nanoseconds: 1_443_711_600_000_000_000 + nanoseconds)
      #expect(text([record]).contains(#""timestamp":"2015-10-01T\#(shown)""#))
    }
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
    // Numbers are cut after the seventh digit and never rounded: …8099 and not …81.
    var other = record
    other.location.coordinate = Coordinate(latitude: 37.33180996, longitude: 0.00000019)
    #expect(
      text([other]) { $0.wholeSecondKeys = true }.contains(#""coordinates":[0.0000001,37.3318099]"#)
    )
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
    let properties = [
      #""properties":{"timestamp":"2015-10-01T15:00:00.250Z","action":"visit""#,
      #""arrival_date":"2015-10-01T14:00:00.250Z","departure_date":null,"horizontal_accuracy":30"#,
      #""battery_state":"unknown","battery_level":-1,"wifi":"","device_id":""}}"#,
    ]
    #expect(text([visit]).contains(properties.joined(separator: ",")))
  }

  @Test("As shipped the statistics have the phone's constants, the mode's number and the delivery")
  func oldStatistics() {
    var second = record
    second.identifier = Record.Identifier(rawValue: 2)
    let body = text([record, second], details: [second.identifier: #"{"delivered":7}"#]) {
      $0.includesTrackingStatistics = true
      $0.overland.oldStats = true
      $0.desiredAccuracy = .best
      $0.trackingMode = .both
    }
    let old = #""pauses":false,"activity":"other","desired_accuracy":-1,"tracking_mode":3,"#
    #expect(body.contains(old + #""locations_in_payload":1,"battery_state""#))
    #expect(body.contains(old + #""locations_in_payload":7,"battery_state""#))
  }

  @Test("The best accuracy is no negative number of meters")
  func bestAccuracy() {
    let body = text([record]) {
      $0.includesTrackingStatistics = true
      $0.desiredAccuracy = .bestForNavigation
    }
    #expect(body.contains(#""desired_accuracy":0,"deferred":0,"significant_change":"disabled""#))
  }

  @Test("A position of a trip names it")
  func tripOfPosition() {
    var other = record
    other.identifier = Record.Identifier(rawValue: 2)
    let body = text(
      [record, other], details: [other.identifier: #"{"trip_id":"2015-10-01T14:00:00Z"}"#])
    #expect(body.components(separatedBy: "trip_id").count == 2)
    #expect(
      body.contains(
        #""motion":["driving","stationary"],"trip_id":"2015-10-01T14:00:00Z","battery_state""#))
  }

  private var trip: TripSummary {
    var trip = TripSummary(mode: .train, start: Instant(nanoseconds: 1_443_711_000_000_000_000))
    trip.startLocation = Location(
      coordinate: Coordinate(latitude: 37.5, longitude: -122.25), altitudeMeters: 3,
      horizontalAccuracyMeters: 10,
      timestamp: Instant(nanoseconds: 1_443_711_001_000_000_000))
    trip.distanceMeters = 1234.5
    return trip
  }

  private let start =
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.25,37.5]},"properties":"#
    + #"{"timestamp":"2015-10-01T14:50:01Z","altitude":3,"speed":-1,"course":-1,"#
    + #""horizontal_accuracy":10,"vertical_accuracy":-1,"speed_accuracy":-1,"course_accuracy":-1,"#
    + #""device_id":""}}"#

  @Test("A trip in progress comes beside the locations, with its begin and where it is now")
  func tripUnderWay() {
    var current = record
    current.surroundings = Surroundings()
    let body = text([], trip: OverlandBatch.TripUnderWay(summary: trip, current: current))
    #expect(
      body == #"{"locations":[],"trip":{"mode":"train","start":"2015-10-01T14:50:00Z","#
        + #""distance":1234.5,"start_location":"# + start + #","current_location":"#
        + #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.030581234567,37.3318]},"#
        + #""properties":{"timestamp":"2015-10-01T15:00:00.250Z","altitude":12.5,"speed":4.26,"#
        + #""course":359.6,"horizontal_accuracy":30,"vertical_accuracy":-1,"#
        + #""speed_accuracy":0.456,"course_accuracy":10.129,"motion":[],"battery_state":"unknown","#
        + #""battery_level":-1,"wifi":"","device_id":""}}}}"#)
    let none = OverlandBatch.TripUnderWay(
      summary: TripSummary(mode: .walk, start: trip.start), current: nil)
    #expect(
      text([], trip: none)
        == #"{"locations":[],"trip":{"mode":"walk","start":"2015-10-01T14:50:00Z","distance":0,"#
        + #""start_location":null,"current_location":null}}"#)
  }

  @Test("A trip's record has both ends, its length and its steps; as shipped in whole numbers")
  func tripRecord() {
    var ended = trip
    ended.end = location.timestamp
    ended.steps = 17
    ended.stoppedAutomatically = true
    var record = record
    record.kind = .trip
    record.surroundings = Surroundings()
    let details = [record.identifier: ended.json]
    #expect(
      text([record], details: details)
        == #"{"locations":[{"type":"Feature","geometry":{"type":"Point","#
        + #""coordinates":[-122.030581234567,37.3318]},"properties":{"#
        + #""timestamp":"2015-10-01T15:00:00.250Z","type":"trip","mode":"train","#
        + #""start":"2015-10-01T14:50:00Z","end":"2015-10-01T15:00:00.250Z","#
        + #""start_location":"# + start + #","end_location":null,"duration":600.25,"#
        + #""distance":1234.5,"stopped_automatically":true,"steps":17,"battery_state":"unknown","#
        + #""battery_level":-1,"wifi":"","device_id":""}}]}"#)
    let old = text([record], details: details) { $0.wholeSecondKeys = true }
    #expect(old.contains(#""end":"2015-10-01T15:00:00Z""#))
    #expect(old.contains(#""duration":600,"distance":1235,"#))
  }

  @Test("What a trip has come to is read again as it is written")
  func tripWritten() {
    var full = trip
    full.lastLocation = location
    full.end = location.timestamp
    full.steps = 3
    full.startedTracking = true
    for trip in [trip, full] { #expect(TripSummary(json: trip.json) == trip) }
    #expect(TripSummary(json: "{}") == nil)
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
    let answer = OverlandAnswer(response)
    #expect(answer.acknowledges(acceptsAnyHTTP2xx: false) == given.strict)
    #expect(answer.acknowledges(acceptsAnyHTTP2xx: true) == given.lax)
  }
}
