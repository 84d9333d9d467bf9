import GRDB
import Geodesy
import PhoneAPI
import Timekeeping
import TrackingEngine

import struct TrackingEngine.Record

/// The conversion of records to database rows and back. Times are nanoseconds since 1970.
enum RecordRow {
  static let locationKind = 0

  /// Returns the SQL condition that selects records of the kinds `kinds`.
  static func condition(_ kinds: RecordKinds) -> String {
    let numbers = (0..<16).filter { kinds.contains(RecordKinds(rawValue: 1 << $0)) }
    return "kind IN (\(numbers.map(String.init).joined(separator: ", ")))"
  }

  /// The SQL definitions of the columns, in the order that `bind` and `record` use.
  static let columns = [
    "identifier INTEGER PRIMARY KEY", "isWaiting INTEGER NOT NULL", "kind INTEGER NOT NULL",
    "source INTEGER NOT NULL", "recordedAt INTEGER NOT NULL", "timestamp INTEGER NOT NULL",
    "latitude REAL NOT NULL", "longitude REAL NOT NULL", "altitudeMeters REAL",
    "horizontalAccuracyMeters REAL", "verticalAccuracyMeters REAL", "speedMetersPerSecond REAL",
    "speedAccuracyMetersPerSecond REAL", "courseDegrees REAL", "courseAccuracyDegrees REAL",
    "floor INTEGER", "motion INTEGER NOT NULL", "batteryState INTEGER NOT NULL",
    "batteryLevel REAL NOT NULL", "network TEXT", "distanceFromHomeMeters REAL",
    "isHome INTEGER", "arrival INTEGER", "departure INTEGER", "action TEXT",
  ]
  /// The index of the column `isWaiting` in `columns`.
  static let isWaitingIndex = 1
  /// The names of the columns in `columns`, separated by commas, for a SELECT statement.
  static let names = columns.map { $0.prefix { $0 != " " } }.joined(separator: ", ")

  /// Sets all parameters of a statement that inserts or replaces a row.
  static func bind(
    _ record: Record, identifier: Record.Identifier, isWaiting: Bool, details: String?,
    to statement: Statement
  ) {
    let surroundings = record.surroundings
    let dates = record.visitDates
    var values = StatementParameters(statement)
    values.set(Int64(identifier.rawValue))
    values.set(isWaiting)
    values.set(Int64(record.kindNumber))
    values.set(Int64(record.source.rawValue))
    values.set(record.recordedAt.nanoseconds)
    bind(record.location, to: &values)
    values.set(Int64(surroundings.motion.rawValue))
    values.set(surroundings.batteryState.number)
    values.set(Double(surroundings.batteryLevel))
    values.set(surroundings.network.isNone ? nil : surroundings.network.text)
    values.set(record.home.map { Double($0.distanceMeters) })
    values.set(record.home?.isHome)
    values.set(dates?.arrival.nanoseconds)
    values.set(dates?.departure.nanoseconds)
    values.set(record.word)
    values.set(details)
  }

  private static func bind(_ location: Location, to values: inout StatementParameters) {
    values.set(location.timestamp.nanoseconds)
    values.set(location.coordinate.latitude)
    values.set(location.coordinate.longitude)
    values.set(location.altitudeMeters)
    values.set(location.horizontalAccuracyMeters)
    values.set(location.verticalAccuracyMeters)
    values.set(location.speedMetersPerSecond)
    values.set(location.speedAccuracyMetersPerSecond)
    values.set(location.courseDegrees)
    values.set(location.courseAccuracyDegrees)
    values.set(location.floor.map(Int64.init))
  }

  static func fetch(
    _ statement: Statement, arguments: StatementArguments
  ) throws -> [Record] {
    var records: [Record] = []
    try statement.forEachRow(arguments) { records.append(try record(&$0)) }
    return records
  }
}

// MARK: - Reading

extension RecordRow {
  /// The error for a row that no version of this program can have written.
  struct Unreadable: Error, CustomStringConvertible {
    var identifier: Int64
    var description: String { "record \(identifier) is invalid" }
  }

