import Geodesy
import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("Local notifications")
struct NotificationTests {
  private let day = World([.still(minutes: 12 * 60)])

  private func notification(_ identifier: String, afterMinutes minutes: Double) -> LocalNotification
  {
    LocalNotification(
      identifier: identifier, title: identifier, trigger: .after(.seconds(minutes * 60)))
  }

  private func adding(_ notifications: [LocalNotification]) -> TestApp.Script {
    TestApp.Script(launched: { app, launch in
      app.phone.notifications.onResponse = { identifier, action in
        app.receive("response \(identifier) \(action)")
      }
      guard launch.reason == .userOpened else { return }
      for notification in notifications { app.phone.notifications.add(notification) }
    })
  }

  @Test(
    "NET-7: 64 may be pending, of which the last are kept or, by old documentation, the soonest")
  func limit() throws {
    // Notification 1 is added first and due last.
    let all = (1...70).map { notification("\($0)", afterMinutes: Double(100 - $0)) }
    func kept(_ reading: String) throws -> [String] {
      let bench = try Bench(
        day, readings: ["notificationLimit": reading], script: adding(all)
      ).run(toMinute: 1)
      return bench.phone.notifications.pending.map(\.identifier)
    }
    func names(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "\($0)" } }
    #expect(try kept("keeps-last") == names(7...70))
    // Each further one is due sooner. The six that are due last are dropped: the first six added.
    #expect(try kept("keeps-soonest") == names(7...70))
    let reversed = Array(all.reversed())
    let bench = try Bench(
      day, readings: ["notificationLimit": "keeps-soonest"], script: adding(reversed)
    ).run(toMinute: 1)
    #expect(
      bench.phone.notifications.pending.map(\.identifier) == names(7...70).reversed())
    let last = try Bench(day, script: adding(reversed)).run(toMinute: 1)
    #expect(
      last.phone.notifications.pending.map(\.identifier) == names(1...64).reversed())
  }

  @Test("A notification shows in its time; the same identifier replaces, and one can be taken back")
  func shows() throws {
    let script = TestApp.Script(launched: { app, _ in
      let center = app.phone.notifications
      center.add(notification("a", afterMinutes: 10))
      center.add(notification("a", afterMinutes: 20))
      center.add(notification("b", afterMinutes: 5))
      center.removePending(identifiers: ["b"])
      #expect(center.pending.map(\.identifier) == ["a"])
      #expect(center.authorization.status == .granted)
    })
    let bench = try Bench(day, script: script).run()
    #expect(bench.watch.times("NET-7") == [.minute(20)])
    #expect(bench.phone.notifications.shown.map(\.identifier) == ["a"])
    #expect(bench.phone.notifications.pending.isEmpty)
  }

  @Test("One that is pending outlives the process and a restart; without permission it never shows")
  func outlives() throws {
    let script = adding([notification("a", afterMinutes: 60)])
    let bench = try Bench(
      day,
      person: .opensAndLeaves + .does(.forceQuitsApp, atMinute: 1)
        + .does(.rebootsPhone, atMinute: 10), script: script
    ).run()
    #expect(bench.phone.notifications.shown.count == 1)
    let refused = try Bench(
      day, permissions: AppPermissions(notifications: .denied), script: script
    ).run()
    #expect(refused.phone.notifications.shown.isEmpty)
  }

  @Test("A tap opens the app, launching it if it is dead, and the app is told which it was")
  func tap() throws {
    let bench = Bench(
      day, person: .opensAndLeaves + .does(.forceQuitsApp, atMinute: 1),
      script: adding([notification("a", afterMinutes: 60), notification("b", afterMinutes: 61)]))
    try bench.run(toMinute: 30)
    #expect(!bench.phone.personTapsNotification())
    try bench.run(toMinute: 90)
    #expect(bench.phone.personTapsNotification(identifier: "a"))
    #expect(bench.log.launches == ["launch userOpened", "launch notificationTapped"])
    #expect(bench.log.times("response a default") == [.minute(90)])
    #expect(bench.phone.personTapsNotification())
    #expect(bench.log.count("response b default") == 1)
    #expect(!bench.phone.personTapsNotification())
    #expect(bench.log.nested.isEmpty)
  }

  @Test("REG-12: a notification bound to a region shows with When In Use, app dead or alive")
  func region() throws {
    let office = home.moved(eastMeters: 3000)
    let world = World([.still(minutes: 30), .walk(minutes: 60), .still(minutes: 60)])
    let place = CircularRegion(identifier: "office", center: office, radiusMeters: 200)
    let script = adding([
      LocalNotification(identifier: "there", title: "there", trigger: .region(place))
    ])
    let bench = try Bench(
      world, permissions: AppPermissions(location: .whenInUse),
      person: .opensAndLeaves + .does(.forceQuitsApp, atMinute: 1), script: script
    ).run()
    #expect(bench.phone.notifications.shown.map(\.identifier) == ["there"])
    #expect(bench.log.launches.count == 1)
    #expect(bench.watch.status(at: .minute(20))?.watchesRegions == false)
  }

  @Test("REG-1: notifications bound to regions count towards the 20")
  func regionLimit() throws {
    let script = TestApp.Script(launched: { app, _ in
      func region(_ index: Int) -> CircularRegion {
        CircularRegion(
          identifier: "\(index)", center: home.moved(eastMeters: 5000), radiusMeters: 200)
      }
      for index in 1...5 {
        app.phone.notifications.add(
          LocalNotification(
            identifier: "\(index)", title: "", trigger: .region(region(index))))
      }
      for index in 6...21 { app.manager.startMonitoring(region(index)) }
    })
    let bench = try Bench(day, script: script).run(toMinute: 1)
    #expect(bench.log.calls.filter { $0.name.hasPrefix("unwatched") }.map(\.name).count == 1)
  }
}

extension Coordinate {
  fileprivate func moved(eastMeters: Double) -> Coordinate {
    LocalScale(latitude: latitude).coordinate(
      self, moved: Displacement(eastMeters: eastMeters, northMeters: 0))
  }
}

@Suite("Geocoder")
struct GeocoderTests {
  private let office = Place(name: "office", coordinate: home, radiusMeters: 60)

  @Test(
    "A place of the world by its name, any other spot by its figures, nothing without a network")
  func names() throws {
    let world = World(
      [.still(minutes: 10), .still(minutes: 10, network: .none)], places: [office])
    var names: [String?] = []
    let script = TestApp.Script(launched: { app, _ in
      let elsewhere = Coordinate(latitude: 45.61234, longitude: -122.5)
      for (second, spot) in [(1.0, home), (2, elsewhere), (700, home)] {
        _ = app.schedule(after: .seconds(second), "asks") {
          app.phone.geocoder.reverseGeocode(spot) { name in
            app.receive("name") { names.append(name) }
          }
        }
      }
    })
    let bench = try Bench(world, person: .opens(atMinute: 0), script: script).run()
    #expect(names == ["office", "45.6123, -122.5", nil])
    #expect(bench.log.times("name").allSatisfy { $0 > .second(1) })
    #expect(bench.log.nested.isEmpty)
    #expect(bench.joules(.wifi) > 0)
  }

  @Test("Fifty questions a minute and no more")
  func limit() throws {
    var answers: [String?] = []
    let script = TestApp.Script(launched: { app, _ in
      for _ in 0..<60 { app.phone.geocoder.reverseGeocode(home) { answers.append($0) } }
    })
    try Bench(World([.still(minutes: 10)]), person: .opens(atMinute: 0), script: script).run()
    #expect(answers.count == 60)
    #expect(answers.compactMap { $0 }.count == 50)
  }
}
