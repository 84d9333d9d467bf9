import Geodesy
import Testing

@testable import Evaluation

@Suite("How much of a way lies inside a disc or a capsule")
struct CapsuleTests {
  private let axis = Displacement(eastMeters: 100, northMeters: 0)

  @Test(
    "A way that passes a capsule by has no part in it",
    arguments: [
      // Beyond the end, beside it, and diagonally past a corner. Each is farther off than the
      // radius.
      (
        Displacement(eastMeters: 300, northMeters: 0), Displacement(eastMeters: 400, northMeters: 0)
      ),
      (
        Displacement(eastMeters: 0, northMeters: 80), Displacement(eastMeters: 100, northMeters: 60)
      ),
      (
        Displacement(eastMeters: 140, northMeters: 90),
        Displacement(eastMeters: 200, northMeters: 30)
      ),
      (
        Displacement(eastMeters: -500, northMeters: 400),
        Displacement(eastMeters: -90, northMeters: 0)
      ),
    ])
  func passingBy(from: Displacement, to: Displacement) {
    let way = StraightMovement(from: from, to: to)
    #expect(way.partInCapsule(axisEnd: axis, radiusMeters: 50).share == 0)
  }

  @Test("A way across the middle of a capsule is inside for twice the radius")
  func acrossTheMiddle() {
    // A way from 200 m north to 200 m south, across the middle of the axis: 100 m of its 400 m are
    // within 50 m.
    let way = StraightMovement(
      from: Displacement(eastMeters: 50, northMeters: 200),
      to: Displacement(eastMeters: 50, northMeters: -200))
    #expect(abs(way.partInCapsule(axisEnd: axis, radiusMeters: 50).share - 0.25) < 1e-12)
  }

  @Test("No share is ever below 0 or above 1, wherever a way runs")
  func shareIsAShare() {
    for seed in 0..<2000 {
      // Points of a coarse lattice, far and near, in no particular order.
      func meters(_ salt: Int) -> Double { Double((seed &* 7919 &+ salt &* 104_729) % 1201) - 600 }
      let way = StraightMovement(
        from: Displacement(eastMeters: meters(1), northMeters: meters(2)),
        to: Displacement(eastMeters: meters(3), northMeters: meters(4)))
      let share = way.partInCapsule(axisEnd: axis, radiusMeters: 50).share
      #expect(share >= 0 && share <= 1)
    }
  }
}
