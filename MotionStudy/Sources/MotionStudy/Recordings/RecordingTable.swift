import Foundation
import MotionSensing

/// The rows of one CSV file: axes, time, label, subject and run, found by the names in its header.
///
/// Axes are `x,y,z` or `x_g,y_g,z_g`; time is `t_s`, `timestamp_ms` or a plain `sample` number at
/// the set's nominal rate; the label is `label` or `activity`. If the header does not name the
/// unit, the median norm decides: a file with a norm near 1 is in g.
struct RecordingTable {
  private struct Row {
    /// The key of the recording within the file: its run, its experiment, or its activity if time
    /// restarts with the activity.
    var key: String
    var subject: String
    var sample: RecordedSignal.Sample
    var activity: Activity?
  }

  private var rows: [Row] = []

  /// Reads a file; nil for a file without acceleration, such as the speed of the car.
  init?(_ text: String, set: String, file: String, nominalRateHertz: Double?) throws {
    let lines = text.split(whereSeparator: \.isNewline)
    let header = lines.first.map { $0.split(separator: ",").map(String.init) } ?? []
    let inG = header.contains("x_g")
    guard let x = header.firstIndex(of: inG ? "x_g" : "x"),
      let y = header.firstIndex(of: inG ? "y_g" : "y"),
      let z = header.firstIndex(of: inG ? "z_g" : "z"),
      let label = header.firstIndex(of: "label") ?? header.firstIndex(of: "activity")
    else { return nil }
    let clock = try Clock(header, file: file, nominalRateHertz: nominalRateHertz)
    let subject = header.firstIndex(of: "subject")
    let part = ["run", "experiment", "activity"].compactMap(header.firstIndex(of:)).first
    let stem = file.split(separator: ".").first.map(String.init) ?? file
    rows.reserveCapacity(lines.count)
    for (index, line) in lines.enumerated().dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count >= header.count - 1, let ax = Double(fields[x]),
        let ay = Double(fields[y]), let az = Double(fields[z]), let time = clock.seconds(fields)
      else { throw RecordingError(file: "\(set)/\(file) line \(index + 1)", found: "'\(line)'") }
      let labeled = label < fields.count ? fields[label] : ""
      rows.append(
        Row(
          key: part.map { String(fields[$0]) } ?? "",
          subject: "\(set)/" + (subject.map { String(fields[$0]) } ?? stem),
          sample: .init(seconds: time, acceleration: SIMD3(ax, ay, az)),
          activity: RecordedActivity.activity(of: labeled)))
    }
    scaleToMetric(inG: inG)
  }

  /// Reads the time of a row in seconds.
  private struct Clock {
    private let column: Int
    private let scale: Double

    init(_ header: [String], file: String, nominalRateHertz: Double?) throws {
      if let column = header.firstIndex(of: "t_s") {
        (self.column, scale) = (column, 1)
      } else if let column = header.firstIndex(of: "timestamp_ms") {
        (self.column, scale) = (column, 1e-3)
      } else if let column = header.firstIndex(of: "sample"), let rate = nominalRateHertz {
        (self.column, scale) = (column, 1 / rate)
      } else {
        throw RecordingError(
          file: file, found: "no column t_s, timestamp_ms, or sample with a rate in README.md")
      }
    }

    func seconds(_ fields: [Substring]) -> Double? { Double(fields[column]).map { $0 * scale } }
  }

  private mutating func scaleToMetric(inG: Bool) {
    let norms = rows.map { ($0.sample.acceleration * $0.sample.acceleration).sum() }.sorted()
    guard let median = norms.isEmpty ? nil : norms[norms.count / 2].squareRoot() else { return }
    guard inG || median < 3 else { return }
    for index in rows.indices {
      rows[index].sample.acceleration *= Double(AccelerometerWindow.standardGravity)
    }
  }

  /// Returns one recording for each subject and part. Rows of one label without a break become a
  /// stretch.
  func recordings() -> [Recording] {
    var recordings: [Recording] = []
    var start = rows.startIndex
    while start < rows.endIndex {
      let first = rows[start]
      let end =
        rows[start...].firstIndex { $0.key != first.key || $0.subject != first.subject }
        ?? rows.endIndex
      recordings.append(recording(of: rows[start..<end]))
      start = end
    }
    return recordings
  }

  private func recording(of rows: ArraySlice<Row>) -> Recording {
    var segments: [LabeledStretch] = []
    var open: LabeledStretch?
    for row in rows {
      if let segment = open, segment.activity == row.activity,
        row.sample.seconds - segment.endSeconds < RecordedSignal.gapSecondsMax
      {
        open?.endSeconds = row.sample.seconds
        continue
      }
      if let segment = open { segments.append(segment) }
      open = row.activity.map {
        LabeledStretch(
          activity: $0, startSeconds: row.sample.seconds, endSeconds: row.sample.seconds)
      }
    }
    if let segment = open { segments.append(segment) }
    let subject = rows.first?.subject ?? ""
    return Recording(
      subject: subject, signal: RecordedSignal(samples: rows.map(\.sample)), segments: segments)
  }
}
