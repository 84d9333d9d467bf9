import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Reports of heat and Background App Refresh")
struct SystemChangeTests {
  private let script = TestApp.Script(launched: { app, _ in
    app.phone.device.onThermalStateChange = { [unowned app] in
      app.receive("\(app.phone.device.thermalState)")
    }
    app.phone.application.onBackgroundRefreshChange = { [unowned app] in
      app.receive("\(app.phone.application.backgroundRefreshStatus)")
    }
  })

  @Test("A running app gets each change once")
  func running() throws {
    let bench = Bench(
      World([.still(minutes: 60)]), person: .opens(atMinute: 0), script: script)
    try bench.run(toMinute: 1)
    bench.phone.setThermalState(.serious)
    bench.phone.setThermalState(.serious)
    bench.phone.setThermalState(.nominal)
    bench.phone.change(.backgroundRefresh(isOn: false))
    bench.phone.change(.backgroundRefresh(isOn: false))
    #expect(bench.log.count("serious") == 1)
    #expect(bench.log.count("nominal") == 1)
    #expect(bench.log.count("denied") == 1)
  }

  @Test("A suspended app gets the latest state when it resumes, if it is another one")
  func suspended() throws {
    let bench = Bench(
      World([.still(minutes: 60)]),
      person: .opens(atMinute: 0, forSeconds: 60) + .opens(atMinute: 30), script: script)
    try bench.run(toMinute: 20)
    bench.phone.setThermalState(.serious)
    bench.phone.change(.backgroundRefresh(isOn: false))
    bench.phone.setThermalState(.fair)
    bench.phone.change(.backgroundRefresh(isOn: true))
    #expect(bench.log.count("serious") + bench.log.count("fair") == 0)
    try bench.run(toMinute: 31)
    #expect(bench.log.times("fair") == [.minute(30)])
    #expect(bench.log.count("serious") + bench.log.count("available") == 0)
  }
}
