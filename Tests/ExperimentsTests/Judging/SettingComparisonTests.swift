import Testing

@testable import Experiments

@Suite("Days with two settings")
struct SettingComparisonTests {
  private func days(_ drains: [Double], _ coverages: [Double?]) -> [[String: Double]] {
    zip(drains, coverages).map { drain, coverage in
      var day = ["drain": drain]
      if let coverage { day["coverage"] = coverage }
      return day
    }
  }

  @Test("Equally many days are paired in order, each measure on the days that have it")
  func paired() throws {
    let comparison = SettingComparison(
      of: ["coverage", "drain", "absent"], days([4, 5, 6], [0.9, nil, 0.8]),
      against: days([2, 3, 4], [0.7, 0.6, 0.5]))
    #expect(comparison.isPaired)
    #expect(comparison.differences.map(\.measure) == ["coverage", "drain"])
    let coverage = try #require(comparison.differences.first)
    #expect(coverage.firstDays == 2)
    // The second day has no coverage with the first setting: (−0.2 − 0.3) ÷ 2.
    #expect(abs(coverage.means.difference + 0.25) < 1e-9)
    // 2 less on each day, although the days differ by as much: pairs show it without doubt.
    let drain = try #require(comparison.differences.last).means
    #expect(drain.difference == -2)
    #expect(drain.interval?.low == -2 && drain.interval?.high == -2)
    #expect(comparison.remarks.isEmpty)
  }

  @Test("Unequally many days are compared as two samples, and a remark gives the numbers")
  func unpaired() throws {
    let comparison = SettingComparison(
      of: ["drain"], days([4, 5, 6], [nil, nil, nil]), against: days([2, 4], [nil, nil]))
    #expect(!comparison.isPaired)
    let drain = try #require(comparison.differences.first)
    #expect((drain.firstDays, drain.secondDays) == (3, 2))
    // The standard error is (1 ÷ 3 + 2 ÷ 2)^½ or 1.15, so that 2 may be chance.
    #expect(drain.means.difference == -2)
    #expect(!drain.means.isDistinguished)
    #expect(
      comparison.remarks == [
        "The days are not paired, because there are 3 of one setting and 2 of the other."
      ])
  }

  @Test("One day of each has no interval, and a remark asks for more")
  func single() {
    let comparison = SettingComparison(of: ["drain"], [["drain": 4]], against: [["drain": 2]])
    #expect(comparison.differences.first?.means.interval == nil)
    #expect(comparison.remarks.first?.contains("Record at least two days of each.") == true)
  }
}
