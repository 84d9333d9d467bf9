import PhoneAPI
import Text

/// A writer of a CSV table of all records in the order of recording, including visits and log
/// records.
///
/// Simulation runs write it as `fixes.csv`, and exports write it as the format `csv`. A field is
/// empty if the phone did not know the value. `visit` rows have arrival and departure, which are
/// empty if the phone did not observe them. Coordinates have seven decimals, about a centimeter.
package struct FixesCSV {
  private static let header: StaticString = """
    time,recorded_at,latitude,longitude,horizontal_accuracy_m,altitude_m,vertical_accuracy_m,\
    speed_mps,course_deg,source,kind,arrival,departure,battery,is_home,\
    distance_from_home_m,battery_state
    """

  package init() {}

  package func begin(_ text: inout TextBuffer) {
    text.add(Self.header)
    text.endLine()
  }

  package func add(_ record: Record, to text: inout TextBuffer) {
    text.add(record.location.timestamp)
    text.add(",")
    text.add(record.recordedAt)
    text.add(",")
    addPosition(record.location, to: &text)
    text.add(name(of: record.source))
    addKind(record.kind, to: &text)
    if record.surroundings.batteryLevel >= 0 {
      text.add(Double(record.surroundings.batteryLevel), decimals: 2)
    }
    text.add(",")
    text.add(flag: record.home?.isHome)
    text.add(",")
    if let home = record.home { text.add(Double(home.distanceMeters), decimals: 1) }
    text.add(",")
    if record.surroundings.batteryLevel >= 0 {
      text.add(text: record.surroundings.batteryState.rawValue)
    }
    text.endLine()
  }

  private func addPosition(_ location: Location, to text: inout TextBuffer) {
    func add(_ value: Double, decimals: Int, if isKnown: Bool) {
      if isKnown { text.add(value, decimals: decimals) }
      text.add(",")
    }
    let isKnown = !(location.horizontalAccuracyMeters < 0)
    add(location.coordinate.latitude, decimals: 7, if: isKnown)
    add(location.coordinate.longitude, decimals: 7, if: isKnown)
    // Not a number if an app of the user's own does not write the accuracy.
    let accuracy = location.horizontalAccuracyMeters
    add(accuracy, decimals: 1, if: accuracy >= 0)
    let knowsAltitude = isKnown && location.verticalAccuracyMeters > 0
    add(location.altitudeMeters, decimals: 1, if: knowsAltitude)
    add(location.verticalAccuracyMeters, decimals: 1, if: knowsAltitude)
    add(location.speedMetersPerSecond, decimals: 2, if: location.speedMetersPerSecond >= 0)
    add(location.courseDegrees, decimals: 1, if: location.courseDegrees >= 0)
  }

  /// Adds the kind, the arrival and the departure to a row, with a comma before each and after the
  /// last.
  private func addKind(_ kind: Record.Kind, to text: inout TextBuffer) {
    text.add(",")
    text.add(text: kind.word)
    text.add(",")
    guard case .visit(let arrival, let departure) = kind else { return text.add(",,") }
    if arrival != .distantPast { text.add(arrival) }
    text.add(",")
    if departure != .distantFuture { text.add(departure) }
    text.add(",")
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

extension Record.Kind {
  /// The name of the record's kind in tables.
  ///
  /// For a log record it is the action, and for a crossing its direction.
  package var word: String {
    switch self {
    case .location: "location"
    case .visit: "visit"
    case .log(let action): action.rawValue
    case .trip: "trip"
    case .drive: "drive"
    case .crossing(let crossing): crossing.rawValue
    case .gate: "gate"
    case .timeOutdoors: "time-outdoors"
    }
  }
}
