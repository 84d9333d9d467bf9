import Foundation
import Scenarios
import Simulation
import TestSupport
import Testing
import Text

@testable import Experiments

@Suite("The model against published measurements")
struct ValidationTests {
  private let reader = ValidationReader(
    measures: ValidationMeasure.names, vocabulary: .simulatedPhone)

  /// Returns a document of one row about a phone without a tracker, next to its scenario.
  private func document(
    _ row: String, id: String = "A", legs: String = "", file: String = "own.yaml"
  ) throws -> ValidationDocument {
    let folder = packageRoot.appendingPathComponent("Validation").path
    return try reader.read(
      text: """
        odograph-validation: 1
        source: { title: a, address: https://example.org }
        \(legs)
        rows:
          - { id: \(id), title: a, measured: "1", scenarios: [scenarios/idle-iphone-13.yaml],
              tracker: none, \(row) }
        """, file: folder + "/" + file)
  }

  private func verdict(_ row: String, seeds: UInt64 = 5) throws -> ValidationVerdict {
    let plan = try ValidationPlan([try document(row)], seeds: Array(1...seeds))
    return try #require(try plan.run().rows.first)
  }

  @Test("A row passes where the median lies in its band, and is missed elsewhere, by so much")
  func sides() throws {
    // 20 to 40 mW for 8 h, of 12.41 Wh with 80 to 100 % of health: 1.3 to 3.2 %.
    let passed = try verdict("measure: chargePercent, band: [1.2, 3.3]")
    #expect(passed.outcome == .passed)
    let median = try #require(passed.median)
    #expect(try #require(passed.interval).contains(median))
    let missed = try verdict("measure: chargePercent, band: [0.1, 1.0]")
    #expect(missed.outcome == .missed)
    #expect(abs(missed.excess - (median - 1)) < 1e-9)
  }

  @Test("Two delays without end cannot be compared, and the other seeds decide")
  func endless() throws {
    let row = try #require(try document("measure: chargePercent, band: [1.5, 2.5]").rows.first)
    let one = ValidationVerdict(row, figures: [.infinity, 4], against: [.infinity, 2])
    #expect(one.median == 2 && one.outcome == .passed)
    let none = ValidationVerdict(row, figures: [.infinity], against: [.infinity])
    #expect(none.outcome == .none)
  }

  @Test("A row that set parameters is fitted, not passed")
  func fitted() throws {
    let row = "measure: chargePercent, band: [1.2, 3.3], fitted: base.suspendedWatts"
    #expect(try verdict(row).outcome == .fitted)
  }

  @Test("A figure whose interval is over twice as wide as the measured range is too vague")
  func vague() throws {
    let row = "measure: chargePercent, band: [1.2, 3.3], range: [2.0, 2.1]"
    #expect(try verdict(row).outcome == .vague)
  }

  @Test("A figure that no run has is neither passed nor missed")
  func none() throws {
    #expect(try verdict("measure: hoursUntilEmpty, band: [1, 2]").outcome == .none)
  }

  @Test("A ratio is taken seed by seed, of the same phone")
  func ratio() throws {
    // A phone with 12.41 Wh would differ from one with 6.91 Wh. A run compared with itself is 1,
    // without spread.
    let one = try verdict("measure: wholePhoneMilliwatts, band: [0.9, 1.1], against: {}")
    #expect(one.median == 1)
    #expect(one.interval == 1...1)
  }

