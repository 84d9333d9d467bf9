import Foundation
import Testing

@Suite("odograph study")
struct StudyTests {
  private let folder: WorkingFolder

  init() throws {
    folder = try WorkingFolder()
    try folder.write(SmallStudy.life, to: "life.yaml")
    try folder.write(Self.plan, to: "study.yaml")
  }

  private static let plan = SmallStudy.plan

  @Test("Tables for people, and three files: distributions, participants, paragraphs")
  func lives() throws {
    let outcome = try Program.run("study", "study.yaml", in: folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    for words in [
      "3 participants over 2 days", "usable", "To have 20 usable", "time away by the app",
      "Reports/study-study/methods.md",
    ] {
      #expect(outcome.output.contains(words), "\(words)")
    }
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let object = try JSONSerialization.jsonObject(
      with: folder.data("Reports/study-study/study.json"))
    let study = try #require(object as? [String: Any])
    #expect(study["schema"] as? String == "odograph.study/1")
    #expect(study["isComplete"] as? Bool == true)
    let table = String(decoding: try folder.data("Reports/study-study/study.csv"), as: UTF8.self)
    let rows = table.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.count == 1 + 3 * 2)
    #expect(rows.allSatisfy { $0.count == rows[0].count })
    #expect(
      rows[0].prefix(9).joined(separator: ",")
        == "participant,seed,life,phone,system,tracker,usable,validDays,days")
    #expect(
      rows[3].prefix(6).joined(separator: ",")
        == "2,2,office,iphone-13,ios-17,overland-battery-saving")
    let methods = String(
      decoding: try folder.data("Reports/study-study/methods.md"), as: UTF8.self)
    #expect(methods.contains("Provenance: Odograph") && methods.contains("participants=3, seed=1"))
    let page = String(decoding: try folder.data("Reports/study-study/study.html"), as: UTF8.self)
    #expect(page.hasPrefix("<!doctype html>") && page.contains("<p class=\"answer\">"))
    #expect(page.contains("of 3 participants recruited"), "\(page.prefix(200))")
  }

  @Test("The same bytes at any number of jobs, in every form")
  func jobs() throws {
    for format in ["terminal", "json", "csv", "markdown", "html"] {
      let outputs = try ["1", "3"].map { jobs in
        let outcome = try Program.run(
          "study", "study.yaml", "--participants", "2", "--jobs", jobs, "--format", format,
          "--output",
          "out-\(format)", in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
      }
      #expect(outputs[0] == outputs[1] && !outputs[0].isEmpty)
    }
  }

  @Test(
    "A participant's scenario, run under their seed, has the figures that the study has of them")
  func participant() throws {
    let study = try Program.run("study", "study.yaml", "--format", "csv", "--quiet", in: folder)
    let written = try Program.run("study", "study.yaml", "--participant", "2", in: folder)
    #expect(written.status == 0, "\(written.errors)")
    try folder.write(written.output, to: "second.yaml")
    let run = try Program.run(
      "run", "second.yaml", "--seed", "2", "--format", "json", "--quiet", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let runs = try #require(report["runs"] as? [[String: Any]])
    let coverage = try #require(runs[0]["coverage"] as? [String: Any])
    let fixes = try #require(coverage["fixCount"] as? Int)
    let rows = study.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let column = try #require(rows[0].firstIndex(of: "fixCount"))
    #expect(Double(rows[3][column]) == Double(fixes))
  }

  @Test("What is wrong is one line, ends with 2, and leaves nothing behind")
  func badInput() throws {
    try folder.write(Self.plan.replacing("from: 60 %", with: "from: 60 m"), to: "bad.yaml")
    let before = folder.contents
    for (arguments, words) in [
      (["bad.yaml"], "bad.yaml:8: 'to' is '100 %'; accepted: a number in m"),
      (["none.yaml"], "none.yaml: there is no such file"),
      (["study.yaml", "--participants", "0"], "a whole number from 1"),
      (
        ["study.yaml", "--output", "study.yaml"],
        "--output: the folder cannot be written: study.yaml is a file"
      ),
    ] {
      let outcome = try Program.run(["study"] + arguments, in: folder)
      #expect(outcome.status == 2, "\(arguments)")
      #expect(outcome.errorLines.count == 1 && outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(folder.contents == before)
  }

  @Test("Who cannot be lived is told with what was drawn for them, and where that stands")
  func cannotBeLived() throws {
    func outcome(_ distance: String) throws -> Program.Outcome {
      try folder.write(
        Self.plan.replacing(
          "office: { scenario: life.yaml }",
          with: "office: { scenario: life.yaml, homeTo: { office: { \(distance) } } }"),
        to: "far.yaml")
      return try Program.run("study", "far.yaml", "--renew", in: folder)
    }
    // An end of the range is tried before any simulation: at urban speeds that trip takes a day and
    // a half.
    let tooFar = try outcome("from: 1 km, to: 900 km")
    #expect(tooFar.status == 2 && tooFar.errorLines.count == 1)
    #expect(
      tooFar.errors.hasPrefix(
        "life.yaml:8: a possible participant of persona 'office' (far.yaml:7), "
          + "with homeTo.office 900 km, phone.battery 100 %: "
      ), "\(tooFar.errors)")
    // A trip that the study's end cuts short is refused as well.
    let endless = try outcome("median: 8000 km, p90: 8001 km")
    #expect(endless.status == 2 && endless.errors.contains("with homeTo.office 8000 km"))
    #expect(endless.errors.contains("the trip to office (automotive), "), "\(endless.errors)")
    #expect(endless.errors.contains("accepted: ways of less than a day"), "\(endless.errors)")
    // The tried ends of the range pass; participants drawn beyond them fail.
    let drawn = try outcome("median: 1 km, p90: 90 km")
    #expect(drawn.status == 0, "\(drawn.errors)")
    let wild = try outcome("median: 0.01 km, p90: 100 km")
    #expect(wild.status == 2, "\(wild.errors)")
    #expect(wild.errors.contains(": participant "), "\(wild.errors)")
  }

  private var study: [String: Any] {
    get throws {
      let object = try JSONSerialization.jsonObject(with: folder.data("out/study.json"))
      return try #require(object as? [String: Any])
    }
  }

  @Test("What is there is not replaced by less, nor by another plan's, unless asked to")
  func replacing() throws {
    func run(_ arguments: String...) throws -> Program.Outcome {
      try Program.run(["study"] + arguments + ["--output", "out", "--quiet"], in: folder)
    }
    #expect(try run("study.yaml", "--participants", "2").status == 0)
    #expect(try run("study.yaml").status == 0)
    let less = try run("study.yaml", "--participants", "1")
    #expect(less.status == 2 && less.errorLines.count == 1)
    #expect(
      less.errors.hasPrefix(
        "out/study.json: this has 3 participants, the plan has 1; "
          + "accepted: another --output; or --renew"
      ),
      "\(less.errors)")
    #expect(try run("study.yaml", "--seed", "7").errors.contains("this has other seeds: seed=1"))
    try folder.write(Self.plan.replacing("60 %", with: "50 %"), to: "other.yaml")
    let other = try run("other.yaml")
    #expect(other.status == 2 && other.errors.contains("this is of another plan, \"Small\""))
    #expect(try study["participants"] as? Int == 3)
    #expect(try run("other.yaml", "--renew").status == 0)
    try folder.write("{}", to: "out/study.json")
    #expect(try run("other.yaml").errors.contains("this is not a readable study"))
    let alone = try Program.run(
      "study", "study.yaml", "--participants", "1", "--format", "csv", "--output", "alone",
      in: folder)
    #expect(alone.status == 0 && alone.output.hasPrefix("participant,seed,"), "\(alone.output)")
  }

  @Test("An estimate counts the participants that are missing")
  func estimateOfTheRest() throws {
    func estimate(_ participants: String) throws -> String {
      let outcome = try Program.run(
        "study", "study.yaml", "--participants", participants, "--output", "out", "--estimate",
        in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output
    }
    #expect(!(try estimate("2").contains(" of 2 participants")))
    let outcome = try Program.run(
      "study", "study.yaml", "--participants", "2", "--output", "out", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try estimate("2").contains("time      none but to merge; all 2 participants are done"))
    // Two of the five are kept.
    #expect(try estimate("5").contains(" for 3 of 5 participants, "))
  }

  @Test("Interrupted, even quietly, it says so, and keeps what was done beside what is whole")
  func interrupted() throws {
    try folder.write(SmallStudy.plan(participants: 3000), to: "study.yaml")
    let running = try Program.start(
      ["study", "study.yaml", "--output", "out", "--quiet"], in: folder)
    let outcome = try running.interrupted(afterProcessorSeconds: 5)
    #expect(outcome.status == 130 && outcome.output.isEmpty, "\(outcome.output)")
    #expect(outcome.errors.hasPrefix("odograph: interrupted; "), "\(outcome.errors)")
    #expect(
      outcome.errors.hasSuffix(" of 3000 participants are in out/partial\n"),
      "\(outcome.errors)")
    #expect(
      folder.contents.filter { $0.hasPrefix("out/") && !$0.hasPrefix("out/shards") } == [
        "out/partial", "out/partial/methods.md", "out/partial/study.csv", "out/partial/study.html",
        "out/partial/study.json",
      ])
  }
}
