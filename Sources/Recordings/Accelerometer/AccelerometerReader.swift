import Files
import Foundation
import MotionSensing
import Text

/// A reader of the CSV file that a scenario names under `accelerometer:`. The file may be gzipped.
/// It has one column of times and three columns of acceleration with gravity. The column names
/// contain the units.
///
/// The motion classifier was trained on recordings of 20 samples a second and more. The classifier
/// recognizes a car by its vibration. Slower recordings lack this vibration, so that a phone in a
/// car seems to lie still.
struct AccelerometerReader {
  static let accepted = "a CSV file with columns such as t_s, x_mps2, y_mps2, z_mps2"
  private static let maximumBytes = 1 << 28
  private static let rateHertzMin = 18.0
  private static let daysMax = 366.0

  /// The accepted names of a column, each with the factor that converts the column to SI units.
  private typealias Units = [(name: String, factor: Double)]
  private static let times: Units = [
    ("t_s", 1), ("time_s", 1), ("seconds", 1), ("seconds_elapsed", 1), ("t_ms", 1e-3),
    ("time_ms", 1e-3), ("timestamp_ms", 1e-3),
  ]
  private static let axes = ["x", "y", "z"].map { axis -> Units in
    [(axis, 1), (axis + "_mps2", 1), (axis + "_g", gravity)]
  }
  private static let gravity = Double(AccelerometerWindow.standardGravity)

  private struct Column {
    var index: Int
    var name: String
    var factor: Double
  }

  private let file: SourceLocation
  private let time: Column
  private let acceleration: [Column]
  private var samples: [RecordedSignal.Sample] = []

  static func read(
    path: String, mention: SourceLocation
  ) throws(InputError) -> AccelerometerRecording {
    let file = try InputFile(
      path: path, maximumBytes: maximumBytes, asWhat: accepted, mention: mention)
    let bytes = try file.unpacked(limit: maximumBytes)
    guard !bytes.isEmpty else {
      throw InputError(file.location, "the file is empty", accepted: accepted)
    }
    let known = ([times] + axes).flatMap { $0.map(\.name) }
    guard !bytes.prefix(8192).contains(0),
      let rows = CSVRows(firstLineOf: bytes, knowing: Set(known))
    else { throw InputError(file.location, "this is not text", accepted: accepted) }
    var reader = try AccelerometerReader(rows, file.location)
    try rows.forEach(in: bytes, file.location) { (line, fields) throws(InputError) in
      try reader.readRow(fields, rows, line: line)
    }
    return try reader.recording()
  }

  private init(_ rows: CSVRows, _ file: SourceLocation) throws(InputError) {
    self.file = file
    let names = rows.names.map { $0.lowercased() }
    func column(_ units: Units, _ what: String) throws(InputError) -> Column {
      for (name, factor) in units {
        guard let index = names.firstIndex(of: name) else { continue }
        return Column(index: index, name: name, factor: factor)
      }
      throw rows.missing(
        what, accepted: units.map(\.name), SourceLocation(file: file.file, line: rows.headerLine))
    }
    time = try column(Self.times, "the time")
    acceleration = [
      try column(Self.axes[0], "the acceleration along x"),
      try column(Self.axes[1], "the acceleration along y"),
      try column(Self.axes[2], "the acceleration along z"),
    ]
  }

  private mutating func readRow(
    _ fields: [Substring], _ rows: CSVRows, line: Int
  ) throws(InputError) {
    let place = SourceLocation(file: file.file, line: line)
    let last = ([time] + acceleration).map(\.index).max() ?? 0
    guard fields.count > last else { throw rows.tooShort(fields, place) }
    func number(_ column: Column) throws(InputError) -> Double {
      if let value = Double(fields[column.index]), value.isFinite { return value * column.factor }
      throw InputError(
        place, "\(quoted(column.name)) is \(quoted(String(fields[column.index])))",
        accepted: "a number")
    }
    let seconds = try number(time)
    if let before = samples.last?.seconds, seconds < before {
      throw InputError(
        place, "the time runs backwards: \(seconds) s follows \(before) s",
        accepted: "times in order")
    }
    let value = SIMD3(
      try number(acceleration[0]), try number(acceleration[1]), try number(acceleration[2]))
    samples.append(RecordedSignal.Sample(seconds: seconds, acceleration: value))
  }

  // MARK: The whole

  /// Returns the recording of all samples. Errors that concern all samples name line 2 of the file,
  /// the line of the first sample.
  private func recording() throws(InputError) -> AccelerometerRecording {
    let place = SourceLocation(file: file.file, line: 2)
    guard samples.count > 1 else {
      throw InputError(
        place, "the recording has \(samples.count) samples", accepted: "2.5 s or more")
    }
    let intervals = zip(samples.dropFirst(), samples).map { $0.seconds - $1.seconds }
    let rate = 1 / median(intervals)
    guard rate >= Self.rateHertzMin else {
      throw InputError(
        place, "the recording has \(String(format: "%.3g", rate)) samples a second",
        accepted: "20 or more")
    }
    let signal = RecordedSignal(samples: samples)
    let days = (signal.endSeconds - signal.startSeconds) / 86_400
    guard days <= Self.daysMax else {
      throw InputError(
        place, "the recording lasts \(String(format: "%.3g", days)) days",
        accepted: "times in seconds, of at most \(Int(Self.daysMax)) days")
    }
    var window = AccelerometerWindow()
    let starts = (0..<signal.windowCount).map { Double($0) * AccelerometerWindow.span.seconds }
    guard starts.contains(where: { signal.fill(&window, from: signal.startSeconds + $0) }) else {
      throw InputError(
        place, "the recording is too short or has too many gaps",
        accepted: "2.5 s or more without a gap of \(RecordedSignal.gapSecondsMax) s")
    }
    try refuseWithoutGravity(place)
    return AccelerometerRecording(file: file.file ?? "", signal: signal, rateHertz: rate)
  }

  /// Throws an error if the median acceleration is far from gravity.
  ///
  /// A phone measures about 9.8 m/s² most of the time, even when it moves. Another median means
  /// that the values are in another unit or lack gravity.
  private func refuseWithoutGravity(_ place: SourceLocation) throws(InputError) {
    let lengths = samples.map(\.acceleration).filter { $0 != .zero }
      .map { ($0 * $0).sum().squareRoot() }
    let usual = median(lengths)
    guard usual < 0.5 * Self.gravity || usual > 2 * Self.gravity else { return }
    throw InputError(
      place, "the acceleration is \(String(format: "%.3g", usual)) m/s² in the median",
      accepted: "about 9.8 m/s², with gravity; x_g, y_g, z_g for columns in g")
  }
}

/// Returns the median of the values; infinity for an empty list.
private func median(_ values: [Double]) -> Double {
  values.isEmpty ? .infinity : values.sorted()[values.count / 2]
}