  @Test("Keep-alives cost what the radio takes for them")
  func keepAlive() throws {
    let quiet = try #require(try verdict("measure: radioMilliwatts, band: [0, 0]").median)
    let busy = try #require(
      try verdict(
        "measure: radioMilliwatts, band: [0, 9], keepAlive: { every: 60 s, bytes: 60 }"
      ).median)
    #expect(quiet == 0)
    // 0.05 s and the tail's 0.25 s at 0.403 W over Wi-Fi, once a minute, are 2.0 mW.
    #expect(abs(busy - 1000 * 0.3 * 0.403 / 60) < 0.05)
  }

  @Test(
    "A wrong row is refused with its line",
    arguments: [
      ("measure: chargePercnt, band: [1, 2]", "no measure is called 'chargePercnt'"),
      ("measure: chargePercent, band: [2, 1]", "two numbers, the smaller first"),
      ("measure: chargePercent, band: [1, 2], kind: ratio", "'ratio' needs two figures"),
      ("measure: chargePercent, band: [1, 2], bnd: 3", "unknown key 'bnd'"),
      (
        "measure: chargePercent, band: [1, 2], keepAlive: { every: 0.5 s, bytes: 60 }",
        "'every' is too short"
      ),
      ("measure: chargePercent, band: [3, 1, 2]", "'band' is [3.0, 1.0, 2.0]"),
      (
        "measure: chargePercent, band: [1, 2], kind: level, against: {}",
        "'level' takes one figure"
      ),
      ("measure: activityShare, band: [0, 1], leg: walk", "which has none for these scenarios"),
    ])
  func refused(row: String, message: String) throws {
    do {
      _ = try document(row)
      Issue.record("was read")
    } catch let error as InputError {
      #expect(error.description.contains(message), "\(error.description)")
      #expect(error.description.contains("own.yaml:"))
    }
  }

  @Test("Legs of one file are not another's, though the runs are the same")
  func legsByFile() throws {
    // The phone lies on a table from ten in the evening on: stationary is right, walking never.
    let times = "from: 1709708400, until: 1709712000"
    let documents = try ["stationary", "walking"].map { activity in
      try document(
        "measure: activityShare, band: [0, 1], leg: desk", id: activity,
        legs: """
          legs:
            scenarios/idle-iphone-13.yaml:
              - { leg: desk, activity: \(activity), \(times) }
          """, file: activity + ".yaml")
    }
    let medians = try ValidationPlan(documents, seeds: [1]).run().rows.map(\.median)
    #expect(medians == [1, 0])
  }

  @Test("Minutes to a trip's first fix count from the start of the trip")
  func firstFixMinutes() throws {
    // The walk begins at 1772442000, and an app that is opened then has its first fix within a
    // minute.
    var minutes: [Double] = []
    for start in [1_772_442_000, 1_772_441_400] {
      var subject = try document(
        "measure: firstFixMinutes, band: [0, 9], trip: walk",
        legs: """
          legs:
            scenarios/idle-iphone-13.yaml:
              - { trip: walk, from: \(start), until: 1772443800 }
          """
      ).rows[0].subject
      subject.tracker = TrackerChoice(preset: "overland-high-resolution")
      let run = try ValidationRun(subject, scenario: try WhyTests.walk(), seed: 1)
      let legs = subject.legs.values.flatMap(\.self)
      minutes += run.samples(of: "firstFixMinutes", subject, legs: legs).map(\.value)
    }
    try #require(minutes.count == 2)
    #expect((0...1).contains(minutes[0]))
    #expect(abs(minutes[1] - minutes[0] - 10) < 1e-9)
  }

  @Test("Errors of positions of the network leave out satellite fixes")
  func networkErrors() throws {
    var subject = try document("measure: networkErrorMedianMeters, band: [0, 9]").rows[0].subject
    subject.tracker = WhyTests.highResolution
    let run = try ValidationRun(subject, scenario: try WhyTests.walk(), seed: 1)
    // The session begins with the position of a cell. Satellite fixes report at most 50 m.
    let median = try #require(
      run.samples(of: "networkErrorMedianMeters", subject, legs: []).first)
    #expect(median.value > 50)
    let satellites = run.fixes.filter(\.isFromSatellites)
    #expect(satellites.count > 3000)
    #expect(satellites.allSatisfy { $0.accuracyMeters <= 50 })
  }

  @Test("Two rows of one name are refused, in two files too")
  func repetition() throws {
    let one = try document("measure: chargePercent, band: [1, 2]")
    #expect(throws: InputError.self) { try ValidationPlan([one, one], seeds: [1]) }
  }

  @Test("A row is close where other seeds may put the median beyond an end of the band")
  func close() throws {
    let median = try #require(
      try verdict("measure: chargePercent, band: [0, 9]", seeds: 9).median)
    let edge = "measure: chargePercent, band: [0, \(median + 0.001)]"
    #expect(try verdict(edge, seeds: 9).isClose)
    #expect(try !verdict("measure: chargePercent, band: [0, 9]", seeds: 9).isClose)
  }

  @Test("Every file of the repository is read, each row with a source and a band")
  func files() throws {
    let folder = packageRoot.appendingPathComponent("Validation").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".yaml") }
    let documents = try names.sorted().map { try reader.read(path: folder + "/" + $0) }
    let rows = documents.flatMap(\.rows)
    #expect(Set(rows.map(\.id)).count == rows.count)
    // Each of the 31 published targets has a row.
    for target in 1...31 {
      #expect(rows.contains { $0.id == "V-\(target)" || $0.id.hasPrefix("V-\(target)-") })
    }
    #expect(documents.allSatisfy { $0.source.address.hasPrefix("https://") })
    // Of V-17 to V-20 only one was used for the model, for the report of bicycles (MOT-9). None set
    // a figure.
    let fitted = rows.filter { $0.fitted != nil }.map(\.id)
    #expect(fitted.filter { $0 > "V-17" && $0 < "V-2" } == [])
    #expect(fitted.filter { $0.hasPrefix("V-20") } == ["V-20-bicycle-off"])
  }
}
