import Foundation
import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import RecordStorage
@testable import TrackingEngine

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A store on disk with a few records in it, exported.
struct ExportRig {
  let folder = TemporaryFolder()
  let store: SQLiteRecordStore

  init(_ records: [Record] = []) throws {
    store = try SQLiteRecordStore(path: folder.file("store"))
    for record in records { _ = try store.append(record) }
  }

  func text(
    _ format: ExportFormat, _ change: (inout RecordExport) -> Void = { _ in }
  ) throws -> String {
    var export = RecordExport(format)
    change(&export)
    var bytes: [UInt8] = []
    try export.write(RecordArchive(path: folder.file("store"))) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The instant `minutes` after 2026-03-02 09:00 UTC.
  static func instant(_ minutes: Double) -> Instant {
    Instant(nanoseconds: 1_772_442_000_000_000_000) + .seconds(60 * minutes)
  }

  /// A fix `meters` north of a home at 45.5, -122.6 with a radius of 100 m.
  static func fix(
    _ minutes: Double, north meters: Double = 0, accuracy: Double = 5, hasHome: Bool = true
  ) -> Record {
    let coordinate = Rig.place(north: meters)
    return Record(
      location: Location(
        coordinate: coordinate, horizontalAccuracyMeters: accuracy,
        timestamp: instant(minutes)),
      recordedAt: instant(minutes),
      home: hasHome
        ? HomeRelation(distanceMeters: Float(meters), isHome: meters <= 100) : nil)
  }
}

@Suite("Exports")
struct ExportTests {
  private static let records = [
    Record(
      source: .standard,
      location: Location(
        coordinate: Coordinate(latitude: 45.5, longitude: -122.25), altitudeMeters: 31.5,
        horizontalAccuracyMeters: 5, verticalAccuracyMeters: 4, speedMetersPerSecond: 1.25,
        courseDegrees: 270, timestamp: ExportRig.instant(0.0125)),
      recordedAt: ExportRig.instant(0.025),
      surroundings: Surroundings(
        motion: .walking, batteryState: .unplugged, batteryLevel: 0.5,
        network: NetworkName("Home")),
      home: HomeRelation(distanceMeters: 3, isHome: true)),
    Record(
      kind: .log(.willTerminate), source: .lifecycle,
      location: Location(
        coordinate: Coordinate(latitude: 0, longitude: 0), horizontalAccuracyMeters: -1,
        timestamp: ExportRig.instant(0.5)),
      recordedAt: ExportRig.instant(0.5)),
    Record(
      kind: .visit(arrival: ExportRig.instant(-30), departure: .distantFuture), source: .visit,
      location: Location(
        coordinate: Coordinate(latitude: 45.5, longitude: -122.25), horizontalAccuracyMeters: 40,
        timestamp: ExportRig.instant(1)),
      recordedAt: ExportRig.instant(1)),
    Record(
      source: .significantChange,
      location: Location(
        coordinate: Coordinate(latitude: 45.6, longitude: -122), horizontalAccuracyMeters: 1400,
        timestamp: ExportRig.instant(12)),
      recordedAt: ExportRig.instant(12),
      home: HomeRelation(distanceMeters: 9000, isHome: false)),
    Record(
      kind: .visit(arrival: ExportRig.instant(-30), departure: ExportRig.instant(10)),
      source: .visit,
      location: Location(
        coordinate: Coordinate(latitude: 45.5, longitude: -122.25), horizontalAccuracyMeters: 35,
        timestamp: ExportRig.instant(13)),
      recordedAt: ExportRig.instant(13)),
    Record(
      kind: .crossing(.checkOut), source: .region,
      location: Location(
        coordinate: Coordinate(latitude: 45.5, longitude: -122.25), horizontalAccuracyMeters: 20,
        timestamp: ExportRig.instant(14)),
      recordedAt: ExportRig.instant(14)),
  ]

