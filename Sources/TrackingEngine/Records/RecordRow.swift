import GRDB
import Geodesy
import PhoneAPI
import Timekeeping

/// The conversion of records to database rows and back. Times are nanoseconds since 1970.
enum RecordRow {
  static let locationKind = 0

  /// Returns the SQL condition that selects records of the kinds `kinds`.
  static func condition(_ kinds: RecordKinds) -> String {
    let numbers = (0..<16).filter { kinds.contains(RecordKinds(rawValue: 1 << $0)) }
    return "kind IN (\(numbers.map(String.init).joined(separator: ", ")))"
  }

  /// The SQL definitions of the columns, in the order that `arguments` and `record` use.
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
  /// The names of the columns in `columns`, separated by commas, for a SELECT statement.
  static let names = columns.map { $0.prefix { $0 != " " } }.joined(separator: ", ")

  static func arguments(
    _ record: Record, identifier: Record.Identifier, isWaiting: Bool, details: String?
  ) -> StatementArguments {
    let location = record.location
    let surroundings = record.surroundings
    let dates = record.visitDates
    return [
      Int64(identifier.rawValue), isWaiting, record.kindNumber, record.source.rawValue,
      record.recordedAt.nanoseconds, location.timestamp.nanoseconds,
      location.coordinate.latitude, location.coordinate.longitude, location.altitudeMeters,
      location.horizontalAccuracyMeters, location.verticalAccuracyMeters,
      location.speedMetersPerSecond, location.speedAccuracyMetersPerSecond,
      location.courseDegrees, location.courseAccuracyDegrees, location.floor,
      surroundings.motion.rawValue, surroundings.batteryState.number, surroundings.batteryLevel,
      surroundings.network.isNone ? nil : surroundings.network.text, record.home?.distanceMeters,
      record.home?.isHome, dates?.arrival.nanoseconds, dates?.departure.nanoseconds,
      record.word, details,
    ]
  }

  static func fetch(
    _ statement: Statement, arguments: StatementArguments
  ) throws -> [Record] {
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var records: [Record] = []
    while let row = try rows.next() { records.append(try record(row)) }
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

  static func record(_ row: Row) throws -> Record {
    var fields = Fields(row)
    let identifier: Int64 = fields.next() ?? 0
    _ = fields.next() as Bool?  // isWaiting
    guard let kindNumber: Int = fields.next(),
      let source = (fields.next() as UInt8?).flatMap(Record.Source.init),
      let recordedAt = fields.nextInstant(), let location = location(&fields),
      let surroundings = surroundings(&fields)
    else { throw Unreadable(identifier: identifier) }
    let home = home(&fields)
    guard let kind = kind(kindNumber, &fields) else { throw Unreadable(identifier: identifier) }
    return Record(
      identifier: Record.Identifier(rawValue: UInt64(max(0, identifier))), kind: kind,
      source: source, location: location, recordedAt: recordedAt, surroundings: surroundings,
      home: home)
  }

  private static func location(_ fields: inout Fields) -> Location? {
    guard let timestamp = fields.nextInstant(), let latitude: Double = fields.next(),
      let longitude: Double = fields.next()
    else { return nil }
    // SQLite stores NaN as NULL.
    return Location(
      coordinate: Coordinate(latitude: latitude, longitude: longitude),
      altitudeMeters: fields.next() ?? .nan, horizontalAccuracyMeters: fields.next() ?? .nan,
      verticalAccuracyMeters: fields.next() ?? .nan, speedMetersPerSecond: fields.next() ?? .nan,
      speedAccuracyMetersPerSecond: fields.next() ?? .nan, courseDegrees: fields.next() ?? .nan,
      courseAccuracyDegrees: fields.next() ?? .nan, timestamp: timestamp, floor: fields.next())
  }

  private static func surroundings(_ fields: inout Fields) -> Surroundings? {
    guard let motion: UInt8 = fields.next(), let batteryNumber: Int = fields.next(),
      let batteryState = BatteryState(number: batteryNumber), let level: Double = fields.next()
    else { return nil }
    return Surroundings(
      motion: MotionStates(rawValue: motion), batteryState: batteryState,
      batteryLevel: Float(level), network: NetworkName(fields.next() ?? ""))
  }

  private static func home(_ fields: inout Fields) -> HomeRelation? {
    let distance: Double? = fields.next()
    let isHome: Bool? = fields.next()
    guard let distance, let isHome else { return nil }
    return HomeRelation(distanceMeters: Float(distance), isHome: isHome)
  }

  private static func kind(_ number: Int, _ fields: inout Fields) -> Record.Kind? {
    let arrival = fields.nextInstant()
    let departure = fields.nextInstant()
    let word: String? = fields.next()
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

  /// A reader of a row's columns from left to right.
  ///
  /// It returns nil for NULL, and for a value of another type.
  private struct Fields {
    private let row: Row
    private var index = 0

    init(_ row: Row) { self.row = row }

    mutating func next<T: DatabaseValueConvertible>() -> T? {
      let value: DatabaseValue = row[index]
      index += 1
      return T.fromDatabaseValue(value)
    }

    mutating func nextInstant() -> Instant? {
      (next() as Int64?).map(Instant.init(nanoseconds:))
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
  fileprivate var number: Int {
    switch self {
    case .unknown: 0
    case .unplugged: 1
    case .charging: 2
    case .full: 3
    }
  }

  fileprivate init?(number: Int) {
    switch number {
    case 0: self = .unknown
    case 1: self = .unplugged
    case 2: self = .charging
    case 3: self = .full
    default: return nil
    }
  }
}
