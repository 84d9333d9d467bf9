import Evaluation
import Statistics
import TestSupport
import Testing

@testable import Campaigns
@testable import Experiments
@testable import Simulation

@Suite("Studies")
struct StudyTests {
  /// Two days of a person who works from 8 to 16 and has a tracker that records once a minute while
  /// its app is open.
  private static let life = """
    odograph: 1
    name: Office
    start: 2026-03-09T00:00:00
    timeZone: America/Los_Angeles
    places:
      home: { at: [45.5231, -122.6765], radius: 60 m, wifi: HomeNet }
      office: { at: [45.5122, -122.6587], radius: 80 m, wifi: Work }
    day:
      - { stay: home, until: 08:00 ± 20 min }
      - { drive: office }
      - { stay: office, for: 8 h }
      - { drive: home }
      - { stay: home }
    """

  private static func plan(
    participants: Int,
    trackers: String = "[overland-battery-saving, { preset: ehe-pilot-1, home: home }]",
    extra: String = "", population: String = ""
  ) throws -> StudyPlan {
    let life = try TemporaryFile(life, suffix: ".yaml")
    let study = try TemporaryFile(
      """
      odograph-study: 1
      name: Small
      participants: \(participants)
      days: 2
      start: 2026-03-09T00:00:00
      timeZone: America/Los_Angeles
      lives: { office: { scenario: \(life.path), homeTo: { office: { median: 3 km, p90: 6 km } } } }
      population:
        phone: { battery: { from: 40 %, to: 100 % } }
        person: [{ habit: nightly-charging, chance: { from: 20 %, to: 100 % } }]
        \(population)
      protocol: { trackers: \(trackers) }
      recruit: { usable: 10 }
      \(extra)
      """, suffix: ".yaml")
    return try StudyPlan.read(path: study.path)
  }

  @Test("Results do not depend on the number of jobs")
  func jobs() throws {
    let plan = try Self.plan(participants: 6)
    let one = try plan.completed()
    #expect(one.study.isComplete && one.participants.count == 6)
    #expect(try plan.completed(jobs: 3) == one)
  }

  @Test("A participant's weeks do not depend on how many others there are")
  func independent() throws {
    let few = try Self.plan(participants: 2).completed().participants
    let many = try Self.plan(participants: 5).completed().participants
    #expect(Array(many.prefix(2)) == few)
    #expect(many[0] != many[1])
  }

  /// The participants drive home after eight hours at work from about 8, and the high-resolution
  /// tracker records that every second. So both days have an hour with records between 15 and 18.
  @Test("Days are valid, and participants usable, by the study's rule")
  func rule() throws {
    let all = try Self.plan(
      participants: 2, trackers: "[overland-high-resolution]",
      extra: "validDay: { hours: 1, between: [15:00, 18:00] }\nusable: { validDays: 2 }"
    ).completed()
    for participant in all.participants {
      let record = participant.trackers[0]
      #expect(record.days == 2 && record.validDays == 2)
      #expect(record.hoursPerDay.map { (1...3).contains($0) } == true)
    }
    let findings = all.study.trackers[0]
    #expect(findings.usable.count == 2 && findings.usable.share == 1)
    #expect(findings.recruitment.usable == 10 && findings.recruitment.recruits != nil)
    #expect(findings.validDays.mean == 2)
    #expect(findings.missingness.byHour.count == 24)
    #expect(findings.missingness.byStudyDay.map(\.at) == [1, 2])
  }

  @Test(
    "Without permission nothing is recorded: no valid day, no usable participant, no number")
  func nothing() throws {
    let study = try Self.plan(
      participants: 2, trackers: "[overland-battery-saving]",
      population: "permissions: { location: denied }"
    ).completed().study
    let findings = study.trackers[0]
    #expect(findings.usable.count == 0 && findings.validDays.high == 0)
    #expect(findings.recruitment.recruits == nil)
    #expect(findings.missingness.byStudyDay.map(\.mean) == [1, 1])
    #expect(findings.gapCauses[0].cause == .notPermitted)
  }

  @Test("Figures are the run's own: a participant is a scenario under a seed")
  func sameAsRun() throws {
    let plan = try Self.plan(participants: 2)
    let records = try plan.records(of: 2)
    let participant = try plan.participant(2)
    let run = try Experiment(
      scenario: participant.scenario, trackers: participant.scenario.trackers, seeds: [2]
    ).run().results
    for (tracker, result) in zip(records, run) {
      #expect(tracker.figures == Measures.figures(plan.measures, of: result))
      let away = MobilityMeasure.allCases.firstIndex(of: .timeAtHomeHoursPerDay) ?? 0
      let pair = tracker.mobility[away]
      let bias = try #require(result.coverage.mobilityBias.timeAtHomeSeconds)
      let difference = try #require(pair.recorded) - (try #require(pair.truth))
      #expect(abs(difference * 3600 * 2 - bias) < 1)
    }
    // Eight hours at work and the drives are away from home.
    let truth = try #require(records[0].mobility[0].truth)
    #expect(truth > 8 && truth < 9.5)
  }

  @Test("What the app derives by itself is told beside what its records show")
  func byApp() throws {
    let outcome = try Self.plan(participants: 5).completed()
    let measures = outcome.study.trackers.map { $0.mobility.map(\.measure) }
    #expect(!measures[0].contains(.timeAwayHoursPerDayByApp))
    #expect(measures[1].contains(.timeAwayHoursPerDayByApp))
    let away = try #require(
      outcome.study.trackers[1].mobility.first { $0.measure == .timeAwayHoursPerDay })
    #expect(abs(away.recorded.mean - away.truth.mean - away.bias.mean) < 1e-9)
    #expect(away.bias.interval != nil)
  }

  @Test("What was drawn is told: words by their counts, numbers by their spread")
  func population() throws {
    let study = try Self.plan(participants: 5).completed().study
    #expect(study.population.lives == [.init(name: "office", count: 5)])
    #expect(study.population.phones == [.init(name: "iphone-13", count: 5)])
    let names = study.population.drawn.map(\.name)
    #expect(names == ["homeTo.office", "phone.battery", "person.1.nightly-charging.chance"])
    let battery = study.population.drawn[1]
    #expect(battery.unit == "%" && battery.values?.count == 5 && battery.counts.isEmpty)
  }
}
