import Foundation
import Statistics
import TestSupport
import Testing

@testable import Campaigns
@testable import Experiments
@testable import Reporting
@testable import Simulation

@Suite("Forms of a study")
struct StudyFormTests {
  /// Returns the outcome of a study of two people who are at home for a day and a half but for a
  /// walk. One tracker has no permission.
  private static func outcome() throws -> StudyOutcome {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("odograph-study-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(
      """
      odograph: 1
      start: 2026-03-09T00:00:00Z
      places: { home: { at: [45.5231, -122.6765] }, park: { at: [45.5190, -122.7080], radius: 200 m } }
      day:
        - { stay: home, until: 10:00 }
        - { walk: park, via: [[45.5225, -122.6900]] }
        - { stay: park, for: 1 h }
        - { walk: home }
      """.utf8
    ).write(to: folder.appendingPathComponent("life.yaml"))
    let plan = folder.appendingPathComponent("study.yaml")
    try Data(
      """
      odograph-study: 1
      name: "Walks, a study"
      participants: 2
      days: 1
      start: 2026-03-09T00:00:00
      timeZone: UTC
      lives: { "walker, daily": { scenario: life.yaml } }
      population:
        phone: { battery: { from: 60 %, to: 100 % } }
        person: [{ opens: app, at: { from: 09:00, to: 09:30 }, for: 1 min }]
      protocol: { trackers: [overland-battery-saving] }
      """.utf8
    ).write(to: plan)
    let (study, shards) = (try StudyPlan.read(path: plan.path), ShardFolder(out: folder.path))
    try shards.make()
    let all = Shard.all(1)
    #expect(try ShardWork(study, in: shards).run(all) == 1)
    return try #require(try ShardWork(study, in: shards).merge(all, scratch: folder.path))
  }

  @Test("study.json is as its schema says, and can be read again")
  func json() throws {
    let study = try Self.outcome().study
    let data = try StudyJSON.data(study)
    let schema = try JSONSchema(repository: "Docs/study.schema.json")
    #expect(try schema.complaints(data).isEmpty)
    #expect(try JSONDecoder().decode(Study.self, from: data) == study)
    // Checks that the schema refuses a wrong value.
    let text = String(decoding: data, as: UTF8.self)
    let spoilt = text.replacing("\"isComplete\" : true", with: "\"isComplete\" : 1.5")
    #expect(spoilt != text)
    #expect(try !schema.complaints(Data(spoilt.utf8)).isEmpty)
  }

  @Test(
    "study.csv has a row for each participant and tracker, names in quotes where they have commas")
  func csv() throws {
    var text = ""
    try StudyCSV.write(try Self.outcome()) { text += $0 }
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines[0].hasPrefix(
        "participant,seed,life,phone,system,tracker,usable,validDays,days,windowHoursPerDay,"))
    #expect(lines[0].hasSuffix(",entropy.true,entropy.recorded,phone.battery,person.1.opens.at"))
    #expect(
      lines[1].hasPrefix("1,1,\"walker, daily\",iphone-13,ios-17,overland-battery-saving,false,"))
    #expect(lines[2].contains(" %,09:"))
  }

  @Test("study.html answers first, has the tables, and no style attribute")
  func page() throws {
    let html = String(decoding: try StudyPage(try Self.outcome()).html(), as: UTF8.self)
    for words in [
      "<p class=\"answer\">No tracker yields a usable participant: 0 of 2 participants recruited",
      "Participants that reach each step", "class=\"heat-cell\"",
      "Missing by hour of day (UTC) as a table", "Derived mobility against the truth",
      "Walks, a study",
    ] {
      #expect(html.contains(words), "\(words)")
    }
    #expect(!html.contains(" style="))
  }

  @Test(
    "What is drawn goes by words",
    arguments: [
      ("homeTo.office", "distance from home to office"), ("phone.profile", "model of phone"),
      ("phone.model.battery.healthShare", "the phone's battery, health share"),
      ("permissions.motion", "permission for motion"), ("world.area", "area"),
      ("person.1.phone-use.timesPerDay", "phone use, times a day"),
      ("person.4.forceQuits.share", "force-quits the app, at all"),
    ])
  func drawn(name: String, words: String) throws {
    #expect(StudyText(study: try Self.outcome().study).title(drawn: name) == words)
  }

  @Test("An interval that reads like its figure is left out")
  func degenerate() throws {
    var distribution = try #require(Self.outcome().study.trackers.first?.validDays)
    distribution.mean = 1
    distribution.interval = .init(low: 1, high: 1)
    let words = StudyText(study: try Self.outcome().study)
    #expect(words.mean(distribution) { FigureText.percent($0) + " %" } == "100 %")
    distribution.interval = .init(low: 0.5, high: 1)
    #expect(
      words.mean(distribution) { FigureText.percent($0) + " %" }
        == "100 % (95 % CI 50.0 % to 100 %)")
  }

  @Test("methods.md tells design, rule, results and provenance, and the terminal the same people")
  func text() throws {
    var study = try Self.outcome().study
    let methods = StudyMethods(study).text
    for words in [
      "Expected data yield of “Walks, a study”", "2 participants were drawn",
      "from 2026-03-09 00:00 (UTC)",
      "A day was valid if it had records in at least 10 of the hours from 07:00 to 23:00,",
      "0 of 2 participants", "no number can be told: no simulated participant was usable",
      "participants=2, seed=1",
    ] {
      #expect(methods.contains(words), "\(words)")
    }
    #expect(methods.contains("charge at the start (median "), "\(methods)")
    #expect(methods.contains("opens the app, time (09:"), "\(methods)")
    study.participants = 1
    #expect(StudyMethods(study).text.contains("1 participant was drawn"))
    #expect(TerminalStudy(study).text.contains("1 participant over 1 day "))
    // With two participants there are no intervals; with more than a thousand they are normal.
    for (participants, words) in [
      (2, "too few for intervals of means"),
      (1000, "BCa bootstrap of participants, 2,000 resamples"),
      (1001, "normal, by the standard error over participants"),
    ] {
      study.participants = participants
      #expect(StudyMethods(study).text.contains(words), "\(words)")
    }
    study.participants = 2
    for words in ["Jeffreys' 95 % interval", "numbers in parentheses are for a share"] {
      #expect(methods.contains(words), "\(words)")
    }
    #expect(!methods.contains("of a map"))
    study.map = "Routes were found by Routino 3.3.3 on a_b.osm.pbf. © OpenStreetMap contributors."
    #expect(
      StudyMethods(study).text.contains(
        #"of a map. Routes were found by Routino 3.3.3 on a\_b.osm.pbf. © OpenStreetMap"#))
    study.isComplete = false
    study.participantsPlanned = 9
    #expect(StudyMethods(study).text.contains("(the first of 9 planned"))
    let terminal = TerminalStudy(study).text
    #expect(terminal.contains("Interrupted: these are the first 2 of 9 participants."))
    study.participantsLeftOut = "2-6,8"
    #expect(StudyMethods(study).text.contains("(of 9 planned; the others have not been simulated)"))
    #expect(
      TerminalStudy(study).text.contains(
        "Incomplete: these are 2 of 9 participants, without numbers 2-6,8."))
    #expect(terminal.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }
}
