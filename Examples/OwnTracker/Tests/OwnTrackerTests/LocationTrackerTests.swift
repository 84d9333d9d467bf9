import AppleSimulation
import Simulation
import Testing

@testable import OwnTracker

@Suite("The tracker on a simulated phone, in the process of the test")
struct LocationTrackerTests {
  private let commute = """
    odograph: 1
    start: 2026-03-02T07:00:00
    timeZone: Europe/Berlin
    duration: 3 h
    phone: { profile: iphone-14, system: ios-18 }
    places: { home: { at: [52.5310, 13.3850] }, work: { at: [52.5075, 13.3904] } }
    day: [{ stay: home, for: 30 min }, { walk: work }, { stay: work }]
    """

  @Test("It knows where the person is for a tenth of the morning at least")
  func commutes() throws {
    let app = try InProcessApp(plist: "Sources/OwnTracker/Info.plist") {
      let tracker = LocationTracker()
      tracker.start()
      return tracker
    }
    let days = try Simulation(text: commute, seeds: 1...3).run(app: app)
    let known = try days.mean("positionCoverage")
    #expect(known > 0.1)
  }
}
