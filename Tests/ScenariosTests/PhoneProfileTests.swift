import EventKernel
import TestSupport
import Testing
import Text
import Timekeeping

@testable import Scenarios

@Suite("A phone profile")
struct PhoneProfileTests {
  private let vocabulary: ScenarioVocabulary
  private let scenarios: ScenarioReader
  private let reader: PhoneProfileReader

  init() {
    var vocabulary = ScenarioVocabulary(
      profiles: ["iphone-13", "iphone-14", "iphone-6"], systems: ["ios-12", "ios-17", "ios-26"],
      modelParameters: [
        "battery.healthShare", "battery.designJoules", "base.suspendedWatts", "gnss.tailSeconds",
        "wifi.bitsPerSecond",
      ],
      readings: ["charger": ["fast", "five-watts"], "forceQuitRelaunch": ["relaunches"]])
    vocabulary.limits["iphone-6"] = ProfileLimits(systems: ["ios-12"])
    vocabulary.modelRanges = [
      "battery.healthShare": 0.8...1, "base.suspendedWatts": 0.015...0.035,
      "gnss.tailSeconds": 0...30, "battery.designJoules": 40_000...50_000,
      "wifi.bitsPerSecond": 20e6...20e6,
    ]
    self.vocabulary = vocabulary
    scenarios = ScenarioReader(vocabulary: vocabulary)
    reader = PhoneProfileReader(vocabulary: vocabulary)
  }

  private static let digest = String(repeating: "3f", count: 32)

  /// A good profile, in which each line may be replaced.
  private static let good = """
    odographProfile: 1
    name: mine
    phone: iphone-13
    system: ios-17
    logs:
      - { sha256: \(digest), from: 2026-03-02, until: 2026-03-03, heldBack: true }
    parameters:
      battery.healthShare: { prior: [0.8, 1], outcome: moved, draws: [0.87, 0.91] }
      base.suspendedWatts: { prior: [0.015, 0.035], outcome: undecided, draws: [0.02, 3.0e-02] }
    readings: { charger: five-watts }
    unexplained: 0.05
    """

  private func read(_ text: String) throws -> PhoneProfileDocument {
    try reader.read(text: text, file: "my-phone.yaml")
  }

  @Test("Logs, draws, outcomes and variants are read")
  func reads() throws {
    let profile = try read(Self.good)
    #expect(profile.name == "mine")
    #expect(profile.logs.map(\.until) == [CivilDate(year: 2026, month: 3, day: 3)])
    #expect(profile.logs.map(\.isHeldBack) == [true])
    #expect(profile.parameters.map(\.draws) == [[0.87, 0.91], [0.02, 0.03]])
    #expect(profile.parameters.map(\.outcome) == [.moved, .undecided])
    #expect(profile.readings == [ModelVariantChoice("charger", "five-watts")])
    #expect(profile.unexplained == 0.05)
  }

  // MARK: Writing

