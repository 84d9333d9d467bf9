import Files
import Foundation
import TestSupport
import Testing

private let folder = dataFolder

/// The measured figures of `Validation/`, from the recordings that they were taken of.
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

  /// Points an hour from the first reading below 100 % to the last, by run.
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
    var trips: [String: [(start: Double, end: Double, name: String)]] = [:]
    for row in try rows("phone-days", "presses.csv.gz") {
      let (key, time) = ("\(row["timeline"] ?? "")/\(row["day"] ?? "")", try number(row, "time_s"))
      if row["press"] == "START_EVALUATION_TRIP" {
        trips[key, default: []].append((time, .infinity, row["what"] ?? ""))
      } else if row["press"] == "STOP_EVALUATION_TRIP", let last = trips[key]?.indices.last {
        trips[key]?[last].end = time
      }
    }
    var minutes: [String: [Double?]] = [:]
    for run in try rows("phone-days", "runs.csv")
    where run["mode"] == "gated" && run["fixes_are"] != "" {
      let own = (fixes[run["run"] ?? ""] ?? []).sorted { $0.0 < $1.0 }
      for trip in trips["\(run["timeline"] ?? "")/\(run["day"] ?? "")"] ?? [] {
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
}
