import Evaluation
import Foundation
import Statistics
import Testing

@testable import Campaigns
@testable import Experiments
@testable import Reporting
@testable import Simulation

@Suite("The page of why")
struct WhyPageTests {
  private static func effect(
    _ change: String, _ regained: Double, low: Double, battery: Double
  ) -> ChangeEffect {
    ChangeEffect(
      change: change, regainedOfCause: SeedMean(mean: regained),
      regained: SeedMean(
        mean: regained, interval: ConfidenceInterval(low: low, high: 2 * regained - low)),
      regainedMoving: SeedMean(mean: regained / 10),
      batteryPercentPerDay: SeedMean(
        mean: battery, interval: ConfidenceInterval(low: battery - 0.1, high: battery + 0.1)))
  }

  private static func setting(
    _ name: String, _ whole: ChangeEffect, smallest: ChangeEffect? = nil, isOnFront: Bool = true
  ) -> TriedChange {
    TriedChange(
      kind: .setting, name: name, facts: "", isOnFront: isOnFront, isSure: whole.regained.isSure,
      whole: whole, smallest: smallest)
  }

  private static var paused: ExplainedCause {
    ExplainedCause(
      cause: .pausedAutomatically,
      minutes: SeedMean(mean: 138, interval: ConfidenceInterval(low: 95, high: 184)),
      movingMinutes: SeedMean(mean: 24),
      changes: [
        setting("pauses", effect("pauses: true → false", 130, low: 70, battery: 9.8)),
        setting(
          "radius", effect("radius: 500 m → 50 m", 117, low: 60, battery: 0.5),
          smallest: effect("radius: 500 m → 100 m", 100, low: 52, battery: 0.35)),
        setting("visits", effect("visits: false → true", 40, low: 20, battery: 0.05)),
        setting("chance", effect("chance: 1 → 2", 90, low: 0, battery: 0.01)),
        setting(
          "beaten", effect("beaten: a → b", 60, low: 30, battery: 1.5), isOnFront: false),
        TriedChange(
          kind: .rule, name: "rule.pause", facts: "PAU-2", isOnFront: false, isSure: true,
          whole: effect("the system never paused updates", 135, low: 90, battery: 10),
          smallest: nil),
      ], inVain: [.init(kind: .setting, change: "accuracy: kilometer → best")])
  }

  private static var unsent: ExplainedCause {
    let step = effect("sendInterval: 5 min → 1 min", 30, low: 20, battery: 0.3)
    return ExplainedCause(
      cause: .notYetSent, minutes: SeedMean(mean: 71),
      changes: [
        setting("sendInterval", step, smallest: step)
      ], inVain: [])
  }

  private static func why(_ names: [String] = ["one"], warnings: [String] = []) throws -> Why {
    let report = try Specimen.report([])
    var scenario = report.scenario
    scenario.warnings = warnings
    return Why(
      provenance: report.provenance, isComplete: true,
      design: Why.Design(
        firstSeed: 1, seedCount: 10, runsDone: 1230, hours: 24, causeMinutesMin: 1, stepShare: 0.8),
      scenario: scenario,
      trackers: names.enumerated().map { index, name in
        ExplainedTracker(
          tracker: name, preset: "a", missedMinutes: SeedMean(mean: 138.4 + Double(index)),
          missedMovingMinutes: SeedMean(mean: 34), batteryPercentPerDay: SeedMean(mean: 2.86),
          causes: [paused, unsent],
          smallCauses: [.init(cause: .stale, minutes: 0.4), .init(cause: .lost, minutes: 0.2)])
      })
  }

  private static func page(_ why: Why) throws -> String {
    String(decoding: try WhyPage(why).html(), as: UTF8.self)
  }

