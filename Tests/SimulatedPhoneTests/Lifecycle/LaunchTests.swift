import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Launch")
struct LaunchTests {
  @Test("The phone reports a launch in the background before the app's first callback")
  func launchIsReportedFirst() throws {
    final class Seen {
      var watch: Watch?
      var lives: [PhoneStatus.AppLife] = []
    }
    let seen = Seen()
    let script = TestApp.Script(launched: { app, launch in
      if launch.isInBackground, let last = seen.watch?.statuses.last {
        seen.lives.append(last.status.app)
      }
      app.manager.startMonitoringSignificantLocationChanges()
    })
    let bench = Bench(
      World([.drive(minutes: 60)]), fixed: ["app.memoryKillMeanSeconds": 60], script: script)
    seen.watch = bench.watch
    try bench.run()
    #expect(seen.lives.count > 1)
    #expect(seen.lives.allSatisfy { $0 == .background })
  }
}
