import Foundation
import Geodesy
import Text
import Timekeeping
import World

/// A reader of recordings in CSV with a header line. The separator is a comma, a semicolon or a
/// tab. Times and positions are absolute, or relative to the start and the origin in the options. A
/// date may have its own column beside the time of day.
struct CSVReader {
  static func read(
    _ bytes: Data, options: TraceOptions, location: SourceLocation
  ) throws(InputError) -> TraceAssembly {
    guard let header = CSVHeader(firstLineOf: bytes) else {
      throw InputError(location, "the file has no header line", accepted: TraceFormat.accepted)
    }
    var reader = try CSVReader(header, options, location)
    try header.rows.forEach(in: bytes, location) { (line, fields) throws(InputError) in
      try reader.readRow(fields, line: line)
    }
    return try reader.finished(isLastLineOpen: bytes.last != UInt8(ascii: "\n"))
  }

  private enum Position {
    case degrees(latitude: Int, longitude: Int)
    case meters(east: Int, north: Int, origin: Coordinate, scale: LocalScale)

    var columns: [Int] {
      switch self {
      case .degrees(let a, let b), .meters(let a, let b, _, _): [a, b]
      }
    }
  }

  private enum Time {
    case absolute(Int)
    case secondsAfter(Instant, Int)
  }

  /// The columns of one kind of row.
  private struct Layout {
    var header: CSVHeader
    var position: Position
    var trajectoryColumn: Int?

    /// Returns true if the row can contain a position in this layout. If the file has a column for
    /// trajectories, the row must have a value in it.
    func fits(_ fields: [Substring]) -> Bool {
      trajectoryColumn.map { !fields[$0].isEmpty } ?? true
    }
  }

  private let header: CSVHeader
  private let location: SourceLocation
  private let time: Time
  private let layouts: [Layout]
  private let lastNeededColumn: Int
  private let isLog: Bool
  private var trajectories: Trajectories
  private var recordedTime: RecordedTime
  /// True if the file's numbers have a decimal comma, false if they have a point; nil before the
  /// first number with either.
  private var hasDecimalComma: Bool?
  private var charges = StatedCharges()
  private var rowsWithoutPosition = 0
  /// The error of a row that is too short. It is thrown unless the row is the last, cut off.
  private var shortRow: InputError?
  private var line = 1

  private init(
    _ header: CSVHeader, _ options: TraceOptions, _ location: SourceLocation
  ) throws(InputError) {
    self.header = header
    self.location = location
    isLog = options.isLog
    let place = SourceLocation(file: location.file, line: header.rows.headerLine)
    recordedTime = RecordedTime(start: options.start)
    time = try CSVReader.time(header, options, place)
    trajectories = Trajectories(options)
    var layouts: [Layout] = []
    for kind in header.kindsOfRow {
      layouts.append(
        Layout(
          header: kind, position: try CSVReader.position(kind, options, place),
          trajectoryColumn: trajectories.isAsked
            ? try kind.required(.trajectory, "the trajectory's name", place) : kind[.trajectory]))
    }
    self.layouts = layouts
    var needed = layouts.flatMap { [$0.trajectoryColumn ?? 0] + $0.position.columns }
    switch time {
    case .absolute(let column), .secondsAfter(_, let column): needed.append(column)
    }
    lastNeededColumn = needed.max() ?? 0
  }

  private static func time(
    _ header: CSVHeader, _ options: TraceOptions, _ place: SourceLocation
  ) throws(InputError) -> Time {
    guard header[.time] == nil, let column = header[.relativeSeconds] else {
      return .absolute(try header.required(.time, "the time", place))
    }
    guard let start = options.start else {
      throw InputError(
        place, "the times count from an unknown start (column \(header.names[column]))",
        accepted: "--start 2026-03-02T08:00:00Z, or 'start:' under 'replay:'")
    }
    return .secondsAfter(start, column)
  }

