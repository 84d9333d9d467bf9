import Foundation
import GRDB
import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import RecordStorage
@testable import TrackingEngine

@Suite("Exports of EHE-Pilot's entities")
struct EHEPilotEntitiesTests {
  /// A record of the time outdoors on 2026-03-01, day 20513 since 1970.
  private func day(minutes: Int, computedAfter hours: Double) -> (TrackingEngine.Record, String) {
    let computedAt = ExportRig.instant(60 * hours)
    let day = DayOutdoors(daysSince1970: 20513, minutes: minutes, computedAt: computedAt)
    let record = TrackingEngine.Record(
      kind: .timeOutdoors(daysSince1970: 20513), source: .derived,
      location: Location(
        coordinate: Rig.origin, horizontalAccuracyMeters: -1, timestamp: ExportRig.instant(-540)),
      recordedAt: computedAt)
    return (record, day.details)
  }

  @Test("A location has its distance from home, and a flag that is 1 after the server has it")
  func locations() throws {
    let rig = try ExportRig()
    rig.store.queuedKinds = .location
    rig.store.keepsAcknowledgedRecords = true
    let sent = try rig.store.append(ExportRig.fix(0, north: 250.04))
    _ = try rig.store.append(ExportRig.fix(1, accuracy: -1, hasHome: false))
    try rig.store.remove(acknowledged: [sent])
    let place = Rig.place(north: 250.04)
    #expect(
      try rig.text(.ehePilotLocations) == """
        timestamp,latitude,longitude,gpsAccuracy,isHome,distanceFromHome,ifUpdated
        2026-03-02T09:00:00.000Z,\(place.latitude),\(place.longitude),5.0,0,250.0,1
        2026-03-02T09:01:00.000Z,\(Rig.origin.latitude),\(Rig.origin.longitude),,,,0

        """)
  }

  @Test("A record that was never queued was not uploaded; of an earlier version that is not known")
  func neverQueued() throws {
    let rig = try ExportRig()
    rig.store.queuedKinds = []
    _ = try rig.store.append(ExportRig.fix(0))
    func flag() throws -> Substring? {
      try rig.text(.ehePilotLocations).split(separator: "\n").last?.split(
        separator: ",", omittingEmptySubsequences: false
      ).last
    }
    #expect(try flag() == "0")
    let database = try DatabaseQueue(path: rig.folder.file("store"))
    try database.write { try $0.execute(sql: "UPDATE record SET isSent = NULL") }
    #expect(try flag() == "")
  }

  @Test("A day's time outdoors is its newest result, with the time at which it was computed")
  func outdoors() throws {
    let rig = try ExportRig()
    rig.store.queuedKinds = .timeOutdoors
    rig.store.keepsAcknowledgedRecords = true
    for (minutes, hours) in [(40, 1.0), (95, 5.0)] {
      let (record, details) = day(minutes: minutes, computedAfter: hours)
      let identifier = try rig.store.append(record, details: details)
      if minutes == 40 { try rig.store.remove(acknowledged: [identifier]) }
    }
    #expect(
      try rig.text(.ehePilotOutdoors) == """
        date,totalDurationMinutes,isUploaded,calculationTimestamp
        2026-03-01,95,0,2026-03-02T14:00:00.000Z

        """)
  }

  @Test("Home has its circle, and the time at which it was set")
  func home() throws {
    let home = HomeLocation(
      zone: HomeZone(center: Coordinate(latitude: 45.5, longitude: -122.6), radiusMeters: 150),
      setAt: ExportRig.instant(1))
    #expect(
      try ExportRig().text(.ehePilotHome) { $0.home = home } == """
        latitude,longitude,radius,timestamp
        45.5,-122.6,150.0,2026-03-02T09:01:00.000Z

        """)
  }
}