  @Test("The first sentence names the largest cause and its best buy, with intervals")
  func answer() throws {
    let page = try Self.page(Self.why())
    #expect(
      page.contains(
        "<p class=\"answer\">one missed 138 min of 24 h; the largest cause is “paused "
          + "automatically” with 138 min (95 to 184); best buy: radius: 500 m → 100 m regains 100 "
          + "min (52 to 148) for +0.35 % of battery a day (+0.25 to +0.45).</p>"))
  }

  @Test("The best buy is certain, and regains at least half of what the strongest setting regains")
  func best() throws {
    // “visits” has more minutes for its battery, but regains too little; “chance” is uncertain.
    #expect(WhyText.bestBuy(Self.paused)?.name == "radius")
    var cause = Self.paused
    cause.changes = [Self.setting("chance", Self.effect("chance", 90, low: 0, battery: 0.01))]
    #expect(WhyText.bestBuy(cause) == nil)
  }

  @Test("Of settings with the same gain, one that saves battery is the best buy")
  func saving() {
    var cause = Self.paused
    cause.changes = [
      Self.setting("costs", Self.effect("costs", 100, low: 50, battery: 0.001)),
      Self.setting("saves", Self.effect("saves", 90, low: 50, battery: -0.2)),
    ]
    #expect(WhyText.bestBuy(cause)?.name == "saves")
  }

  @Test("Each cause has a part with its figures, its changes, and an id for links")
  func causes() throws {
    let page = try Self.page(Self.why())
    for text in [
      "<section id=\"tracker-one\">", "<article id=\"one-pausedAutomatically\">",
      "<a href=\"#one-pausedAutomatically\">paused automatically</a>",
      "Paused automatically: 138 min (95 to 184), 24 in motion</h3>",
      "<td class=\"number\">100 min<span class=\"range\">52 to 148</span></td>",
      "<td class=\"number\">+0.35 %<span class=\"range\">+0.25 to +0.45</span></td>",
      "<td class=\"number\">90 min?<span class=\"range\">0 to 180</span></td>",
      "radius: 500 m → 100 m <span class=\"flag\">– best buy</span>",
      "all of it, radius: 500 m → 50 m, regains 117 min for +0.50 %",
      "if the system never paused updates<span class=\"aside\">PAU-2</span>",
      "<summary>1 setting worse than these</summary>", "beaten: a → b",
      "Tried without effect: accuracy: kilometer → best.",
      "The place was known in 1,302 of 1,440 min.",
    ] {
      #expect(page.contains(text), "\(text)")
    }
  }

  @Test("The bars add up: each begins where the one above it ends, and the sums are no links")
  func bars() throws {
    let page = try Self.page(Self.why())
    // 138 of the 184 min of the scale; 0.4 min of smaller causes follow.
    #expect(page.contains("<rect class=\"p-system\" x=\"0.00%\" width=\"75.00%\""))
    #expect(page.contains("<rect class=\"rest\" x=\"75.00%\" width=\"0.22%\""))
    #expect(page.contains("<tr class=\"sum\"><th scope=\"row\">all missed time</th>"))
    #expect(!page.contains("NaN") && !page.contains("style=\"") && !page.contains("Optional"))
  }

  @Test(
    "Time of records that the server lacks is not part of the missed time, and the page says so")
  func server() throws {
    let why = try Self.why()
    let page = try Self.page(why)
    let title = "Not yet sent: 71 min at the server only, not part of the missed time"
    #expect(page.contains(title))
    #expect(page.contains("This time is not part of the 138 min of missed time."))
    #expect(!page.contains("<a href=\"#one-notYetSent\">"))
    let terminal = TerminalWhy(why).text
    #expect(terminal.contains(title))
    // The smallest step has the figures of the whole change.
    #expect(!page.contains("all of it, sendInterval") && !terminal.contains("all of it, send"))
  }

  @Test("Several trackers share a scale, and the first sentence is on the one that missed most")
  func several() throws {
    let page = try Self.page(Self.why(["one", "two"]))
    #expect(page.contains("Of 2 trackers, the one that missed the most time: two missed 139 min"))
    #expect(page.contains("<section id=\"overview\">"))
    let mark = TrackerMarks(["one", "two"])["two"]
    #expect(page.contains("<svg class=\"shape t\(mark.color)\""))
    #expect(page.contains("<use href=\"#shape-\(mark.shape)\"/>"))
    #expect(page.contains("<a href=\"#tracker-two\">two</a>"))
    #expect(try !Self.page(Self.why()).contains("id=\"overview\""))
  }

  @Test("Names are never markup, and their ids are safe and different")
  func hostile() throws {
    let page = try Self.page(
      Self.why(["\u{600}<img src=x>\"", "a b"], warnings: ["\u{600}</p><img src=y>"]))
    let text = Data(page.utf8)
    #expect(text.range(of: Data("<img".utf8)) == nil)
    #expect(page.contains("<section id=\"tracker-a_20b\">"))
    #expect(WhyAnchor.cause(.noSignal, of: "a b") == "a_20b-noSignal")
    #expect(WhyAnchor.tracker("a_20b") != WhyAnchor.tracker("a b"))
    #expect(WhyAnchor.cause(.appDeadCrash, of: "é") == "_c3_a9-appDead.crash")
  }
}
