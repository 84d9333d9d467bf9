import Evaluation
import Foundation
import Geodesy
import Recordings
import Scenarios
import TestSupport
import Testing
import Text
import Timekeeping
import World

@testable import Experiments
@testable import Simulation

/// Compares a scenario drafted from a recording with the recording itself.
@Suite("A scenario drafted from a recording")
struct ScenarioDraftTests {
  static let folder = ProcessInfo.processInfo.environment["ODOGRAPH_DATA"] ?? "../shared/data"

  /// Every recording of one person that can be read without GPSBabel.
  static let recordings: [String] = ["gps-traces", "visits-takeout", "ios-location"].flatMap {
    name in
    let path = folder + "/" + name
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { file in
      [".gpx.gz", ".csv.gz", ".json.gz", ".rec"].contains { file.hasSuffix($0) }
    }.sorted().map { path + "/" + $0 }
  }

  private struct Compared {
    var recording: World
    var scenario: Scenario
    var drafted: World
    var draft: ScenarioDraft
    var text: String
  }

  private func compare(
    _ path: String, options: TraceOptions = TraceOptions(), zone: String = "UTC",
    from begin: Instant? = nil
  ) throws -> Compared {
    let calendar = try #require(LocalCalendar(identifier: zone))
    let recorded = try Scenario.traceDefaults(trace: path, options: options)
    let world = try SimulatedDay(scenario: recorded, seed: 1, inferringStays: true).world
    guard case .replay(let trace) = recorded.course else { throw CancellationError() }
    let draft = try ScenarioDraft(
      of: trace, replayedAs: world, from: begin, calendar: calendar)
    let text = draft.yaml(isZoneGuessed: false, trackers: Scenario.defaultPresets)
    let file = try TemporaryFile(text, suffix: ".yaml")
    let scenario = try ScenarioReader(vocabulary: .simulatedPhone).read(path: file.path)
    let drafted = try SimulatedDay(scenario: scenario, seed: 1).world
    return Compared(
      recording: world, scenario: scenario, drafted: drafted, draft: draft, text: text)
  }

  @Test(
    "Its ways are as long as the recording's, and its stays are the recording's",
    .enabled(if: !recordings.isEmpty, "skipped: no recordings at \(folder)"),
    arguments: recordings)
  func agrees(path: String) throws {
    let compared = try compare(path)
    let (start, end) = (compared.drafted.start, compared.drafted.end)
    let recorded = compared.recording.person
    let drafted = compared.drafted.person
    // Ways are simplified to within 12 m, which cuts corners, and within stays the person does not
    // move.
    let recordedMeters = recorded.pathLengthMeters(from: start, to: end)
    let draftedMeters = drafted.pathLengthMeters(from: start, to: end)
    #expect(draftedMeters <= recordedMeters * 1.01 + 200)
    #expect(draftedMeters >= recordedMeters * 0.96 - 200)
    // The stays of each segment of the recording are in the scenario too, at the same places.
    let stays = compared.recording.segments.filter { $0.start < end }.flatMap {
      recorded.referenceStays(from: max($0.start, start), to: min($0.end, end))
    }
    let draftedStays = drafted.referenceStays(from: start, to: end)
    let seconds = stays.reduce(0) { $0 + ($1.end - $1.start).seconds }
    let inCommon = stays.reduce(0) { sum, stay in
      sum
        + draftedStays.filter { $0.center.distanceMeters(to: stay.center) < 100 }.reduce(0) {
          $0 + max(0, (min($1.end, stay.end) - max($1.start, stay.start)).seconds)
        }
    }
    #expect(inCommon >= 0.98 * seconds)
    #expect((end - start).seconds <= 7 * 86400)
  }

  @Test(
    "Another seed's stops and lights do not make it impossible",
    .enabled(if: !recordings.isEmpty, "skipped: no recordings at \(folder)"),
    arguments: recordings)
  func seeds(path: String) throws {
    let scenario = try compare(path).scenario
    for seed in 2...6 { _ = try SimulatedDay(scenario: scenario, seed: UInt64(seed)) }
  }

  // MARK: A day of our own

