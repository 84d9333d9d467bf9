import Foundation
import Testing
import Timekeeping
import World

@testable import Experiments

private let nights = URL(
  filePath: ProcessInfo.processInfo.environment["ODOGRAPH_DATA"] ?? "../shared/data"
).appending(path: "phone-nights")

@Suite(
  "Batteries of real phones",
  .enabled(
    if: FileManager.default.fileExists(atPath: nights.appending(path: "runs.csv").path),
    "skipped: no recordings in ODOGRAPH_DATA"))
struct RealNightsTests {
  /// The medians over nights after the time at 100 %, in percent an hour, of units 1 to 4, as the
  /// recordings' own description gives them.
  static let published: [(setting: String, medians: [Double])] = [
    ("best/1", [4.39, 3.86, 4.42, 4.63]), ("best/30", [4.38, 3.54, 4.23, 4.53]),
    ("nearestTenMeters/1", [4.54, 4.08, 4.35, 4.65]),
    ("hundredMeters/1", [1.62, 1.55, 2.39, 1.77]),
    ("hundredMeters/30", [1.75, 1.44, 2.47, 1.87]),
  ]

  @Test("The drains of 76 nights have the published medians by unit and setting")
  func medians() throws {
    var drains: [String: [Drain]] = [:]
    let readings = try batteries()
    let text = try String(contentsOf: nights.appending(path: "runs.csv"), encoding: .utf8)
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      let fields = line.split(separator: ",").map(String.init)
      let night = BatteryAnalysis(of: readings[fields[0]] ?? [], calendar: TravelCalendar(.utc))
      #expect(night.step == .percent)
      drains["\(fields[2])/\(fields[3]) \(fields[1])", default: []]
        .append(try #require(night.drain, "\(fields[0])"))
    }
    #expect(drains.values.reduce(0) { $0 + $1.count } == 76)
    for (setting, medians) in Self.published {
      for (unit, published) in zip(1..., medians) {
        let own = try #require(drains["\(setting) \(unit)"])
        let median = median(own.map(\.percentPerHour))
        #expect(abs(median - published) <= 0.1, "\(setting), unit \(unit): \(median)")
        // A step of 1 % at both ends of the shortest night, which has 2.93 h below 100 %.
        #expect(own.allSatisfy { $0.high - $0.low <= 2 / 2.93 })
      }
    }
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  private func batteries() throws -> [String: [BatteryReading]] {
    let unzip = Process()
    unzip.executableURL = URL(filePath: "/usr/bin/env")
    unzip.arguments = ["gzip", "-dc", nights.appending(path: "battery.csv.gz").path]
    let pipe = Pipe()
    unzip.standardOutput = pipe
    try unzip.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let states: [Substring: BatteryReading.State] = ["1": .unplugged, "2": .charging, "3": .full]
    var readings: [String: [BatteryReading]] = [:]
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      let fields = line.split(separator: ",")
      guard fields.count == 4, let seconds = Double(fields[1]), let percent = Double(fields[2])
      else { continue }
      let reading = BatteryReading(
        time: Instant(secondsSince1970: seconds), level: percent / 100, state: states[fields[3]])
      if let reading { readings[String(fields[0]), default: []].append(reading) }
    }
    return readings.mapValues { $0.sorted { $0.time < $1.time } }
  }
}