  /// Reads the columns of `columns`, and leaves the reader behind them.
  static func record(_ columns: inout StatementColumns) throws -> Record {
    let identifier = columns.nextInteger() ?? 0
    _ = columns.nextBool()  // isWaiting
    guard let kindNumber = columns.nextInteger(),
      let source = columns.nextInteger().flatMap(UInt8.init(exactly:)).flatMap(Record.Source.init),
      let recordedAt = columns.nextInstant(), let location = location(&columns),
      let surroundings = surroundings(&columns)
    else { throw Unreadable(identifier: identifier) }
    let home = home(&columns)
    guard let kind = kind(kindNumber, &columns) else { throw Unreadable(identifier: identifier) }
    return Record(
      identifier: Record.Identifier(rawValue: UInt64(max(0, identifier))), kind: kind,
      source: source, location: location, recordedAt: recordedAt, surroundings: surroundings,
      home: home)
  }

  private static func location(_ columns: inout StatementColumns) -> Location? {
    guard let timestamp = columns.nextInstant(), let latitude = columns.nextNumber(),
      let longitude = columns.nextNumber()
    else { return nil }
    // SQLite stores NaN as NULL.
    return Location(
      coordinate: Coordinate(latitude: latitude, longitude: longitude),
      altitudeMeters: columns.nextNumber() ?? .nan,
      horizontalAccuracyMeters: columns.nextNumber() ?? .nan,
      verticalAccuracyMeters: columns.nextNumber() ?? .nan,
      speedMetersPerSecond: columns.nextNumber() ?? .nan,
      speedAccuracyMetersPerSecond: columns.nextNumber() ?? .nan,
      courseDegrees: columns.nextNumber() ?? .nan,
      courseAccuracyDegrees: columns.nextNumber() ?? .nan, timestamp: timestamp,
      floor: columns.nextInteger().flatMap(Int.init(exactly:)))
  }

  private static func surroundings(_ columns: inout StatementColumns) -> Surroundings? {
    guard let motion = columns.nextInteger().flatMap(UInt8.init(exactly:)),
      let batteryState = columns.nextInteger().flatMap(BatteryState.init(number:)),
      let level = columns.nextNumber()
    else { return nil }
    return Surroundings(
      motion: MotionStates(rawValue: motion), batteryState: batteryState,
      batteryLevel: Float(level), network: NetworkName(columns.nextText() ?? ""))
  }

  private static func home(_ columns: inout StatementColumns) -> HomeRelation? {
    let distance = columns.nextNumber()
    let isHome = columns.nextBool()
    guard let distance, let isHome else { return nil }
    return HomeRelation(distanceMeters: Float(distance), isHome: isHome)
  }

  private static func kind(_ number: Int64, _ columns: inout StatementColumns) -> Record.Kind? {
    let arrival = columns.nextInstant()
    let departure = columns.nextInstant()
    let word = columns.nextText()
    switch number < 16 ? RecordKinds(rawValue: 1 << number) : [] {
    case .location: return .location
    case .visit:
      guard let arrival, let departure else { return nil }
      return .visit(arrival: arrival, departure: departure)
    case .log: return word.flatMap(LogAction.init).map { .log($0) }
    case .trip: return .trip
    case .drive: return .drive
    case .crossing: return word.flatMap(Record.Crossing.init).map { .crossing($0) }
    case .gate: return .gate
    case .timeOutdoors: return word.flatMap(Int64.init).map { .timeOutdoors(daysSince1970: $0) }
    default: return nil
    }
  }
}

extension Record {
  /// The number stored for the record's kind: the position of the kind's bit in `RecordKinds`.
  fileprivate var kindNumber: Int { RecordKinds(kind).rawValue.trailingZeroBitCount }

  fileprivate var visitDates: (arrival: Instant, departure: Instant)? {
    if case .visit(let arrival, let departure) = kind { (arrival, departure) } else { nil }
  }

  /// The text stored for a log action, a crossing or a day; nil for other kinds.
  fileprivate var word: String? {
    switch kind {
    case .log(let action): action.rawValue
    case .crossing(let crossing): crossing.rawValue
    case .timeOutdoors(let days): String(days)
    case .location, .visit, .trip, .drive, .gate: nil
    }
  }
}

extension BatteryState {
  fileprivate var number: Int64 {
    switch self {
    case .unknown: 0
    case .unplugged: 1
    case .charging: 2
    case .full: 3
    }
  }

  fileprivate init?(number: Int64) {
    switch number {
    case 0: self = .unknown
    case 1: self = .unplugged
    case 2: self = .charging
    case 3: self = .full
    default: return nil
    }
  }
}