  @Test("A written profile is read back as it was, over seeds", arguments: 0..<40)
  func roundTrip(seed: Int) throws {
    let profile = Self.drawn(SeededRandom(seed: UInt64(seed)))
    #expect(try read(profile.text) == profile)
    #expect(
      profile.text.split(separator: "\n").filter { $0.hasPrefix("      ") }
        .allSatisfy { $0.count <= 100 })
  }

  @Test(
    "A quantity by which the model divides cannot be 0",
    arguments: [
      ("battery.designJoules", "0", "an energy such as 250 mJ, from 2000 J to 1000000 J"),
      ("battery.healthShare", "0.19", "a share such as 80 %, from 20 % to 100 %"),
      ("wifi.bitsPerSecond", "0", "a number, from 1000000 to 400000000"),
    ])
  func divisors(name: String, draw: String, accepted: String) {
    let text = Self.good.replacing("battery.healthShare", with: name)
      .replacing("[0.87, 0.91]", with: "[\(draw), \(draw)]")
    let found = message { try read(text) }
    #expect(
      found.hasPrefix("my-phone.yaml:8: 'draws' is '\(draw)'; accepted: \(accepted)"), "\(found)")
  }

  @Test("A given value is no outcome of the logs, and an older profile that says so is read")
  func given() throws {
    let text = Self.good.replacing("[0.8, 1], outcome: moved", with: "[0.9, 0.9], outcome: given")
      .replacing("[0.87, 0.91]", with: "[0.9, 0.9]")
    let profile = try read(text)
    #expect(profile.parameters.map(\.outcome) == [.given, .undecided])
    #expect(profile.outcomes == "0 of 1 parameter moved, 1 given")
    #expect(try read(text.replacing("outcome: given", with: "outcome: moved")) == profile)
  }

  /// A profile whose members are drawn. Draws reach from the smallest number to the largest that
  /// the parameter accepts.
  private static func drawn(_ chance: SeededRandom) -> PhoneProfileDocument {
    let count = 1 + Int(chance.stream("count").uniform() * 300)
    func draws(_ name: String, _ range: ClosedRange<Double>) -> [Double] {
      let least = max(range.lowerBound, .leastNonzeroMagnitude)
      return [range.lowerBound, least, range.upperBound].shuffled(by: chance.stream(name))
        + (0..<count).map { place in
          max(least, range.upperBound * chance.stream(name).uniform(at: Int64(place)))
        }
    }
    let isFull = chance.stream("members").happens(withProbability: 0.5)
    let day = Int64(chance.stream("day").uniform() * 40_000)
    return PhoneProfileDocument(
      name: isFull ? "Mine: \"of\" # München" : "1", phone: "iphone-14", system: "ios-26",
      logs: [
        .init(
          sha256: digest, from: CivilDate(daysSince1970: day),
          until: CivilDate(daysSince1970: day + 1),
          tracker: isFull ? "always, \"best\" \\ {x: 1}" : nil,
          drain: isFull ? chance.stream("drain").normal() : nil,
          predicted: isFull ? -1e-7...4.25 : nil, isHeldBack: isFull)
      ],
      parameters: [
        .init(
          "battery.healthShare", prior: 0.8...1, outcome: .moved,
          draws: draws("battery.healthShare", 0.2...1)),
        .init(
          "base.suspendedWatts", prior: 1e-5...0.035, outcome: .undecided,
          draws: draws("base.suspendedWatts", 0...0.7)),
      ],
      readings: isFull ? [ModelVariantChoice("charger", "fast")] : [],
      unexplained: isFull ? 0.125 : nil)
  }

  // MARK: Refusals

  static let refusals: [(from: String, to: String, message: String)] = [
    (
      "odographProfile: 1", "odographProfile: 2",
      "1: 'odographProfile' is '2'; accepted: 1, which 'odograph calibrate' of this version "
        + "writes; calibrate again"
    ),
    (
      "iphone-13", "iphone-12",
      "3: 'phone' is 'iphone-12'; accepted: iphone-13, iphone-14, iphone-6; did you "
    ),
    ("iphone-13", "iphone-6", "4: 'iphone-6' does not run 'ios-17'; accepted: ios-12"),
    ("base.suspendedWatts", "base.suspendWatts", "9: unknown model parameter 'base.suspendWatts'"),
    (
      "[0.87, 0.91]", "[0.87]",
      "9: 'base.suspendedWatts' has 2 draws; accepted: 1, as many as 'battery.healthShare' has"
    ),
    ("[0.87, 0.91]", "[0.87, -0.1]", "8: 'draws' is '-0.1'; accepted: a share such as 80 %"),
    ("[0.87, 0.91]", "[0.87, 91]", "8: 'draws' is '91'; accepted: a share such as 80 %"),
    ("[0.87, 0.91]", "[0.87, nan]", "8: 'draws' is 'nan'; accepted: a share such as 80 %"),
    ("[0.87, 0.91]", "[]", "8: 'draws' has 0 numbers; accepted: a list of 1 to 10000 numbers"),
    // 20 mW written as 20: the sources' range ends at 35 mW, and twenty times that is 0.7 W.
    ("[0.02, 3.0e-02]", "[20, 30]", "9: 'draws' is '20'; accepted: a power such as 150 mW"),
    ("[0.8, 1]", "[1, 0.8]", "8: 'prior' is [1.0, 0.8]; accepted: two numbers, the smaller first"),
    ("[0.8, 1]", "[-0.8, 1]", "8: 'prior' begins at -0.8; accepted: 0 or more"),
    ("moved", "proven", "8: 'outcome' is 'proven'"),
    (digest, "3F" + digest.dropFirst(2), "6: 'sha256' is '3F3f"),
    (digest, "3f", "6: 'sha256' is '3f'; accepted: a SHA-256 digest of 64 hexadecimal digits"),
    ("2026-03-02", "2026-02-30", "6: 'from' is '2026-02-30'; accepted: a date such as 2026-03-02"),
    (
      "2026-03-02", "2026-03-04",
      "6: 'until' is 2026-03-03, before 'from'; accepted: 2026-03-04 or later"
    ),
    (
      "charger", "chargers",
      "10: unknown reading 'chargers'; accepted: charger, forceQuitRelaunch; "
    ),
    ("0.05", "101", "11: 'unexplained' is '101'; accepted: a number from 0 to 100"),
    (
      "name: mine", "nome: mine",
      "2: unknown key 'nome'; accepted: odographProfile, name, description, phone,"
    ),
  ]

  @Test("A mistake is refused with its line and what is accepted", arguments: refusals.indices)
  func refuses(row: Int) {
    let (from, to, expected) = Self.refusals[row]
    let text = Self.good.replacing(from, with: to)
    #expect(text != Self.good)
    let found = message { try read(text) }
    #expect(found.hasPrefix("my-phone.yaml:\(expected)"), "\(found)")
  }

  // MARK: Scenarios

  private func phone(_ phone: String, profile: String = good) throws -> Scenario {
    let place = try Workplace()
    _ = try place.write(profile, to: "my-phone.yaml")
    let day = try place.write(scenarioText("phone: \(phone)"), to: "day.yaml")
    return try scenarios.read(path: day)
  }

  @Test("A scenario names a profile relative to itself, and takes its phone, system and variants")
  func scenario() throws {
    let text = Self.good.replacing("iphone-13", with: "iphone-14")
      .replacing("ios-17", with: "ios-26")
    let scenario = try phone("{ profile: my-phone.yaml }", profile: text)
    #expect(scenario.phone.profile == "iphone-14")
    #expect(scenario.phone.system == "ios-26")
    #expect(scenario.phone.readings == [ModelVariantChoice("charger", "five-watts")])
    #expect(scenario.phone.calibration?.unit == .same)
    #expect(scenario.sourceFiles.count == 2)
    #expect(scenario.sourceFiles.last?.hasSuffix("/my-phone.yaml") == true)
    // Its only log is held back.
    #expect(
      scenario.remarks == [
        "The phone is calibrated by 0 logs (my-phone.yaml); 1 of 2 parameters moved."
      ])
    // Another phone on the command line takes all of that away.
    var other = scenario
    try other.setPhone("iphone-13", system: nil, vocabulary: vocabulary)
    #expect(other.phone.calibration == nil && other.phone.readings.isEmpty)
    #expect(other.sourceFiles.count == 1 && other.remarks.isEmpty)
  }

  @Test("A scenario's own system, variants and unit override the profile's")
  func overrides() throws {
    let scenario = try phone(
      "{ profile: ./my-phone.yaml, system: ios-26, unit: another, readings: { charger: fast } }")
    #expect(scenario.phone.system == "ios-26")
    #expect(scenario.phone.readings == [ModelVariantChoice("charger", "fast")])
    #expect(scenario.phone.calibration?.unit == .another)
    #expect(scenario.remarks.contains { $0.hasPrefix("The phone is another unit") })
  }

  @Test("A study's participants may have calibrated phones, drawn like any other value")
  func study() throws {
    let place = try Workplace()
    let profile = try place.write(Self.good, to: "my-phone.yaml")
    _ = try place.write(scenarioText(), to: "life.yaml")
    let plan = try place.write(
      """
      odograph-study: 1
      participants: 20
      weeks: 1
      start: 2026-03-09T04:00:00
      timeZone: America/Los_Angeles
      lives: { office: { scenario: life.yaml } }
      population: { phone: { profile: { oneOf: { my-phone.yaml: 50 %, iphone-14: 50 % } } } }
      protocol: { trackers: [adaptive] }
      """, to: "study.yaml")
    let study = try StudyReader(measures: []).read(path: plan)
    let people = try (1...20).map { try study.participant($0, vocabulary: vocabulary) }
    let own = people.filter { $0.scenario.phone.calibration != nil }
    #expect((3...17).contains(own.count))
    #expect(people.filter { $0.scenario.phone.profile == "iphone-13" }.count == own.count)
    #expect(own.allSatisfy { $0.scenario.sourceFiles.last == profile })
    // A participant's own scenario names the file from the working folder.
    let first = try #require(own.first)
    #expect(try study.participantText(first.number).contains("profile: \"\(profile)\""))
  }

  @Test("Draws outside of the prior are accepted, and reports name their parameters")
  func excursions() throws {
    let text = Self.good.replacing("[0.87, 0.91]", with: "[0.7, 0.91]")
    let scenario = try phone("{ profile: my-phone.yaml }", profile: text)
    #expect(
      scenario.remarks.last
        == "The profile has draws outside of the prior range of battery.healthShare.")
  }

  @Test("A missing profile, another kind of file, and a unit without profile are refused")
  func refusedInScenario() {
    let missing = message { try phone("{ profile: yours.yaml }") }
    #expect(missing.contains("/day.yaml:6: there is no file"), "\(missing)")
    let other = message { try phone("{ profile: day.yaml }") }
    #expect(
      other.hasSuffix(
        "this is a scenario; accepted: a phone profile; 'odograph run' takes this one"), "\(other)")
    let unit = message { try phone("{ profile: iphone-13, unit: another }") }
    #expect(unit.contains("'unit' is 'another', but the phone is not calibrated"), "\(unit)")
    let system = message {
      try phone(
        "{ profile: my-phone.yaml, system: ios-17 }",
        profile: Self.good.replacing("iphone-13", with: "iphone-6")
          .replacing("ios-17", with: "ios-12"))
    }
    #expect(system.contains("'iphone-6' does not run 'ios-17'"), "\(system)")
  }
}

extension [Double] {
  fileprivate func shuffled(by chance: SeededRandom) -> [Double] {
    enumerated().sorted { chance.uniform(at: Int64($0.0)) < chance.uniform(at: Int64($1.0)) }
      .map(\.1)
  }
}