  private static func position(
    _ header: CSVHeader, _ options: TraceOptions, _ place: SourceLocation
  ) throws(InputError) -> Position {
    guard header[.latitude] == nil, header[.longitude] == nil, let east = header[.eastMeters] else {
      if options.origin != nil {
        throw InputError(
          place, "an origin is given, but the positions are in degrees",
          accepted: "the option left out")
      }
      return .degrees(
        latitude: try header.required(.latitude, "the latitude", place),
        longitude: try header.required(.longitude, "the longitude", place))
    }
    let north = try header.required(.northMeters, "the meters to the north", place)
    // With its option `--fcd-output.geo`, SUMO writes degrees under the same names as meters.
    if options.origin == nil, header.names[east].hasSuffix("_x") {
      return .degrees(latitude: north, longitude: east)
    }
    guard let origin = options.origin else {
      throw InputError(
        place, "the positions are meters from an unknown origin (columns x_m, y_m)",
        accepted: "--origin 45.52,-122.68, or 'origin:' under 'replay:'")
    }
    return .meters(
      east: east, north: north, origin: origin, scale: LocalScale(latitude: origin.latitude))
  }

  private mutating func readRow(_ fields: [Substring], line: Int) throws(InputError) {
    self.line = line
    if let shortRow { throw shortRow }
    guard fields.count > lastNeededColumn else {
      shortRow = header.rows.tooShort(fields, SourceLocation(file: location.file, line: line))
      return
    }
    guard let layout = layouts.first(where: { $0.fits(fields) }) else {
      rowsWithoutPosition += 1
      return
    }
    let name = layout.trajectoryColumn.map { fields[$0] } ?? ""
    guard let slot = trajectories.slot(name) else { return }
    let columns = layout.header
    guard !isLog || isPosition(fields, columns),
      let coordinate = try coordinate(layout.position, fields)
    else {
      rowsWithoutPosition += 1
      return
    }
    var point = TracePoint(
      time: try instant(fields), coordinate: coordinate,
      altitudeMeters: try number(columns[.altitude], fields),
      speedMetersPerSecond: try number(columns[.speed], fields),
      courseDegrees: try number(columns[.course], fields),
      horizontalAccuracyMeters: try number(columns[.accuracy], fields))
    if let column = columns[.sport], column < fields.count {
      point.mode = MotionMode(sport: fields[column])
    }
    var located = TraceAssembly.LocatedPoint(line: line, point: point)
    if isLog, let column = columns[.recordedAt], column < fields.count {
      located.recordedAt = recordedTime.instant(fields[column])
    }
    trajectories.append(located, to: slot)
    takeCharge(fields, columns, at: located.recordedAt ?? point.time, slot: slot)
  }

  private mutating func takeCharge(
    _ fields: [Substring], _ columns: CSVHeader, at time: Instant, slot: Int
  ) {
    func field(_ column: CSVHeader.Column) -> Substring? {
      columns[column].flatMap { $0 < fields.count ? fields[$0] : nil }
    }
    guard let charge = field(.battery) else { return }
    charges.take(
      hasDecimalComma == true ? withPoint(charge) : charge, state: field(.batteryState), at: time,
      slot: slot, line: line)
  }

  /// Returns true if the row is a position, as a run's `fixes.csv` names the kind of each row.
  /// Rows about the app's process repeat the last known position.
  private func isPosition(_ fields: [Substring], _ columns: CSVHeader) -> Bool {
    guard let column = columns[.kind], column < fields.count else { return true }
    return ["", "location", "visit"].contains(fields[column])
  }

  private func refused(_ problem: String, accepted: String? = nil) -> InputError {
    InputError(
      SourceLocation(file: location.file, line: line), problem, accepted: accepted)
  }

