import Files
import Foundation
import TestSupport
import Testing

private let folder = dataFolder

/// Derives the measured figures of `Validation/` from the original recordings.
@Suite(
  "Measured figures from raw recordings",
  .enabled(
    if: folder.map { FileManager.default.fileExists(atPath: $0.path + "/phone-nights") } ?? false,
    "skipped: no recordings in ODOGRAPH_DATA"))
struct MeasuredFiguresTests {
  private typealias Row = [String: String]

  private func rows(_ set: String, _ file: String) throws -> [Row] {
    let path = try #require(folder).appendingPathComponent("\(set)/\(file)").path
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    if Gunzip.isGzipped(data) { data = Gunzip(data, limit: 50_000_000).bytes }
    let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
    let names = lines[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return lines.dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Dictionary(zip(names, cells)) { $1 }
    }
  }

  private func number(_ row: Row, _ name: String) throws -> Double {
    try #require(row[name].flatMap(Double.init), "\(name) of \(row)")
  }

  private func median(_ values: [Double]) throws -> Double {
    let sorted = values.sorted()
    try #require(!sorted.isEmpty)
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
  }

  /// Returns for each run the percentage points an hour, from the first reading below 100 % to the
  /// last.
  private func ratesAfterPlateau(_ set: String) throws -> [String: Double] {
    var readings: [String: [(Double, Double)]] = [:]
    for row in try rows(set, "battery.csv.gz") {
      readings[row["run"] ?? "", default: []].append(
        (try number(row, "time_s"), try number(row, "level_pct")))
    }
    return readings.compactMapValues { list in
      let low = list.sorted { $0.0 < $1.0 }.filter { $0.1 < 100 }
      guard let first = low.first, let last = low.last, last.0 > first.0 else { return nil }
      return (first.1 - last.1) / ((last.0 - first.0) / 3600)
    }
  }

  private func day(of row: Row) -> String { "\(row["timeline"] ?? "")/\(row["day"] ?? "")" }

  private func runs(mode: String, timeline: String? = nil) throws -> [Row] {
    try rows("phone-days", "runs.csv").filter {
      $0["mode"] == mode && $0["timeline"] == timeline ?? $0["timeline"]
    }
  }

  /// Returns for each day the TRIPs or SECTIONs between their two button presses.
  private func spans(
    _ kind: String
  ) throws -> [String: [(start: Double, end: Double, name: String)]] {
    var spans: [String: [(start: Double, end: Double, name: String)]] = [:]
    for row in try rows("phone-days", "presses.csv.gz") {
      let (key, time) = (day(of: row), try number(row, "time_s"))
      if row["press"] == "START_EVALUATION_\(kind)" {
        spans[key, default: []].append((time, .infinity, row["what"] ?? ""))
      } else if row["press"] == "STOP_EVALUATION_\(kind)", let last = spans[key]?.indices.last {
        spans[key]?[last].end = time
      }
    }
    return spans
  }

  private func nights(_ accuracy: String, filter: String) throws -> [Row] {
    try rows("phone-nights", "runs.csv").filter {
      $0["desired_accuracy"] == accuracy && $0["distance_filter_m"] == filter
    }
  }

  @Test("V-1, V-2: per cent an hour of four iPhone 6 at rest, by unit")
  func nightRates() throws {
    let rates = try ratesAfterPlateau("phone-nights")
    let expected = [
      ("best", "1", [4.39, 3.86, 4.42, 4.63]), ("best", "30", [4.38, 3.54, 4.23, 4.53]),
      ("hundredMeters", "1", [1.62, 1.55, 2.39, 1.77]),
      ("hundredMeters", "30", [1.75, 1.44, 2.47, 1.87]),
    ]
    for (accuracy, filter, byUnit) in expected {
      let runs = try nights(accuracy, filter: filter)
      for (unit, figure) in zip(["1", "2", "3", "4"], byUnit) {
        let own = runs.filter { $0["unit"] == unit }.compactMap { rates[$0["run"] ?? ""] }
        #expect(abs(try median(own) - figure) < 0.01, "\(accuracy) \(filter) m, unit \(unit)")
      }
    }
  }

