import Evaluation
import Foundation
import Statistics
import TestSupport
import Testing

@testable import Campaigns
@testable import Experiments
@testable import Reporting
@testable import Simulation

@Suite("Forms of why")
struct WhyFormTests {
  private static func effect(
    _ change: String, _ regained: Double, low: Double, high: Double, battery: Double,
    isOfServer: Bool = false
  ) -> ChangeEffect {
    ChangeEffect(
      change: change, regainedOfCause: SeedMean(mean: regained),
      regained: SeedMean(
        mean: regained, interval: ConfidenceInterval(low: low, high: high)),
      regainedMoving: isOfServer ? nil : SeedMean(mean: regained / 10),
      batteryPercentPerDay: SeedMean(mean: battery))
  }

  private static func change(
    _ kind: ChangeKind, _ name: String, _ whole: ChangeEffect, smallest: ChangeEffect? = nil
  ) -> TriedChange {
    TriedChange(
      kind: kind, name: name, facts: kind == .rule ? "PAU-2" : "", isOnFront: kind == .setting,
      isSure: whole.regained.isSure, whole: whole, smallest: smallest)
  }

  private static var paused: ExplainedCause {
    ExplainedCause(
      cause: .pausedAutomatically,
      minutes: SeedMean(mean: 138, interval: ConfidenceInterval(low: 95, high: 184)),
      movingMinutes: SeedMean(mean: 24),
      changes: [
        change(
          .setting, "resumeGeofenceRadius",
          effect("resumeGeofenceRadius: 500 m → 50 m", 117, low: 60, high: 170, battery: 0.5),
          smallest: effect(
            "resumeGeofenceRadius: 500 m → 100 m", 100, low: 52, high: 153, battery: 0.35)),
        change(
          .rule, "rule.automaticPause",
          effect("the system never paused updates", 15, low: -3, high: 40, battery: 13.7)),
      ], inVain: [])
  }

  private static var left: ExplainedCause {
    ExplainedCause(
      cause: .phoneNotWithPerson, minutes: SeedMean(mean: 12), movingMinutes: SeedMean(mean: 3),
      changes: [], inVain: [.init(kind: .setting, change: "desiredAccuracy: kilometer → best")])
  }

  private static func why() throws -> Why {
    let report = try Specimen.report([])
    return Why(
      provenance: report.provenance, isComplete: false,
      design: Why.Design(
        firstSeed: 1, seedCount: 10, runsDone: 1230, hours: 24, causeMinutesMin: 1, stepShare: 0.8),
      scenario: report.scenario,
      trackers: [
        ExplainedTracker(
          tracker: "a,b", preset: "a", missedMinutes: SeedMean(mean: 173.4),
          missedMovingMinutes: SeedMean(mean: 34), batteryPercentPerDay: SeedMean(mean: 2.86),
          causes: [paused, left], smallCauses: [.init(cause: .stale, minutes: 0.031)])
      ])
  }

  @Test("What regains less than half a minute at the low end of its interval may be chance")
  func sureness() {
    func mean(low: Double) -> SeedMean {
      SeedMean(mean: 9.5, interval: ConfidenceInterval(low: low, high: 48))
    }
    // If one seed of ten has 95 min and nine have next to none, the interval begins a second above
    // 0.
    #expect(mean(low: 0.02).isSure == false)
    #expect(mean(low: 0.5).isSure == true)
    #expect(SeedMean(mean: 9.5).isSure == nil)
  }

  @Test("It is read back as it was written, with null for what does not apply")
  func roundTrip() throws {
    let why = try Self.why()
    let data = try WhyJSON.data(why)
    #expect(try WhyJSON.why(data) == why)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("\"schema\" : \"odograph.why/1\"") && text.hasSuffix("}\n"))
    #expect(text.contains("\"smallest\" : null") && text.contains("\"reason\" : null"))
  }

  @Test("It is as its JSON Schema says, and what is not is found")
  func schema() throws {
    let schema = try JSONSchema(repository: "Docs/why.schema.json")
    // Fills in the hashes, which are empty in the specimen.
    let text = String(decoding: try WhyJSON.data(Self.why()), as: UTF8.self)
      .replacing("Hash\" : \"\"", with: "Hash\" : \"0123456789abcdef\"")
    #expect(try schema.complaints(Data(text.utf8)) == [])
    for (found, replacement) in [
      ("\"kind\" : \"rule\"", "\"kind\" : \"fate\""), ("\"reason\" : null", "\"season\" : null"),
      ("\"pausedAutomatically\"", "\"bored\""), ("\"hours\" : 24", "\"hours\" : 25"),
    ] {
      #expect(text.contains(found), "\(found)")
      let damaged = Data(text.replacing(found, with: replacement).utf8)
      #expect(try !schema.complaints(damaged).isEmpty, "\(found)")
    }
  }

  @Test("For a terminal")
  func terminal() throws {
    let text = try TerminalWhy(Self.why()).text
    #expect(text.split(separator: "\n").allSatisfy { $0.displayWidth <= 100 })
    for line in [
      "Interrupted: changes that were not tried to the end are left out.",
      "Missed 173 min of 24 h, 34 of them in motion, for 2.86 % of battery a day.",
      "Best changes: resumeGeofenceRadius: 500 m → 100 m regains 100 min, 10 in motion, for",
      "Paused automatically: 138 min (95 to 184), 24 in motion",
      "      all of it, resumeGeofenceRadius: 500 m → 50 m, regains 117 min for +0.50",
      "  No setting that was tried regains this (desiredAccuracy: kilometer →",
      "Below a minute each: last record out of date 0.03.",
    ] {
      #expect(text.contains(line), "\(line) in \(text)")
    }
    // The whole change of a setting competes with its smallest step.
    let words = text.replacing("\n", with: " ")
    #expect(words.contains("; resumeGeofenceRadius: 500 m → 50 m regains 117 min"))
    // Figures that may be due to chance have a mark.
    #expect(text.contains("15?") && text.contains("−3.0 to 40"))
    let verbose = try TerminalWhy(Self.why(), isVerbose: true).text
    #expect(!text.contains("PAU-2") && verbose.contains("PAU-2"))
  }

  @Test("As CSV, a row for each part of each change")
  func csv() throws {
    #expect(
      try WhyCSV.text(Self.why()) == """
        tracker,cause,causeMinutes,kind,name,change,part,regained,regainedLow,regainedHigh,regainedMoving,regainedOfCause,batteryPercentPerDay,onFront
        "a,b",pausedAutomatically,138.0,setting,resumeGeofenceRadius,resumeGeofenceRadius: 500 m → 50 m,whole,117.0,60.0,170.0,11.7,117.0,0.5,true
        "a,b",pausedAutomatically,138.0,setting,resumeGeofenceRadius,resumeGeofenceRadius: 500 m → 100 m,smallest,100.0,52.0,153.0,10.0,100.0,0.35,true
        "a,b",pausedAutomatically,138.0,rule,rule.automaticPause,the system never paused updates,whole,15.0,-3.0,40.0,1.5,15.0,13.7,false

        """)
  }

  @Test("As Markdown")
  func markdown() throws {
    let text = try MarkdownWhy(Self.why()).text
    #expect(
      text.contains(
        "| resumeGeofenceRadius: 500 m → 100 m | 100 | 52 to 153 | 10 | 100 | +0.35 |\n"
          + "| if the system never paused updates \\[PAU-2\\] | 15? | −3.0 to 40 | 1.5 | 15 | +13.7 |"
      )
    )
  }
}