  @Test("csv has every record in the order of recording, and nothing where nothing is known")
  func csv() throws {
    #expect(
      try ExportRig(Self.records).text(.csv) == """
        time,recorded_at,latitude,longitude,horizontal_accuracy_m,altitude_m,vertical_accuracy_m,\
        speed_mps,course_deg,source,kind,arrival,departure,battery,is_home,\
        distance_from_home_m,battery_state
        2026-03-02T09:00:00.750Z,2026-03-02T09:00:01.500Z,45.5000000,-122.2500000,5.0,31.5,4.0,\
        1.25,270.0,standard,location,,,0.50,1,3.0,unplugged
        2026-03-02T09:00:30.000Z,2026-03-02T09:00:30.000Z,,,,,,,,lifecycle,will_terminate,,,,,,
        2026-03-02T09:01:00.000Z,2026-03-02T09:01:00.000Z,45.5000000,-122.2500000,40.0,,,,,visit,\
        visit,2026-03-02T08:30:00.000Z,,,,,
        2026-03-02T09:12:00.000Z,2026-03-02T09:12:00.000Z,45.6000000,-122.0000000,1400.0,,,,,\
        significantChange,location,,,,0,9000.0,
        2026-03-02T09:13:00.000Z,2026-03-02T09:13:00.000Z,45.5000000,-122.2500000,35.0,,,,,visit,\
        visit,2026-03-02T08:30:00.000Z,2026-03-02T09:10:00.000Z,,,,
        2026-03-02T09:14:00.000Z,2026-03-02T09:14:00.000Z,45.5000000,-122.2500000,20.0,,,,,region,\
        check-out,,,,,,

        """)
  }