  @Test("V-4: the rate with a 30 m filter, and at 10 m, against that at best with 1 m, by unit")
  func nightRatios() throws {
    let rates = try ratesAfterPlateau("phone-nights")
    func byUnit(_ accuracy: String, filter: String) throws -> [Double] {
      let runs = try nights(accuracy, filter: filter)
      return try ["1", "2", "3", "4"].map { unit in
        try median(runs.filter { $0["unit"] == unit }.compactMap { rates[$0["run"] ?? ""] })
      }
    }
    let best = try byUnit("best", filter: "1")
    let filtered = zip(try byUnit("best", filter: "30"), best).map { $0 / $1 }
    let coarser = zip(try byUnit("nearestTenMeters", filter: "1"), best).map { $0 / $1 }
    for (ratios, low, high) in [(filtered, 0.92, 1.00), (coarser, 0.99, 1.06)] {
      #expect(abs((ratios.min() ?? 0) - low) < 0.01)
      #expect(abs((ratios.max() ?? 0) - high) < 0.01)
    }
  }

  @Test("V-3: fixes an hour at 100 m, 29 with a 1 m filter and 0.67 with 30 m")
  func nightFixes() throws {
    var counts: [String: Double] = [:]
    for row in try rows("phone-nights", "fixes.csv.gz") {
      counts[row["run"] ?? "", default: 0] += 1
    }
    for (filter, figure, low, high) in [("1", 29.2, 15.3, 44.1), ("30", 0.67, 0.25, 1.29)] {
      let hourly = try nights("hundredMeters", filter: filter).map {
        (counts[$0["run"] ?? ""] ?? 0) / (try number($0, "hours"))
      }
      #expect(abs(try median(hourly) / figure - 1) < 0.01)
      #expect(abs((hourly.min() ?? 0) / low - 1) < 0.03)
      #expect(abs((hourly.max() ?? 0) / high - 1) < 0.03)
    }
  }

  @Test("V-17: 6.2 % an hour after the plateau on seven days at best")
  func dayRates() throws {
    let rates = try ratesAfterPlateau("phone-days")
    let always = try rows("phone-days", "runs.csv").filter {
      $0["timeline"] == "car-scooter-bus" && $0["mode"] == "always"
    }
    let own = always.compactMap { rates[$0["run"] ?? ""] }
    #expect(own.count == 7)
    #expect(abs(try median(own) - 6.16) < 0.01)
  }

  /// Returns the gauge's level at a time, interpolated between two readings.
  private func level(_ readings: [(Double, Double)], at time: Double) -> Double {
    guard let next = readings.firstIndex(where: { $0.0 > time }) else {
      return readings.last?.1 ?? 0
    }
    guard next > 0 else { return readings[0].1 }
    let (from, to) = (readings[next - 1], readings[next])
    return from.1 + (to.1 - from.1) * (time - from.0) / (to.0 - from.0)
  }

  private func fall(
    _ readings: [(Double, Double)], in spans: [(start: Double, end: Double)]
  ) -> Double {
    let spans = spans.filter { $0.end > $0.start }
    let points = spans.map { level(readings, at: $0.start) - level(readings, at: $0.end) }
    return points.reduce(0, +) / (spans.map { $0.end - $0.start }.reduce(0, +) / 3600)
  }

  @Test("V-17: 7.5 % an hour in trips and 5.7 in stays, 1.27 times as much (1.11 to 1.38) by day")
  func tripsAgainstStays() throws {
    var readings: [String: [(Double, Double)]] = [:]
    for row in try rows("phone-days", "battery.csv.gz") {
      readings[row["run"] ?? "", default: []].append(
        (try number(row, "time_s"), try number(row, "level_pct")))
    }
    let trips = try spans("TRIP")
    let days = try runs(mode: "always", timeline: "car-scooter-bus").map { run in
      let own = (readings[run["run"] ?? ""] ?? []).sorted { $0.0 < $1.0 }
      let first = try #require(own.first { $0.1 < 100 }).0
      let last = try #require(own.last).0
      let ways = (trips[day(of: run)] ?? []).map {
        (start: min(max($0.start, first), last), end: min(max($0.end, first), last))
      }
      let ends = [first] + ways.map(\.end)
      let stays = zip(ends, ways.map(\.start) + [last]).map { (start: $0, end: $1) }
      return (trips: fall(own, in: ways), stays: fall(own, in: stays))
    }
    #expect(abs(try median(days.map(\.trips)) - 7.51) < 0.05)
    #expect(abs(try median(days.map(\.stays)) - 5.71) < 0.05)
    let ratios = days.map { $0.trips / $0.stays }
    #expect(abs(try median(ratios) - 1.27) < 0.01)
    #expect(abs((ratios.min() ?? 0) - 1.11) < 0.01)
    #expect(abs((ratios.max() ?? 0) - 1.38) < 0.01)
  }

