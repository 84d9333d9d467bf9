import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Low Power Mode")
struct LowPowerModeTests {
  private let places = [Place(name: "home", coordinate: home, hasCharger: true)]
  /// Ten hours with the screen on, then five hours on the charger.
  private var world: World {
    World([.drive(minutes: 600), .still(minutes: 300, place: 0)], places: places)
  }

  private func bench(accepts: Double, script: TestApp.Script = TestApp.Script()) throws -> Bench {
    let bench = Bench(
      world, fixed: ["lowPower.acceptProbability": accepts, "screen.onWatts": 1.5], battery: 0.4,
      person: .opens(atMinute: 0), script: script)
    return try bench.run()
  }

  @Test("BAT-7: the mode is offered at 20 % and, to who declined, again at 10 %")
  func offers() throws {
    let declined = try bench(accepts: 0)
    #expect(
      declined.watch.notes.filter { $0.reason == "BAT-7" }.map(\.text) == [
        "declines the offer of Low Power Mode at 20 %",
        "declines the offer of Low Power Mode at 10 %",
      ])
    let accepted = try bench(accepts: 1)
    #expect(
      accepted.watch.notes.filter { $0.reason == "BAT-7" }.map(\.text) == [
        "takes the offer of Low Power Mode at 20 %"
      ])
  }

  @Test("BAT-6: it ends by itself when the charger has brought the gauge to 80 %")
  func ends() throws {
    let bench = try bench(accepts: 1)
    let end = try #require(bench.watch.times("BAT-6").first)
    // From empty to 80 % takes about 47 min (BAT-5), a little less by the gauge, from minute 600
    // on.
    #expect((640...650).contains((end - morning).seconds / 60))
    #expect(!bench.phone.isLowPowerModeOn)
  }

  @Test("A switch that stands so already is found so, and nothing changes")
  func already() throws {
    let bench = Bench(
      World([.still(minutes: 10)]),
      person: .opens(atMinute: 0) + .does(.switches(.lowPowerMode, isOn: true), atMinute: 1)
        + .does(.switches(.lowPowerMode, isOn: true), atMinute: 2)
        + .does(.switches(.wifi, isOn: true), atMinute: 3), script: TestApp.Script())
    try bench.run()
    let lines = bench.watch.notes.filter { $0.instant >= .minute(1) && $0.actor == .person }
    #expect(
      lines.map(\.text) == [
        "turns Low Power Mode on", "finds Low Power Mode already on", "finds Wi-Fi already on",
      ])
    #expect(bench.watch.times("LIFE-9") == [.minute(1)])
  }

  @Test(
    "BAT-6: the person turns it on and off; the app is told, and the system does less by itself")
  func byHand() throws {
    var reported: [Bool] = []
    let script = TestApp.Script(launched: { app, _ in
      app.phone.device.onPowerChange = { [unowned app] in
        app.receive("power") { reported.append(app.phone.device.isLowPowerModeEnabled) }
      }
    })
    let bench = Bench(
      World([.still(minutes: 60)]), fixed: ["lowPower.systemBackgroundShare": 0.4],
      person: .opens(atMinute: 0), script: script)
    try bench.run(toMinute: 10)
    let before = bench.phone.ledger.watts(.base, .system)
    bench.phone.setLowPowerMode(true)
    #expect(abs(before - bench.phone.ledger.watts(.base, .system) - 0.6 * 0.005) < 1e-12)
    try bench.run(toMinute: 20)
    bench.phone.setLowPowerMode(false)
    #expect(bench.phone.ledger.watts(.base, .system) == before)
    #expect(reported == [true, false])
  }
}
