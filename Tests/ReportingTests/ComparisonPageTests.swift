import Evaluation
import Foundation
import Scenarios
import Testing

@testable import Campaigns
@testable import Experiments
@testable import Reporting
@testable import Simulation

@Suite("The page of a comparison")
struct ComparisonPageTests {
  private static let d3 = PageLibraries(d3: .d3)

  private func page(
    _ comparison: Comparison, libraries: PageLibraries = d3
  ) throws -> String {
    String(decoding: try ComparisonPage(comparison, libraries: libraries).html(), as: UTF8.self)
  }

  @Test("Means stand over their intervals, and who is on the front in how many draws")
  func figures() throws {
    let page = try page(try Specimen.comparison())
    #expect(page.contains("<h1>3 trackers on A day / a night</h1>"))
    #expect(page.contains("30 runs: seeds 1 to 10, 5 draws of the uncertain phone parameters"))
    // 0.4, plus ten wobbles of 0 to 0.09 with a mean of 0.045.
    #expect(page.contains("<td class=\"number\">44.5<span class=\"range\">"))
    #expect(page.contains("yes<span class=\"range\">5 of 5 draws</span>"))
    #expect(page.contains("<h2>Differences from a</h2>"))
    #expect(!page.contains("By scenario"))
  }

  @Test("Over several scenarios each has a plot and a table of its own")
  func portfolio() throws {
    let page = try page(try Specimen.comparison(scenarios: ["First", "Second"]))
    #expect(page.contains("<h1>3 trackers on 2 scenarios</h1>"))
    #expect(page.contains("data-index=\"0\"><figcaption>First<span>Pareto front: "))
    #expect(page.contains("data-index=\"1\"><figcaption>Second<span>Pareto front: "))
    #expect(page.contains("<summary>Second: Pareto front: "))
  }

  @Test("What to choose is told with what speaks against the others")
  func choice() throws {
    let need = Need(
      requirements: [MeasureCondition(measure: "tripRecall", .atLeast, 0.5)],
      objective: Measures.cost, sense: .lessIsBetter)
    let page = try page(try Specimen.comparison(need: need))
    #expect(page.contains("Recommended: b, the lowest battery use with trips found ≥ 50 % (best "))
    #expect(page.contains("<span class=\"sure\">50.0 %, met</span>"))
    #expect(page.contains("<span class=\"unsure\">–, not met</span>"))
  }

  @Test("A disagreement between sources that decides is named as no evidence")
  func evidence() throws {
    let trial = VariantTrial(
      reading: "cellular", source: "RAD-1, RAD-5", standard: "lte", account: "lte-2011",
      seedCount: 5, shifts: [],
      changes: [
        DecisionChange(decision: .first, measure: Measures.cost, standard: ["b"], instead: ["c"])
      ])
    let page = try page(try Specimen.comparison(readings: [trial]))
    #expect(page.contains("Not decided by evidence"))
    #expect(page.contains("cellular: lte-2011 instead of lte (RAD-1, RAD-5): c leads by "))
  }

  @Test("A part is marked as one, and without D3 it draws plainly and says so")
  func interrupted() throws {
    let page = try page(try Specimen.comparison(isComplete: false), libraries: .none)
    #expect(page.contains("Incomplete: the figures are from 15 of 30 runs."))
    #expect(page.contains("this program was built without D3"))
    #expect(page.contains("id=\"pareto\"") && page.contains("const Plain ="))
    #expect(!page.contains("const Pareto =") && page.contains("<h2>All figures</h2>"))
  }

  @Test("Names are never markup")
  func hostile() throws {
    let page = try page(try Specimen.comparison(scenarios: ["</script><img src=x>", "b"]))
    #expect(!page.contains("<img"))
    #expect(page.contains("\\u003c/script>\\u003cimg src=x>"))
  }

  @Test("Nor are they where Unicode joins a mark to the scalar before it or after it")
  func joined() throws {
    // U+0600 and "<" form one character, which is not equal to "<"; so do "<" and U+0301.
    let page = try page(
      try Specimen.comparison(scenarios: ["\u{600}</script>\u{600}<img src=x>", "<\u{301}b"]))
    let text = Data(page.utf8)
    #expect(text.range(of: Data("<img".utf8)) == nil)
    #expect(text.range(of: Data("<\u{301}".utf8)) == nil)
    #expect(text.range(of: Data("\u{600}&lt;/script&gt;\u{600}&lt;img src=x&gt;".utf8)) != nil)
    #expect(text.range(of: Data("\u{600}\\u003c/script>".utf8)) != nil)
  }
}
