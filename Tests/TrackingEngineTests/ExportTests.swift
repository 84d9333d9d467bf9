import Foundation
import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Exports")
struct ExportTests {
  private let records = [
    Record(
      location: Location(
        coordinate: Coordinate(latitude: 45.5, longitude: -122.25), altitudeMeters: 31.5,
        horizontalAccuracyMeters: 5, verticalAccuracyMeters: 4,
        timestamp: Instant(secondsSince1970: 1_772_442_000.75)),
      recordedAt: Instant(secondsSince1970: 1_772_442_001),
      home: HomeRelation(distanceMeters: 3, isHome: true)),
    Record(
      kind: .log(.willTerminate),
      location: Location(
        coordinate: Coordinate(latitude: 0, longitude: 0), horizontalAccuracyMeters: -1,
        timestamp: Instant(secondsSince1970: 1_772_442_001)),
      recordedAt: Instant(secondsSince1970: 1_772_442_001)),
    Record(
      location: Location(
        coordinate: Coordinate(latitude: 45.6, longitude: -122), horizontalAccuracyMeters: 1400,
        timestamp: Instant(secondsSince1970: 1_772_442_060)),
      recordedAt: Instant(secondsSince1970: 1_772_442_060),
      home: HomeRelation(distanceMeters: 9000, isHome: false)),
  ]

  @Test("EHE-Pilot's first form has whole seconds in UTC, and 1 at home")
  func ehePilot() {
    #expect(
      CSVExport.ehePilot(records) == """
        timestamp,latitude,longitude,isHome
        2026-03-02T09:00:00Z,45.5,-122.25,1
        2026-03-02T09:01:00Z,45.6,-122.0,0

        """)
  }

  @Test("The general table has a line a position, with as many values as headings")
  func positions() {
    let lines = CSVExport.positions(records).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      Set(lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).count }) == [10])
    #expect(lines[1].hasPrefix("2026-03-02T09:00:00.750Z,2026-03-02T09:00:01.000Z,standard,45.5,"))
  }

  @Test("GPX is well-formed, with altitude only where it is known")
  func gpx() {
    let text = GPXExport.track(records, name: "Tom & <Jerry>")
    #expect(XMLParser(data: Data(text.utf8)).parse())
    #expect(
      text.contains(
        #"<trkpt lat="45.5" lon="-122.25"><ele>31.5</ele>"#
          + "<time>2026-03-02T09:00:00.750Z</time></trkpt>"
      ))
    #expect(text.components(separatedBy: "<ele>").count == 2)
    #expect(text.contains("<name>Tom &amp; &lt;Jerry&gt;</name>"))
  }
}
