import Testing
import Text

@Suite("Amounts in words")
struct AmountsTests {
  @Test(
    "A count has its noun in the plural unless it is one",
    arguments: [(0, "0 shards"), (1, "1 shard"), (3, "3 shards"), (12_000, "12000 shards")])
  func counts(count: Int, text: String) { #expect(counted(count, "shard") == text) }

  @Test("A count may be written in another way")
  func digits() {
    #expect(counted(1200, "run", as: "1,200") == "1,200 runs")
    #expect(counted(1, "run", as: "one") == "one run")
  }

  @Test("Seeds are named by the first and the last, one by its number")
  func spans() { #expect([seeds(5, to: 5), seeds(5, to: 8)] == ["seed 5", "seeds 5 to 8"]) }

  @Test("An interval whose ends read the same is one figure")
  func intervals() {
    #expect(interval("97.2", "98.8") == "97.2 to 98.8" && interval("5", "5") == "5")
    #expect(interval("−3", "12") == "−3 to 12")
  }

  @Test(
    "A distance is in meters below a kilometer", arguments: [(849.6, "850 m"), (12_345, "12.3 km")])
  func distances(meters: Double, text: String) { #expect(distance(meters) == text) }
}
