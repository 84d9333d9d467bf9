import Foundation
import TestSupport
import Testing
import Text

@testable import Experiments
@testable import Simulation

@Suite("Files of baselines")
struct BaselineFileTests {
  static let text = """
    {
    "schema": "odograph.baseline/1",
    "odograph": "0.1.0",
    "scenario": "Scenarios/day.yaml",
    "scenarioHash": "0123456789abcdef",
    "profileHash": "fedcba9876543210",
    "firstSeed": 3,
    "seedCount": 5,
    "trackers": [
    {"name": "mine", "preset": "presets/mine.yaml", "measures": [
      {"figures":[0.5,0.25,null,1,0.75],"measure":"pathCoverage","tolerance":0.01},
      {"figures":[0,0,0,1,0],"measure":"lost","tolerance":0.5}
    ], "timeline": "0:0 65:1 5:0"},
    {"name": "ehe-pilot-1", "preset": "ehe-pilot-1", "measures": [
      {"figures":[1,1,1,1,1],"measure":"lost","tolerance":0.5}
    ], "timeline": ""}
    ],
    "legend": [
      "system suspends the app [LIFE-1]",
      "app sends # records [overlandUpload]"
    ]
    }

    """

  private func read(_ text: String) throws -> Baseline {
    let file = try TemporaryFile(text, suffix: ".json")
    return try BaselineFile.read(path: file.path)
  }

  @Test("A baseline is written as it was read, a measure a line")
  func roundTrip() throws {
    let baseline = try read(Self.text)
    #expect(baseline.seeds == [3, 4, 5, 6, 7])
    #expect(baseline.trackers[0].measures[0].figures == [0.5, 0.25, nil, 1, 0.75])
    #expect(String(decoding: try BaselineFile.data(baseline), as: UTF8.self) == Self.text)
  }

  @Test(
    "What is wrong with a baseline is named",
    arguments: [
      ("baseline/1", "baseline/2", "which needs a newer Odograph than 0.1.0"),
      ("baseline/1", "baseline/0", "which is no longer supported"),
      ("odograph.baseline/1", "odograph.report/1", "not a baseline, but 'odograph.report/1'"),
      ("pathCoverage", "pathCoverge", "did you mean 'pathCoverage'?"),
      ("pathCoverage", "fixCount", "neither more nor less of 'fixCount' is better"),
      ("\"seedCount\": 5", "\"seedCount\": 6", "has 5 figures of 'pathCoverage' for 6 seeds"),
      ("\"seedCount\": 5", "\"seedCount\": 4", "'seedCount' is 4"),
      ("\"seedCount\": 5,", "", "seedCount is missing"),
      ("\"firstSeed\": 3", "\"firstSeed\": -3", "this baseline is damaged: "),
      ("\"tolerance\":0.01", "\"tolerance\":-1", "the tolerance of 'pathCoverage' is -1"),
      ("65:1", "65:2", "the timeline of 'mine' is damaged"),
      ("65:1", "-5:1", "the timeline of 'mine' is damaged"),
      ("\"legend\"", "legend", "this is no baseline"),
    ])
  func damaged(words: String, others: String, message: String) throws {
    #expect(Self.text.contains(words))
    let error = #expect(throws: InputError.self) {
      try read(Self.text.replacing(words, with: others))
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains(".json: ") == true)
  }

  @Test("A timeline in a tenth: seconds since the line before, and the line in the legend")
  func digest() throws {
    let lines = ["system suspends the app [LIFE-1]", "app sends # records [overlandUpload]"]
    let digest = try #require(TimelineDigest("5:0 65:1 0:0", legend: lines))
    #expect(digest.lines.map(\.seconds) == [5, 70, 70])
    var legend = TimelineDigest.Legend()
    #expect(digest.text(legend: &legend) == "5:0 65:1 0:0")
    #expect(legend.words == lines)
    let later = try #require(TimelineDigest("5:0 66:1 0:0", legend: lines))
    #expect(later.firstDifference(from: digest) == 1)
    let shorter = try #require(TimelineDigest("5:0 65:1", legend: lines))
    #expect(shorter.firstDifference(from: digest) == 2)
    #expect(digest.firstDifference(from: shorter) == 2)
    #expect(digest.firstDifference(from: digest) == nil)
  }

  @Test("A line has its numbers in place of each '#', if the baseline has them")
  func numbers() throws {
    let lines = ["app sends # records to # [overlandUpload]"]
    let digest = try #require(TimelineDigest("5:0:20;10:30 65:0", legend: lines))
    #expect(
      digest.lines.map(\.text) == ["app sends 20 records to 10:30 [overlandUpload]", lines[0]])
    var legend = TimelineDigest.Legend()
    #expect(digest.text(legend: &legend) == "5:0:20;10:30 65:0")
    let more = try #require(TimelineDigest("5:0:21;10:30 65:0", legend: lines))
    #expect(more.firstDifference(from: digest) == 0)
    // A baseline without numbers says nothing of them.
    let bare = try #require(TimelineDigest("5:0 65:0", legend: lines))
    #expect(more.firstDifference(from: bare) == nil)
  }

  @Test("A change stands among its neighbors, equal lines side by side")
  func change() throws {
    let lines = ["phone wakes", "app sends # records", "app rests"]
    let before = try #require(TimelineDigest("1:0 1:1:20 1:2", legend: lines))
    let now = try #require(TimelineDigest("1:0 1:1:25 0:0 1:2", legend: lines))
    let change = try #require(
      TimelineChange(seed: 7, from: before, to: now) { "\($0) s" })
    #expect(change.before == "2 s  app sends 20 records")
    #expect(change.now == "2 s  app sends 25 records")
    #expect(change.firstTime == 2)
    #expect(
      change.rows == [
        .init(before: "1 s  phone wakes", now: "1 s  phone wakes", isChanged: false),
        .init(before: "2 s  app sends 20 records", now: "2 s  app sends 25 records"),
        .init(before: nil, now: "2 s  phone wakes"),
        .init(before: "3 s  app rests", now: "3 s  app rests", isChanged: false),
      ])
    #expect(TimelineChange(seed: 7, from: before, to: before) { "\($0) s" } == nil)
  }
}
