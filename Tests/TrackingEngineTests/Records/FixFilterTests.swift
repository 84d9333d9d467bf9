import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Which fixes are kept")
struct FixFilterTests {
  private func location(second: Double, north: Double = 0, accuracy: Double = 5) -> Location {
    Location(
      coordinate: Rig.place(north: north), horizontalAccuracyMeters: accuracy,
      timestamp: Instant(nanoseconds: 0) + .seconds(second))
  }

  private func kept(
    _ deliveries: [[Location]], seed: Location? = nil, _ change: (inout TrackerSettings) -> Void
  ) -> [Double] {
    var settings = TrackerSettings()
    change(&settings)
    var filter = FixFilter(settings)
    filter.seed(seed)
    var kept: [Double] = []
    for delivery in deliveries {
      for location in delivery where filter.refusal(of: location) == nil {
        kept.append(Double(location.timestamp.nanoseconds) / 1e9)
      }
      filter.deliveryEnded()
    }
    return kept
  }

  @Test("Each fix is compared with the last one kept, within a delivery too")
  func interval() {
    let delivery = (0..<10).map { location(second: Double($0), north: Double($0)) }
    // The first fix is kept, then each that is at least 3 s later than the last one kept.
    #expect(kept([delivery]) { $0.minimumInterval = .seconds(3 as Int64) } == [0, 3, 6, 9])
  }

  @Test("The least interval keeps two fixes of one second")
  func leastInterval() {
    let fixes = [location(second: 0), location(second: 0.25)]
    #expect(kept([fixes]) { _ in } == [0, 0.25])
  }

  @Test("Distance counts from the last one kept, not from the last one seen")
  func distance() {
    let delivery = (0..<10).map { location(second: Double($0), north: 20 * Double($0)) }
    // Fixes are 20 m apart and the filter is 50 m: every third is kept, at 0, 60, 120 and 180 m.
    #expect(kept([delivery]) { $0.minimumDistanceMeters = 50 } == [0, 3, 6, 9])
  }

  @Test("As shipped a delivery stands or falls as a whole, and the first needs a known position")
  func wholeDeliveries() {
    let deliveries = [
      [location(second: 0)], [location(second: 1, north: 20), location(second: 2, north: 40)],
      [location(second: 3, north: 60), location(second: 4, north: 61)],
    ]
    func quirk(_ settings: inout TrackerSettings) {
      settings.deliveryFilter = true
      settings.minimumDistanceMeters = 50
    }
    #expect(kept(deliveries, quirk) == [])
    // Distances count from the cached position at 0 m: 20 and 40 m are too close, 60 and 61 m are
    // far enough.
    #expect(kept(deliveries, seed: location(second: -5), quirk) == [3, 4])
  }

  @Test("A fix that is delivered again is not kept again")
  func redelivery() {
    #expect(kept([[location(second: 5)], [location(second: 5)]]) { _ in } == [5])
  }

  @Test("A clock set back by an hour does not silence the tracker")
  func clockSetBack() {
    let fixes = [location(second: 4000), location(second: 400), location(second: 401)]
    #expect(kept([fixes]) { $0.minimumInterval = .seconds(30 as Int64) } == [4000, 400])
  }

  @Test("What has no position is never kept", arguments: [Double.nan, 91, -91])
  func noPosition(latitude: Double) {
    var bad = location(second: 1)
    bad.coordinate.latitude = latitude
    #expect(kept([[bad, location(second: 2, accuracy: -1)]]) { _ in } == [])
  }

  @Test("The observer hears which rule dropped a fix")
  func observer() {
    let rig = Rig(
      .overland {
        $0.minimumDistanceMeters = 50
        $0.minimumInterval = .seconds(10 as Int64)
      })
    rig.launch()
    rig.deliver(rig.fix())
    rig.deliver(rig.fix())
    rig.advance(seconds: 5)
    rig.deliver(rig.fix(north: 10))
    rig.deliver(rig.fix(north: 60))
    rig.deliver(rig.fix(accuracy: -1))
    #expect(
      rig.witness.discards == [
        "redelivered", "minimumDistance", "minimumInterval", "withoutPosition",
      ])
  }
}
