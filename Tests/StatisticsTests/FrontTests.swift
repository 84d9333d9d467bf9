import Statistics
import Testing

@Suite("Fronts of several objectives")
struct FrontTests {
  @Test(
    "The front has all that none beats; equals are on it together, what is unknown is not")
  func front() {
    let offers: [[Double]?] = [[1, 5], [2, 4], [2, 3], nil, [0, 9], [2, 4], [1, 4]]
    #expect(ParetoFront.positions(ofBest: offers) == [0, 1, 4, 5])
    #expect(ParetoFront.positions(ofBest: []) == [])
    // With three objectives, the third decides.
    #expect(ParetoFront.positions(ofBest: [[1, 1, 0], [1, 1, 1], [0, 2, 0]]) == [1, 2])
  }

  @Test("To beat is to be as good in everything and better in something")
  func beating() {
    #expect(ParetoFront.beats([1, 2], [1, 1]))
    #expect(!ParetoFront.beats([1, 1], [1, 1]))
    #expect(!ParetoFront.beats([2, 0], [1, 1]))
  }

  @Test("A long front is thinned where it is crowded, and keeps its ends")
  func spread() {
    let front: [[Double]] = [[0, 10], [1, 9], [1.1, 8.9], [5, 5], [10, 0]]
    #expect(ParetoFront.spread(front, atMost: 5) == [0, 1, 2, 3, 4])
    // The second has the closest neighbors: (1.1 + 1.1) / 10 against (4 + 4) / 10 and more.
    #expect(ParetoFront.spread(front, atMost: 4) == [0, 2, 3, 4])
    #expect(ParetoFront.spread(front, atMost: 2) == [0, 4])
    #expect(ParetoFront.spread(front, atMost: 1).count == 1)
    // The first of equal ones is kept.
    #expect(ParetoFront.spread([[1, 1], [1, 1], [1, 1]], atMost: 1) == [0])
  }
}
