import PhoneAPI
import TrackingEngine

/// `fixes.csv`: every record of a run in the order of recording, visits and log lines included.
///
/// Empty fields are what the phone did not know; `visit` rows carry their two ends, of which one that
/// was not seen is empty. Coordinates have seven decimals, which is a centimetre.
struct FixesCSV {
  private static let header: StaticString = """
    time,recorded_at,latitude,longitude,horizontal_accuracy_m,altitude_m,vertical_accuracy_m,\
    speed_mps,course_deg,source,kind,arrival,departure,battery,is_home
    """

  private var lines: LineWriter

  init(path: String) throws {
    lines = try LineWriter(path: path)
    lines.add(FixesCSV.header)
    try lines.endLine()
  }

  mutating func add(_ record: Record) throws {
    lines.add(record.location.timestamp)
    lines.add(",")
    lines.add(record.recordedAt)
    lines.add(",")
    addPosition(record.location)
    lines.add(name(of: record.source))
    addKind(record.kind)
    if record.surroundings.batteryLevel >= 0 {
      lines.add(Double(record.surroundings.batteryLevel), decimals: 2)
    }
    lines.add(",")
    if let home = record.home { lines.add(home.isHome ? "1" : "0") }
    try lines.endLine()
  }

  mutating func finish() throws { try lines.finish() }

  private mutating func addPosition(_ location: Location) {
    let isKnown = location.horizontalAccuracyMeters >= 0
    addUnlessUnknown(location.coordinate.latitude, decimals: 7, isKnown)
    addUnlessUnknown(location.coordinate.longitude, decimals: 7, isKnown)
    addUnlessUnknown(location.horizontalAccuracyMeters, decimals: 1, isKnown)
    let knowsAltitude = isKnown && location.verticalAccuracyMeters > 0
    addUnlessUnknown(location.altitudeMeters, decimals: 1, knowsAltitude)
    addUnlessUnknown(location.verticalAccuracyMeters, decimals: 1, knowsAltitude)
    addUnlessUnknown(location.speedMetersPerSecond, decimals: 2, location.speedMetersPerSecond >= 0)
    addUnlessUnknown(location.courseDegrees, decimals: 1, location.courseDegrees >= 0)
  }

  private mutating func addUnlessUnknown(_ value: Double, decimals: Int, _ isKnown: Bool) {
    if isKnown { lines.add(value, decimals: decimals) }
    lines.add(",")
  }

  /// Kind, arrival and departure, each with the comma before it and one after the last.
  private mutating func addKind(_ kind: Record.Kind) {
    switch kind {
    case .location: lines.add(",location,,,")
    case .visit(let arrival, let departure):
      lines.add(",visit,")
      if arrival != .distantPast { lines.add(arrival) }
      lines.add(",")
      if departure != .distantFuture { lines.add(departure) }
      lines.add(",")
    case .log(let action):
      lines.add(",")
      lines.add(text: action.rawValue)
      lines.add(",,,")
    case .trip: lines.add(",trip,,,")
    case .drive: lines.add(",drive,,,")
    case .crossing(.checkIn): lines.add(",check-in,,,")
    case .crossing(.checkOut): lines.add(",check-out,,,")
    case .gate: lines.add(",gate,,,")
    case .timeOutdoors: lines.add(",time-outdoors,,,")
    }
  }

  private func name(of source: Record.Source) -> StaticString {
    switch source {
    case .standard: "standard"
    case .significantChange: "significantChange"
    case .refresh: "refresh"
    case .timer: "timer"
    case .visit: "visit"
    case .lifecycle: "lifecycle"
    case .region: "region"
    case .derived: "derived"
    case .request: "request"
    }
  }
}
