import Foundation

/// One leg of a day with real iPhones: the speed by the reference, and Core Motion's reports.
///
/// It is read from `phone-days`: iPhones of MobilityNet, four in one bag. Unit 1 had positions at
/// best accuracy all the time, unit 4 had none, the others some.
struct KnownLeg {
  var name: String
  var startSeconds: Double
  var endSeconds: Double
  private var track: [(seconds: Double, metersPerSecond: Double)] = []
  /// The changes of the reported activity of each unit, such as `unit1`.
  var reports: [String: [(seconds: Double, activity: String)]] = [:]

  /// Reads all legs; nil if there is no folder `phone-days`.
  static func readAll(in folder: URL) throws -> [KnownLeg]? {
    let folder = folder.appendingPathComponent("phone-days")
    guard FileManager.default.fileExists(atPath: folder.path) else { return nil }
    let days = try reports(in: folder)
    var legs: [KnownLeg] = []
    var points: [[Substring]] = []
    for row in try rows("reference.csv.gz", in: folder) + [[]] {
      if let last = points.last, row.isEmpty || row[0...3] != last[0...3] {
        legs.append(KnownLeg(points, days["\(last[0])-\(last[1])"] ?? [:]))
        points = []
      }
      if !row.isEmpty { points.append(row) }
    }
    return legs
  }

  private static func rows(_ name: String, in folder: URL) throws -> [[Substring]] {
    let text = try RecordingSet.text(of: folder.appendingPathComponent(name))
    return text.split(whereSeparator: \.isNewline).dropFirst().map { $0.split(separator: ",") }
  }

  /// Reads the reports by timeline and day, then by unit.
  private static func reports(
    in folder: URL
  ) throws -> [String: [String: [(seconds: Double, activity: String)]]] {
    var days: [String: [String: [(seconds: Double, activity: String)]]] = [:]
    for row in try rows("motion.csv.gz", in: folder) {
      guard let seconds = Double(row[1]), let dash = row[0].lastIndex(of: "-") else { continue }
      let unit = String(row[0][row[0].index(after: dash)...])
      days[String(row[0][..<dash]), default: [:]][unit, default: []]
        .append((seconds, String(row[2])))
    }
    return days
  }

  private init(
    _ points: [[Substring]], _ reports: [String: [(seconds: Double, activity: String)]]
  ) {
    name = String(points[0][3])
    let places = points.compactMap { row -> SIMD3<Double>? in
      guard let time = Double(row[4]), let north = Double(row[5]), let east = Double(row[6])
      else { return nil }
      let metersPerDegree = 111_195.0
      return SIMD3(
        time, north * metersPerDegree, east * metersPerDegree * cos(north * .pi / 180))
    }
    (startSeconds, endSeconds) = (places.first?.x ?? 0, places.last?.x ?? 0)
    for (a, b) in zip(places, places.dropFirst()) where b.x > a.x {
      track.append((b.x, hypot(b.y - a.y, b.z - a.z) / (b.x - a.x)))
    }
    self.reports = reports
  }

  /// Returns the speeds at the middles of windows from the leg's start to its end.
  func speeds(every span: Double) -> [Double] {
    var place = 0
    return (0..<Int((endSeconds - startSeconds) / span)).map { window in
      let time = startSeconds + (Double(window) + 0.5) * span
      while place + 1 < track.count, track[place].seconds < time { place += 1 }
      return track.isEmpty ? 0 : track[place].metersPerSecond
    }
  }

  /// Returns the report of one unit in each window; nil for a unit without reports.
  func reported(by unit: String, every span: Double) -> [String]? {
    guard let reports = reports[unit], !reports.isEmpty else { return nil }
    var place = -1
    return (0..<Int((endSeconds - startSeconds) / span)).map { window in
      let time = startSeconds + (Double(window) + 0.5) * span
      while place + 1 < reports.count, reports[place + 1].seconds <= time { place += 1 }
      return place < 0 ? "none" : reports[place].activity
    }
  }
}
