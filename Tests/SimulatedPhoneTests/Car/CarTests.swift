import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

@Suite("The car")
struct CarTests {
  /// Twenty minutes at home, a drive of ten minutes, and a stay.
  private let day = World(
    [
      .still(minutes: 20), .drive(minutes: 10), .still(minutes: 60, place: 0),
    ], places: [Place(name: "office", coordinate: home)])
  private let fixed = [
    "car.connectSeconds": 20, "car.disconnectSeconds": 10, "app.memoryKillMeanSeconds": 1e9,
    "app.backgroundGraceSeconds": 5,
  ]
  private let car = Car(bluetoothName: "Octavia", accessoryName: "plug")

  private static let manifest = AppManifest(
    name: "test", backgroundModes: [.location, .bluetoothCentral],
    usageDescriptions: [.locationWhenInUse, .locationAlwaysAndWhenInUse, .bluetoothAlways])

  /// An app that logs the car's connections, and keeps running if `tracks`.
  private func script(tracks: Bool = false, connects: Bool = true) -> TestApp.Script {
    TestApp.Script(launched: { app, _ in
      app.phone.audioSession.onRouteChange = { [unowned app] in
        let names = app.phone.audioSession.outputs.map { "\($0.kind) \($0.name)" }
        app.receive("route \(names.joined())")
      }
      app.phone.bluetooth.onConnectionChange = { [unowned app] name, isConnected in
        app.receive("\(name) \(isConnected)")
      }
      if connects { app.phone.bluetooth.connect(accessory: "plug") }
      if tracks { app.startTracking() }
    })
  }

  private func bench(
    _ script: TestApp.Script, manifest: AppManifest = manifest, car: Car? = nil,
    person: [PersonAction] = .opensAndLeaves
  ) throws -> Bench {
    try Bench(
      day, fixed: fixed, manifest: manifest, person: person, car: car ?? self.car, script: script
    ).run(toMinute: 60)
  }

  @Test("CAR-1: a running app learns of the car's audio, a suspended or dead one does not")
  func audio() throws {
    let running = try bench(script(tracks: true, connects: false))
    #expect(running.log.times("route bluetoothHFP Octavia") == [.second(1220)])
    #expect(running.log.times("route ") == [.second(1810)])
    let suspended = try bench(script(connects: false))
    let crashed = try bench(
      script(tracks: true, connects: false),
      person: .opensAndLeaves + .does(.crashesApp, atMinute: 10))
    for bench in [suspended, crashed] {
      #expect(bench.log.count("launch userOpened") == 1)
      #expect(!bench.log.calls.contains { $0.name.hasPrefix("route") })
    }
  }

  @Test("CAR-1: CarPlay takes the place of hands-free audio")
  func carPlay() throws {
    let bench = try bench(
      script(tracks: true), car: Car(bluetoothName: "Octavia", hasCarPlay: true))
    #expect(bench.log.count("route carAudio CarPlay") == 1)
    #expect(bench.log.count("plug true") == 0)
  }

  @Test("CAR-2: an accessory launches a crashed app and resumes a suspended one, for 10 s")
  func accessory() throws {
    let crashed = try bench(
      script(), person: .opensAndLeaves + .does(.crashesApp, atMinute: 10))
    #expect(crashed.log.times("launch bluetooth") == [.second(1220)])
    let suspended = try bench(script())
    for bench in [crashed, suspended] {
      #expect(bench.log.times("plug true") == [.second(1220)])
      #expect(bench.log.times("plug false") == [.second(1810)])
      #expect(bench.watch.suspensions.suffix(2) == [.second(1230), .second(1820)])
      #expect(bench.log.nested.isEmpty)
    }
  }

  @Test(
    "CAR-2: an accessory launches no app that was force-quit, or that lacks the background mode")
  func noLaunch() throws {
    let quit = try bench(
      script(), person: .opensAndLeaves + .does(.forceQuitsApp, atMinute: 10))
    var manifest = Self.manifest
    manifest.backgroundModes = [.location]
    let undeclared = try bench(script(), manifest: manifest)
    manifest = Self.manifest
    manifest.usageDescriptions.remove(.bluetoothAlways)
    let unstated = try bench(script(), manifest: manifest)
    for bench in [quit, undeclared, unstated] {
      #expect(bench.log.count("plug true") == 0)
      #expect(bench.log.count("launch bluetooth") == 0)
    }
  }

  @Test(
    "CAR-3: the phone connects within 40 s of a drive's start, and leaves within 20 s of its end"
  )
  func delays() throws {
    for seed in UInt64(1)...5 {
      let bench = try Bench(
        day, seed: seed, car: car, script: script(tracks: true, connects: false)
      ).run(toMinute: 60)
      let on = try #require(bench.log.times("route bluetoothHFP Octavia").first)
      let off = try #require(bench.log.times("route ").first)
      #expect((5...40).contains((on - .minute(20)).seconds))
      #expect((1...20).contains((off - .minute(30)).seconds))
    }
    #expect(try bench(script()).model.range("car.connectSeconds") == 5...40)
  }

  @Test("At a halt of two minutes on the way the car stays connected, at one of four it does not")
  func halts() throws {
    for (minutes, count) in [(2.0, 1), (4.0, 2)] {
      let day = World([
        .still(minutes: 20), .drive(minutes: 10), .still(minutes: minutes), .drive(minutes: 10),
        .still(minutes: 30),
      ])
      let bench = try Bench(
        day, fixed: fixed, car: car, script: script(tracks: true, connects: false)
      ).run(toMinute: 70)
      #expect(bench.log.count("route bluetoothHFP Octavia") == count)
    }
  }

  @Test("A restart in the car connects anew, and an accessory launches the app after the unlock")
  func restart() throws {
    let bench = try bench(
      script(tracks: true),
      person: .opensAndLeaves + .does(.reboots(unlocksAfter: .seconds(5 as Int64)), atMinute: 25))
    #expect(bench.log.times("route bluetoothHFP Octavia") == [.second(1220)])
    #expect(bench.log.times("launch bluetooth") == [.second(1520)])
  }

  @Test("MOT-3: a car's audio makes driving known as fast as a mount does")
  func motion() throws {
    func told(_ car: Car?) throws -> Double {
      let times = try Bench(
        World([.still(minutes: 20), .drive(minutes: 20)]),
        fixed: fixed.merging([
          "motion.automotiveFixedSeconds": 15, "motion.automotiveCarriedSeconds": 240,
        ]) { $1 }, car: car, script: nil
      ).run().phone.recognizedActivities()
      let first = try #require(times.first { $0.automotive })
      return (first.start - .minute(20)).seconds
    }
    #expect(try told(nil) > 120)
    #expect(try told(car) < 60)
  }
}