  /// A day at home from 07:00, half an hour by bicycle at 5 m/s to work, and there from 07:40 to
  /// 16:00.
  private static let diary = """
    {"semanticSegments": [
      {"startTime": "2026-03-02T07:00:00Z", "endTime": "2026-03-02T07:10:00Z",
        "visit": {"topCandidate": {"semanticType": "HOME",
          "placeLocation": {"latLng": "52.52°, 13.40°"}}}},
      {"startTime": "2026-03-02T07:10:00Z", "endTime": "2026-03-02T07:40:00Z",
        "activity": {"topCandidate": {"type": "CYCLING"}}},
      {"startTime": "2026-03-02T07:10:00Z", "endTime": "2026-03-02T07:40:00Z",
        "timelinePath": [
          {"point": "52.52°, 13.41°", "time": "2026-03-02T07:14:00Z"},
          {"point": "52.52°, 13.43°", "time": "2026-03-02T07:18:30Z"},
          {"point": "52.53°, 13.45°", "time": "2026-03-02T07:23:00Z"},
          {"point": "52.53°, 13.47°", "time": "2026-03-02T07:27:30Z"},
          {"point": "52.53°, 13.49°", "time": "2026-03-02T07:32:00Z"},
          {"point": "52.53°, 13.51°", "time": "2026-03-02T07:36:30Z"}]},
      {"startTime": "2026-03-02T07:40:00Z", "endTime": "2026-03-02T16:00:00Z",
        "visit": {"topCandidate": {"semanticType": "WORK",
          "placeLocation": {"latLng": "52.53°, 13.52°"}}}}
    ]}
    """

  @Test("Places take the names of the export, legs its modes and its times")
  func diary() throws {
    let file = try TemporaryFile(Self.diary, suffix: ".json")
    let compared = try compare(file.path, zone: "Europe/Berlin")
    #expect(compared.scenario.places.map(\.name) == ["home", "work"])
    let legs = compared.text.split(separator: "day:\n")[1].split(separator: "person:")[0]
    // A stay lasts until the person is 100 m away: at first 680 m take 4 min, at last 680 m take
    // 3.5 min.
    let lines = legs.split(separator: "\n").filter { !$0.contains("via:") && !$0.contains("[") }
      .map { $0.trimmingPrefix { $0 == " " } }
    #expect(
      lines.map { $0.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces) } == [
        "- stay: home", "until: 08:10:35", "- cycle: work", "speed: 4.81 m/s", "until: 08:39:29",
        "- stay: work",
      ])
    #expect(compared.text.contains("start: 2026-03-02T08:00\n"))
    #expect(compared.text.contains("duration: 9 h\n"))
  }

  @Test("A week is cut at the clock time of its start, also within a ride")
  func week() throws {
    var rows = ["time,lat,lon"]
    let start = try #require(Instant(iso8601: "2026-03-02T08:00:00Z"))
    // Eastward at 10 m/s for 26 hours, with a point every two minutes.
    for step in 0...780 {
      rows.append("\(start + .minutes(Int64(step * 2))),0,\(Double(step) * 1200 / 111_319.49)")
    }
    let file = try TemporaryFile(rows.joined(separator: "\n"), suffix: ".csv")
    let compared = try compare(file.path)
    #expect(compared.text.contains("  monday:\n    - jump: [0.00000, 0.00000]\n    - drive: "))
    #expect(compared.text.contains("    until: 07:59:59\n  tuesday:\n    - drive: "))
    let meters = compared.drafted.person.pathLengthMeters(
      from: compared.drafted.start, to: compared.drafted.end)
    #expect(abs(meters - 936_000) < 9_000)
  }

  @Test("A recording of more than seven days is taken from where one says")
  func begin() throws {
    var rows = ["time,lat,lon"]
    let start = try #require(Instant(iso8601: "2026-03-02T08:00:00Z"))
    // An hour's walk each day for ten days.
    for day in 0..<10 {
      for minute in 0...60 {
        let time = start + .days(Int64(day)) + .minutes(Int64(minute))
        rows.append("\(time),50,\(10 + Double(minute) * 84 / 71_700)")
      }
    }
    let file = try TemporaryFile(rows.joined(separator: "\n"), suffix: ".csv")
    let first = try compare(file.path)
    #expect(first.scenario.start == start)
    #expect(first.text.contains("# The recording goes on to 2026-03-11 09:00."))
    let later = try compare(file.path, from: start + .days(8))
    #expect(later.scenario.start == start + .days(8))
    // Between two walks the person is first at the end of the one, then at the start of the other.
    #expect(later.text.contains("  # not recorded\n"))
    #expect(
      throws: InputError(
        .commandLine, "nothing is recorded in the 7 days from 2026-03-20T08:00:00Z on",
        accepted: "--from-time with a time from 2026-03-02T08:00:00Z to 2026-03-11T09:00:00Z")
    ) { _ = try compare(file.path, from: start + .days(18)) }
  }
}
