import Evaluation
import RecordStorage
import Recordings
import Testing
import TrackingEngine

@testable import Experiments
@testable import Simulation

@Suite("A simulated day, stored or exported and then judged")
struct JudgeExactnessTests {
  static let presets = [
    "overland-high-resolution", "overland-battery-saving-both", "ehe-pilot-2", "drives",
  ]
  /// The formats that write times with milliseconds and coordinates with seven decimals or more.
  static let roundedFormats: [ExportFormat] = [.csv, .gpx, .overland, .ehePilotSecond]

  /// The measures of a run that no log decides: they need the phases of the app, what the tracker
  /// derived by itself, or the plan of the day.
  static let undecided: Set = [
    "aliveCoverage", "homeAwayErrorMinutesPerDay", "judgedSeconds", "judgedShare",
    "simulatedSeconds",
  ]
  /// The measures that depend only on the positions in the order of their times.
  static let settled = [
    "reconstructedCoverage", "pathCoverage", "epochCoverage", "hoursCovered", "fixCount",
    "missingness.moving", "missingness.still", "positionErrorMeters.p50", "positionErrorMeters.p95",
    "phantomStayMetersPerDay", "mobilityBias.distanceMeters",
  ]

  @Test("The store has the figures and the gaps of the run it came from", arguments: presets)
  func store(preset: String) throws {
    let day = try JudgedDay(preset: preset)
    try expectExact(day, try #require(try day.storedLog()))
  }

  @Test("GeoJSON has all digits and the time of recording: the same figures", arguments: presets)
  func geoJSON(preset: String) throws {
    let day = try JudgedDay(preset: preset)
    try expectExact(day, try day.exportedLog(.geojson))
  }

  /// The judged figures are those of the run, for the log and for the simulated run of its seed.
  private func expectExact(_ day: JudgedDay, _ log: TrackerLog) throws {
    let judgment = try #require(try day.judge(log))
    let own = Measures.figures(of: day.result.coverage)
    let judged = Dictionary(uniqueKeysWithValues: judgment.measures.map { ($0.measure, $0) })
    for (name, figure) in own where !Self.undecided.contains(name) {
      #expect(judged[name]?.log == figure, "\(name)")
      #expect(judged[name]?.simulated?.median == figure, "\(name) simulated")
      // One run with the same figure: half of it counts as below.
      #expect(judged[name]?.simulated?.rank == 0.5 && judged[name]?.simulated?.place == .undecided)
    }
    #expect(judged["aliveCoverage"] == nil)
    #expect(judgment.gaps.map(\.start) == day.result.longGaps.map(\.start))
    #expect(judgment.gaps.map(\.end) == day.result.longGaps.map(\.end))
    // The run has the same gaps, by the causes that it reports.
    for (gap, cause) in zip(judgment.gaps, day.result.longGaps.map(\.cause)) {
      #expect(gap.simulated?.runShare == 1)
      #expect((gap.simulated?.timeShare ?? 0) > 0.999)
      #expect(gap.simulated?.causes.first?.cause == cause)
    }
  }

  @Test("FHIR has all digits but no accuracy: the same figures where accuracy does not count")
  func fhir() throws {
    for preset in Self.presets {
      let day = try JudgedDay(preset: preset)
      let judgment = try #require(try day.judge(day.exportedLog(.fhir)))
      let own = Measures.figures(of: day.result.coverage)
      let judged = figures(judgment)
      for name in Self.settled { #expect(judged[name] == own[name], "\(preset) \(name)") }
      #expect(judged["shareWithinReportedAccuracy"] == nil)
    }
  }

  @Test("Other formats differ by their rounding only", arguments: roundedFormats)
  func rounded(format: ExportFormat) throws {
    for preset in Self.presets {
      let day = try JudgedDay(preset: preset)
      let log = try day.exportedLog(format)
      #expect(log.hasRecordingTimes == (format == .csv))
      let judgment = try #require(try day.judge(log))
      let own = Measures.figures(of: day.result.coverage)
      let judged = figures(judgment)
      // A millisecond at 30 m/s is 3 cm, and so much are the sums off. Without the time of
      // recording, a position counts from its own time, seconds before the tracker had it.
      for name in Self.settled + (log.hasRecordingTimes ? ["positionCoverage"] : []) {
        // A measure that does not apply to the run does not apply to its log.
        guard let figure = own[name] else {
          #expect(judged[name] == nil, "\(preset) \(name)")
          continue
        }
        let difference = abs((judged[name] ?? .nan) - figure)
        // Lengths of lines add up: at most 7 cm per record, where a day has 24 / 5 as many.
        let limit =
          name.hasSuffix("ters") || name.hasSuffix("PerDay")
          ? 0.07 * Double(log.positions.count) : 2e-5 * max(1, abs(figure))
        #expect(difference <= limit, "\(preset) \(name) \(difference)")
      }
      #expect((judged["positionCoverage"] ?? 0) >= (own["positionCoverage"] ?? 1) - 1e-5)
    }
  }

  private func figures(_ judgment: Judgment) -> [String: Double] {
    Dictionary(uniqueKeysWithValues: judgment.measures.map { ($0.measure, $0.log) })
  }
}
