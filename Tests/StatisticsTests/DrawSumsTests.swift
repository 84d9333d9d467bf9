import EventKernel
import Testing

@testable import Statistics

@Suite("Sums of draws")
struct DrawSumsTests {
  @Test("Means of selections are those of their values, whatever is missing", arguments: 0..<20)
  func selections(seed: UInt64) {
    let chance = SeededRandom(seed: seed)
    let drawCount = 6
    // Two strata. A third of the values is missing, so that the strata cannot be merged into one.
    let strata = (0..<2).map { stratum in
      (0..<drawCount).map { draw -> [Double?] in
        let place = Int64(10 * stratum + draw)
        let isMissing = chance.stream("gaps").uniform(at: place) < 1 / 3.0
        return [isMissing ? nil : chance.normal(at: place)]
      }
    }
    let sums = DrawSums(NestedSample(strata: strata))
    // Seven selections: four that are summed together, and three that are left.
    let picks = (0..<7 * drawCount).map {
      Int(chance.stream("picks").uniform(at: Int64($0)) * Double(drawCount))
    }
    let selections = (0..<7).map { Array(picks[$0 * drawCount..<($0 + 1) * drawCount]) }
    expectEqual(
      sums.means(ofSelections: picks.map(Int32.init), count: 7), of: selections, in: strata)

    let withoutOne = (0..<drawCount).map { left in (0..<drawCount).filter { $0 != left } }
    expectEqual(sums.meansWithoutOneDraw(), of: withoutOne, in: strata)
  }

  /// Compares means with the mean over the strata of each selection's known values.
  private func expectEqual(_ means: [Double], of selections: [[Int]], in strata: [[[Double?]]]) {
    let expected = selections.compactMap { selection in
      average(of: strata.map { draws in average(of: selection.flatMap { draws[$0] }) })
    }
    #expect(means.count == expected.count)
    for (mean, value) in zip(means, expected) { #expect(abs(mean - value) < 1e-12) }
  }
}
