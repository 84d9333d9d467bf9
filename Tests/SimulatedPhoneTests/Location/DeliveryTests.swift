import EventKernel
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

/// The app changes its managers while it receives a fix.
@Suite("Changes of managers in a delivery")
struct DeliveryTests {
  /// A delegate that stores the times of its fixes.
  private final class Listener: LocationManagerDelegate {
    var times: [Instant] = []

    func locationManager(
      _ manager: any LocationManager, didUpdateLocations locations: [Location]
    ) { times += locations.map(\.timestamp) }
  }

  private let drive = World([.drive(minutes: 5)])

  /// Returns a script that tracks, and does `change` in the tenth delivery.
  private func tracking(_ change: @escaping (TestApp) -> Void) -> TestApp.Script {
    var deliveries = 0
    return TestApp.Script(
      launched: { app, _ in app.startTracking() },
      updated: { app, _ in
        deliveries += 1
        if deliveries == 10 { change(app) }
      })
  }

  @Test("A delegate that leaves its manager gets no further fix")
  func leaves() throws {
    let bench = try Bench(drive, script: tracking { $0.manager.delegate = nil }).run()
    #expect(bench.log.fixes.count == 10)
  }

  @Test("A delegate that takes the place of another gets the fixes from the next one on")
  func replaced() throws {
    let heir = Listener()
    let bench = try Bench(drive, script: tracking { $0.manager.delegate = heir }).run()
    #expect(bench.log.fixes.count == 10)
    let last = try #require(bench.log.fixes.last).at
    #expect(heir.times.first == last + .seconds(1 as Int64))
    #expect(heir.times.count > 200)
  }

  @Test("A manager that is made in a delivery gets the same fixes from then on")
  func joined() throws {
    let second = Listener()
    var manager: (any LocationManager)?
    let bench = try Bench(
      drive,
      script: tracking { app in
        manager = app.phone.makeLocationManager()
        manager?.delegate = second
        manager?.allowsBackgroundLocationUpdates = true
        manager?.startUpdatingLocation()
      }
    ).run()
    let since = try #require(second.times.last).wholeSeconds - 200
    let first = bench.log.fixes.map(\.fix.timestamp).filter { $0.wholeSeconds > since }
    #expect(first.count == 200)
    #expect(second.times.filter { $0.wholeSeconds > since } == first)
    #expect(manager != nil)
  }

  @Test("A process that ends in a delivery leaves no app behind")
  func ends() throws {
    var kill = {}
    let bench = Bench(drive, script: tracking { _ in kill() })
    kill = { [unowned bench] in bench.phone.killApp(.memoryPressure) }
    try bench.run()
    #expect(bench.log.fixes.count == 10)
    #expect(bench.log.liveApps == 0)
  }
}
