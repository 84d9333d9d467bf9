import EventKernel
import Testing

@testable import Statistics

@Suite("Chance and ignorance")
struct VarianceComponentsTests {
  /// Within draws: (1 + 1 + 1 + 1)/4 = 1. Between them: 3·1.5²·2 = 13.5. Model uncertainty: (13.5 −
  /// 1)/3.
  @Test("Two draws of three seeds, by hand")
  func byHand() throws {
    let parts = try #require(VarianceComponents([[1, 2, 3], [4, 5, 6]]))
    #expect(abs(parts.chance - 1) < 1e-12)
    #expect(abs(parts.ignorance - 12.5 / 3) < 1e-12)
    #expect(abs((parts.ignoranceShare ?? 0) - 12.5 / 15.5) < 1e-12)
  }

  /// Within draws: 2. Between them: 2·1² + 1·2² = 6. Seeds a draw: 3 − 5/3 = 4/3. Model
  /// uncertainty: (6 − 2)/(4/3).
  @Test("Draws of unequal size, by hand")
  func unequal() throws {
    let parts = try #require(VarianceComponents([[1, 3], [5], []]))
    #expect(abs(parts.chance - 2) < 1e-12)
    #expect(abs(parts.ignorance - 3) < 1e-12)
  }

  @Test("Ignorance is never less than none")
  func neverNegative() throws {
    let parts = try #require(VarianceComponents([[1, 9], [2, 8], [0, 10]]))
    #expect(parts.ignorance == 0 && parts.ignoranceShare == 0)
  }

  @Test("One seed a draw, or one draw, cannot tell them apart; what never varies has no share")
  func unknown() throws {
    #expect(VarianceComponents([[1], [2], [3]]) == nil)
    #expect(VarianceComponents([[1, 2, 3]]) == nil)
    #expect(VarianceComponents([]) == nil)
    #expect(try #require(VarianceComponents([[2, 2], [2, 2]])).ignoranceShare == nil)
  }

  /// 2000 draws of two seeds, with a variance of 4 between and 1 within. Estimates are within a
  /// tenth.
  @Test("Known variances are found again")
  func recovery() throws {
    let draws = (0..<2000).map { draw in
      let chance = SeededRandom(seed: 3).stream(draw)
      let middle = 2 * chance.normal(at: 0)
      return [middle + chance.normal(at: 1), middle + chance.normal(at: 2)]
    }
    let parts = try #require(VarianceComponents(draws))
    #expect(abs(parts.chance - 1) < 0.1 && abs(parts.ignorance - 4) < 0.4)
  }
}