  @Test("EHE-Pilot's first form has whole seconds in UTC, and 1 at home")
  func firstForm() throws {
    #expect(
      try ExportRig(Self.records).text(.ehePilotFirst) == """
        timestamp,latitude,longitude,isHome
        2026-03-02T09:00:00Z,45.5,-122.25,1
        2026-03-02T09:12:00Z,45.6,-122.0,0

        """)
  }

  @Test("GPX is well-formed, with a segment for each stretch and altitude only where it is known")
  func gpx() throws {
    let text = try ExportRig(Self.records).text(.gpx) { $0.name = "Tom & <Jerry>" }
    #expect(XMLParser(data: Data(text.utf8)).parse())
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Odograph" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:odograph="urn:odograph:gpx">
        <trk><name>Tom &amp; &lt;Jerry&gt;</name>
        <trkseg>
        <trkpt lat="45.5000000" lon="-122.2500000"><ele>31.5</ele>\
        <time>2026-03-02T09:00:00.750Z</time>\
        <extensions><odograph:accuracy>5.0</odograph:accuracy>\
        <odograph:battery>0.50</odograph:battery>\
        <odograph:battery_state>unplugged</odograph:battery_state></extensions></trkpt>
        </trkseg>
        <trkseg>
        <trkpt lat="45.6000000" lon="-122.0000000"><time>2026-03-02T09:12:00.000Z</time>\
        <extensions><odograph:accuracy>1400.0</odograph:accuracy></extensions></trkpt>
        </trkseg>
        </trk>
        </gpx>

        """)
  }

  @Test("A good altitude stands in GPX too")
  func goodAltitude() throws {
    var record = Self.records[0]
    record.location.verticalAccuracyMeters = 0.5
    #expect(try ExportRig([record]).text(.gpx).contains("<ele>31.5</ele>"))
  }

  @Test("GeoJSON is a feature a position, of what is known")
  func geojson() throws {
    #expect(
      try ExportRig(Self.records).text(.geojson) == """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","geometry":{"type":"Point","coordinates":[-122.25,45.5]},"properties":\
        {"timestamp":"2026-03-02T09:00:00.750Z","recorded_at":"2026-03-02T09:00:01.500Z",\
        "horizontal_accuracy":5,"altitude":31.5,"vertical_accuracy":4,"speed":1.25,"course":270,\
        "battery_level":0.5,"battery_state":"unplugged","is_home":true,"distance_from_home":3}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[-122,45.6]},"properties":\
        {"timestamp":"2026-03-02T09:12:00Z","recorded_at":"2026-03-02T09:12:00Z",\
        "horizontal_accuracy":1400,"is_home":false,"distance_from_home":9000}}
        ]}

        """)
  }

  @Test("A store without a record gives empty documents, and nothing that cannot be read")
  func empty() throws {
    let rig = try ExportRig()
    for format in ExportFormat.allCases {
      let text = try rig.text(format)
      switch format {
      case .overland, .fhir: #expect(text.isEmpty)
      case .gpx: #expect(XMLParser(data: Data(text.utf8)).parse())
      case .geojson: #expect(text == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
      default: #expect(text.filter { $0 == "\n" }.count <= 1)
      }
    }
  }

  private struct Envelope: Decodable {
    struct Feature: Decodable {
      struct Properties: Decodable { var timestamp: String }
      var properties: Properties
    }
    var locations: [Feature]
  }

  @Test("Overland's bodies are a line each, with 200 records at most, in the order of recording")
  func overland() throws {
    let rig = try ExportRig((0..<401).map { ExportRig.fix(Double($0)) })
    let lines = try rig.text(.overland).split(separator: "\n")
    let bodies = try lines.map { try JSONDecoder().decode(Envelope.self, from: Data($0.utf8)) }
    #expect(bodies.map(\.locations.count) == [200, 200, 1])
    let stamps = bodies.flatMap { $0.locations.map(\.properties.timestamp) }
    #expect(stamps == (0..<401).map { ExportRig.instant(Double($0)).iso8601() })
    // Neither check-ins nor derived records go to such a server.
    let mixed = try ExportRig(Self.records).text(.overland)
    let body = try JSONDecoder().decode(Envelope.self, from: Data(mixed.utf8))
    #expect(body.locations.count == 5)
  }

  @Test("FHIR's bundles are a line each, of five Observations with a data point attached")
  func fhir() throws {
    let rig = try ExportRig((0..<12).map { ExportRig.fix(Double($0), accuracy: 7.5) })
    let lines = try rig.text(.fhir).split(separator: "\n")
    #expect(
      lines.map { $0.components(separatedBy: "\"Observation\",\"status\"").count - 1 } == [5, 5, 2])
    let one = try ExportRig([ExportRig.fix(0.5, accuracy: 7.5)])
    let record = try #require(try one.store.first(1).first)
    let identifier = StableIdentifier(of: record, from: "").description
    let attachment = """
      {"latitude":{"value":45.5,"unit":"deg"},"longitude":{"value":-122.6,"unit":"deg"},\
      "horizontal_accuracy":{"value":7.5,"unit":"m"},\
      "effective_time_frame":{"date_time":"2026-03-02T09:00:30Z"}}
      """
    #expect(
      try one.text(.fhir) == """
        {"resourceType":"Bundle","type":"batch","entry":[{"resource":{\
        "resourceType":"Observation","status":"final","category":[{"coding":[{"system":\
        "http://terminology.hl7.org/CodeSystem/observation-category","code":"survey"}]}],\
        "code":{"coding":[{"system":"https://w3id.org/openmhealth","code":"omh:geoposition:1.0"}]},\
        "subject":{"reference":"Patient/40010"},"device":{"reference":"Device/70001"},\
        "identifier":[{"system":"https://ehr.example.com","value":"\(identifier)"}],\
        "effectiveDateTime":"2026-03-02T09:00:30Z","valueAttachment":{"contentType":\
        "application/json","data":"\(Data(attachment.utf8).base64EncodedString())"}},\
        "request":{"method":"POST","url":"Observation"}}]}

        """)
  }

  @Test("A visit told twice is one, with both its ends")
  func visits() throws {
    #expect(
      try ExportRig(Self.records).text(.visits) == """
        arrival,departure,latitude,longitude,horizontal_accuracy_m,minutes,recorded_at
        2026-03-02T08:30:00.000Z,2026-03-02T09:10:00.000Z,45.5000000,-122.2500000,35.0,40,\
        2026-03-02T09:13:00.000Z

        """)
  }

  @Test("Check-ins are a line each")
  func checkIns() throws {
    #expect(
      try ExportRig(Self.records).text(.checkIns) == """
        time,event,latitude,longitude,horizontal_accuracy_m
        2026-03-02T09:14:00.000Z,check-out,45.5000000,-122.2500000,20.0

        """)
  }

  @Test("From the first instant, up to but without the second, and newest first if wanted")
  func selection() throws {
    let rig = try ExportRig((0..<6).map { ExportRig.fix(Double($0), hasHome: false) })
    let text = try rig.text(.ehePilotFirst) {
      $0.range = ExportRig.instant(1)..<ExportRig.instant(4)
      $0.isNewestFirst = true
    }
    let minutes = text.split(separator: "\n").dropFirst().map { $0.dropFirst(14).prefix(2) }
    #expect(minutes == ["03", "02", "01"])
  }

  @Test("A cached fix, recorded late, stands where it belongs in time")
  func order() throws {
    let rig = try ExportRig([0, 5, 2].map { ExportRig.fix($0, hasHome: false) })
    let byTime = try rig.text(.ehePilotFirst).split(separator: "\n").dropFirst()
    #expect(byTime.map { $0.dropFirst(14).prefix(2) } == ["00", "02", "05"])
    let asRecorded = try rig.text(.csv).split(separator: "\n").dropFirst()
    #expect(asRecorded.map { $0.dropFirst(14).prefix(2) } == ["00", "05", "02"])
  }
}