  @Test("V-18: 1.04 % an hour of gated days at best, 0.56 at 100 m with a 1 m filter")
  func gatedDays() throws {
    func hourly(_ accuracy: String, _ filters: [String]) throws -> [Double] {
      try rows("phone-days", "runs.csv").filter {
        $0["timeline"] == "car-scooter-bus" && $0["mode"] == "gated"
          && $0["desired_accuracy"] == accuracy
          && filters.contains($0["distance_filter_m"] ?? "")
      }.map {
        (try number($0, "level_first_pct") - (try number($0, "level_last_pct")))
          / (try number($0, "hours"))
      }
    }
    #expect(abs(try median(try hourly("best", ["1", "30"])) - 1.04) < 0.01)
    #expect(abs(try median(try hourly("hundredMeters", ["1"])) - 0.56) < 0.01)
  }

  @Test("V-19: minutes from the press of a trip's start to the first fix of 100 m, and lost trips")
  func firstFixes() throws {
    var fixes: [String: [(Double, Double)]] = [:]
    for row in try rows("phone-days", "fixes.csv.gz") {
      fixes[row["run"] ?? "", default: []].append(
        (try number(row, "time_s"), try number(row, "accuracy_m")))
    }
    let trips = try spans("TRIP")
    var minutes: [String: [Double?]] = [:]
    for run in try rows("phone-days", "runs.csv")
    where run["mode"] == "gated" && run["fixes_are"] != "" {
      let own = (fixes[run["run"] ?? ""] ?? []).sorted { $0.0 < $1.0 }
      for trip in trips[day(of: run)] ?? [] {
        let first = own.first { $0.0 >= trip.start && $0.0 <= trip.end && $0.1 <= 100 }
        minutes[trip.name, default: []].append(first.map { ($0.0 - trip.start) / 60 })
      }
    }
    let expected = [
      ("suburb_city_driving_weekend", 4.6, 2, 12), ("suburb_bicycling", 4.1, 0, 12),
      ("freeway_driving_weekday", 3.7, 0, 13),
      ("bus trip with e-scooter access", 4.6, 0, 13),
    ]
    for (name, figure, lost, count) in expected {
      let all = minutes[name] ?? []
      #expect(all.count == count)
      #expect(all.filter { $0 == nil }.count == lost)
      #expect(abs(try median(all.compactMap { $0 }) - figure) < 0.06, "\(name)")
    }
  }

  @Test("V-20: how much of a leg Core Motion told rightly, and how soon in the median")
  func activities() throws {
    let expected = [
      ("always", "freeway_driving_weekday", "automotive", 0.85, 61.0),
      ("always", "suburb_city_driving_weekend", "automotive", 0.75, 90),
      ("always", "city_bus_rapid_transit", "automotive", 0.92, 24),
      ("always", "suburb_bicycling", "cycling", 0.63, 146),
      ("always", "walk_back_from_bus", "walking", 0.98, 16),
      ("none", "freeway_driving_weekday", "automotive", 0.75, 318),
      ("none", "suburb_city_driving_weekend", "automotive", 0.37, 401),
      ("none", "city_bus_rapid_transit", "automotive", 0.88, 136),
      ("none", "suburb_bicycling", "cycling", 0, .infinity),
      ("none", "walk_back_from_bus", "walking", 0.98, 12),
    ]
    var reported: [String: [(time: Double, activities: String)]] = [:]
    for row in try rows("phone-days", "motion.csv.gz") {
      reported[row["run"] ?? "", default: []].append(
        (try number(row, "time_s"), row["activity"] ?? ""))
    }
    let legs = try spans("SECTION")
    for (mode, name, activity, share, delaySeconds) in expected {
      var (right, whole, delays) = (0.0, 0.0, [Double]())
      for run in try runs(mode: mode) {
        let own = (reported[run["run"] ?? ""] ?? []).sorted { $0.time < $1.time }
        let ends = own.dropFirst().map(\.time) + [.infinity]
        for leg in legs[day(of: run)] ?? [] where leg.name == name {
          let rightSpans = zip(own, ends)
            .filter { $0.0.activities.split(separator: "+").contains { $0 == activity } }
            .map { (start: max($0.0.time, leg.start), end: min($0.1, leg.end)) }
            .filter { $0.end > $0.start }
          right += rightSpans.map { $0.end - $0.start }.reduce(0, +)
          whole += leg.end - leg.start
          delays.append(rightSpans.first.map { $0.start - leg.start } ?? .infinity)
        }
      }
      #expect(abs(right / whole - share) < 0.006, "\(mode) \(name)")
      let delay = try median(delays)
      #expect(delay == delaySeconds || abs(delay - delaySeconds) < 0.6, "\(mode) \(name)")
    }
  }
}