  private mutating func coordinate(
    _ position: Position, _ fields: [Substring]
  ) throws(InputError) -> Coordinate? {
    switch position {
    case .degrees(let latitude, let longitude):
      guard let north = try number(at: latitude, fields),
        let east = try number(at: longitude, fields)
      else { return nil }
      let coordinate = Coordinate(latitude: north, longitude: east)
      guard coordinate.isValid else {
        throw refused(
          "the position is \(north), \(east)",
          accepted: Coordinate.accepted)
      }
      return coordinate
    case .meters(let eastColumn, let northColumn, let origin, let scale):
      guard let east = try number(at: eastColumn, fields),
        let north = try number(at: northColumn, fields)
      else { return nil }
      guard abs(east) <= 100_000, abs(north) <= 100_000 else {
        throw refused(
          "the position is \(east) m, \(north) m from the origin", accepted: "up to 100 km")
      }
      return scale.coordinate(
        origin, moved: Displacement(eastMeters: east, northMeters: north))
    }
  }

  /// Reads the number in a column of a row. Nil if the file has no such column, the row ends before
  /// it, or the field has no value.
  private mutating func number(_ column: Int?, _ fields: [Substring]) throws(InputError) -> Double?
  {
    guard let column, column < fields.count else { return nil }
    return try number(at: column, fields)
  }

  /// Reads the number in a field of a row. Nil if the field is empty or marked as missing.
  private mutating func number(at index: Int, _ fields: [Substring]) throws(InputError) -> Double? {
    let text = fields[index]
    if let value = Double(withPoint(text)), value.isFinite { return value }
    if MissingValue.isNone(text) { return nil }
    throw refused("\(quoted(header.names[index])) is \(quoted(String(text)))", accepted: "a number")
  }

  /// Returns a number with a point instead of a decimal comma. A file has either, so that a comma
  /// between thousands is not taken for one.
  private mutating func withPoint(_ text: Substring) -> Substring {
    guard header.rows.allowsDecimalComma else { return text }
    let hasComma = text.utf8.contains(UInt8(ascii: ","))
    guard hasComma || text.utf8.contains(UInt8(ascii: ".")) else { return text }
    let isDecimal = hasDecimalComma ?? hasComma
    hasDecimalComma = isDecimal
    return hasComma && isDecimal ? text.replacing(",", with: ".", maxReplacements: 1) : text
  }

  private mutating func instant(_ fields: [Substring]) throws(InputError) -> Instant {
    switch time {
    case .secondsAfter(let start, let column):
      guard let seconds = try number(at: column, fields), abs(seconds) <= 1e9 else {
        throw refused("the time is \(quoted(String(fields[column])))", accepted: "seconds")
      }
      return start + .seconds(seconds)
    case .absolute(let column):
      let text = dated(fields[column], fields)
      if let instant = recordedTime.instant(hasDecimalComma == true ? withPoint(text) : text) {
        return instant
      }
      throw refused("the time is \(quoted(String(text)))", accepted: RecordedTime.accepted)
    }
  }

  /// Returns a time of day together with the row's date; any other text as it is.
  private func dated(_ time: Substring, _ fields: [Substring]) -> Substring {
    guard let column = header[.date], column < fields.count,
      let colon = time.firstIndex(of: ":"), (1...2).contains(time[..<colon].count)
    else { return time }
    let hour = time[..<colon].count == 1 ? "0" : ""
    return fields[column] + " " + hour + time
  }

  private mutating func finished(isLastLineOpen: Bool) throws(InputError) -> TraceAssembly {
    if let shortRow, !isLastLineOpen { throw shortRow }
    charges.append(to: &trajectories)
    var assembly = try trajectories.assembly(location)
    if rowsWithoutPosition > 0 {
      assembly.remarks.append(remark(onLeftOut: rowsWithoutPosition, "row", "without a position"))
    }
    if shortRow != nil { assembly.remarks.append("The last line is cut off and was left out.") }
    assembly.remarks += charges.remarks + recordedTime.remarks
    return assembly
  }
}
