import Testing
import Timekeeping

@testable import RecordStorage
@testable import TrackingEngine

/// Tests of exports of the details that the store keeps with a record.
@Suite("Exports of trips and drives")
struct TripExportTests {
  /// A record `minutes` after 09:00 UTC.
  private static func record(_ kind: Record.Kind, _ minutes: Double) -> Record {
    var record = ExportRig.fix(minutes, hasHome: false)
    record.kind = kind
    record.source = .derived
    return record
  }

  private static func drive(
    _ minutes: Double, to end: Double, _ startPlace: String?, _ endPlace: String?,
    meters: Double, isBusiness: Bool = true
  ) -> (Record, String) {
    let summary = DriveSummary(
      start: ExportRig.instant(minutes), end: ExportRig.instant(end), startPlace: startPlace,
      endPlace: endPlace, distanceMeters: meters,
      duration: .seconds((60 * (end - minutes)).rounded(.down)),
      pointCount: 40, isBusiness: isBusiness)
    return (record(.drive, end), summary.json)
  }

  private func rig(_ records: [(Record, String?)]) throws -> ExportRig {
    let rig = try ExportRig()
    for (record, details) in records { _ = try rig.store.append(record, details: details) }
    return rig
  }

  private static let drives: [(Record, String?)] = [
    drive(0, to: 21, "home", "office", meters: 8_249),
    drive(500, to: 520, "office", "Tom's, \"the\" pub", meters: 8_051, isBusiness: false),
    (record(.location, 600), nil),
    // 23:30 UTC is on the next day in Berlin.
    drive(870, to: 935, nil, "home", meters: 60_400),
  ]

  @Test("A drive's details are JSON of a fixed form, and come back")
  func details() {
    let summary = DriveSummary(
      start: ExportRig.instant(0), end: ExportRig.instant(21.5), startPlace: "home",
      distanceMeters: 8249.5, duration: .seconds(1280 as Int64), pointCount: 40)
    #expect(
      summary.json == """
        {"distanceMeters":8249.5,"durationSeconds":1280,"end":"2026-03-02T09:21:30.000Z",\
        "isBusiness":true,"points":40,"start":"2026-03-02T09:00:00.000Z","startPlace":"home"}
        """)
    #expect(DriveSummary(json: summary.json) == summary)
    #expect(DriveSummary(json: "{}") == nil && DriveSummary(json: "") == nil)
  }

  @Test("Drives are a line each; one that makes no sense keeps its line")
  func drivesTable() throws {
    let broken = (Self.record(.drive, 940), "{\"start\":1}" as String?)
    #expect(
      try rig(Array(Self.drives.prefix(2)) + [broken]).text(.drives) == """
        start,end,start_place,end_place,distance_m,duration_s,points,business,recorded_at
        2026-03-02T09:00:00.000Z,2026-03-02T09:21:00.000Z,home,office,8249,1260,40,1,\
        2026-03-02T09:21:00.000Z
        2026-03-02T17:20:00.000Z,2026-03-02T17:40:00.000Z,office,"Tom's, ""the"" pub",8051,1200,40,\
        0,2026-03-02T17:40:00.000Z
        ,,,,,,,,2026-03-03T00:40:00.000Z

        """)
  }

  @Test("The list for people is by year and local day, with sums")
  func drivesText() throws {
    let rig = try rig(Self.drives)
    let berlin = try #require(LocalCalendar(identifier: "Europe/Berlin"))
    #expect(
      try rig.text(.drivesText) { $0.calendar = berlin } == """
        2026: 3 drives, 76.7 km, 1 h 46 min

        Monday 2026-03-02: 2 drives, 16.3 km, 41 min
          10:00–10:21  home – office  8.2 km  21 min  business
          18:20–18:40  office – Tom's, "the" pub  8.1 km  20 min  private

        Tuesday 2026-03-03: 1 drive, 60.4 km, 1 h 5 min
          00:30–01:35  ? – home  60.4 km  1 h 5 min  business

        """)
    let newestFirst = try rig.text(.drivesText) {
      $0.calendar = berlin
      $0.isNewestFirst = true
    }
    #expect(newestFirst.split(separator: "\n")[1].hasPrefix("Tuesday 2026-03-03"))
  }

  @Test("Trips are a line each, of what was known of them")
  func trips() throws {
    let details = """
      {"mode":"bicycle","start":"2026-03-02T09:00:00Z","end":"2026-03-02T09:30:00Z",\
      "startLocation":["2026-03-02T09:00:02Z",45.5,-122.6,1,5,-1,-1,-1,-1,-1],\
      "lastLocation":["2026-03-02T09:29:58Z",45.55,-122.65,1,5,-1,-1,-1,-1,-1],\
      "distanceMeters":7012.4,"stoppedAutomatically":false,"startedTracking":true}
      """
    let rig = try rig([
      (Self.record(.trip, 30), details),
      (
        Self.record(.trip, 50),
        TripSummary(mode: .walk, start: ExportRig.instant(40)).json
      ),
      (Self.record(.trip, 55), #"{"mode":"walk"}"#),
      (Self.record(.trip, 60), nil),
    ])
    #expect(
      try rig.text(.trips) == """
        start,end,mode,distance_m,minutes,steps,start_latitude,start_longitude,end_latitude,\
        end_longitude,stopped_automatically,recorded_at
        2026-03-02T09:00:00.000Z,2026-03-02T09:30:00.000Z,bicycle,7012,30,,45.5000000,-122.6000000,\
        45.5500000,-122.6500000,0,2026-03-02T09:30:00.000Z
        2026-03-02T09:40:00.000Z,2026-03-02T09:50:00.000Z,walk,0,10,,,,,,0,2026-03-02T09:50:00.000Z
        ,,,,,,,,,,,2026-03-02T09:55:00.000Z
        ,,,,,,,,,,,2026-03-02T10:00:00.000Z

        """)
  }
}
