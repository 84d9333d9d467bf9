import EventKernel
import Foundation
import MotionSensing
import PhoneAPI
import PhoneProfiles
import SimulatedPhone
import Timekeeping
import World

func sine(_ radians: Double) -> Double { sin(radians) }

extension Instant {
  static func minute(_ count: Double) -> Instant { morning + .seconds(count * 60) }
  static func second(_ count: Double) -> Instant { morning + .seconds(count) }
}

/// A phone with the test's app on it, and a log of both.
///
/// The app is opened at the start and left a second later, unless `person` says otherwise.
final class Bench {
  let phone: SimulatedPhone
  let log: CallLog
  let watch: Watch
  let model: PhoneModel
  let world: World

  init(
    _ world: World, device: String = "iphone-13", system: String = "ios-17",
    fixed: [String: Double] = [:], readings: [String: String] = [:], seed: UInt64 = 1,
    battery: Double = 1, permissions: AppPermissions = AppPermissions(),
    manifest: AppManifest = .everything, person: [PersonAction] = .opensAndLeaves,
    server: (any SimulatedServer)? = nil, outages: [ServerOutage] = [],
    pushes: [SimulatedPush] = [], car: Car? = nil, accelerometer: RecordedSignal? = nil,
    remembered: RememberedWindows? = nil, chance: SeededRandom? = nil, script: TestApp.Script?
  ) {
    self.world = world
    let log = CallLog()
    self.log = log
    let chance = chance ?? SeededRandom(seed: seed)
    // If a test's user opens the app and does not leave it, the screen must not lock.
    let fixed = ["screen.autoLockSeconds": 1e7].merging(fixed) { $1 }
    model = PhoneModel(
      device: DeviceProfile.named(device)!, system: OperatingSystemProfile.named(system)!,
      chance: chance, fixed: fixed, chosen: readings)
    let app = script.map { script in
      AppInstallation(manifest: manifest) { TestApp(phone: $0, log: log, script: script) }
    }
    var configuration = SimulatedPhone.Configuration(
      world: world, segment: world.segments[0], model: model, batteryLevel: battery,
      permissions: permissions, app: app, person: person, server: server, outages: outages,
      accelerometer: accelerometer, chance: chance)
    configuration.pushes = pushes
    configuration.car = car
    configuration.rememberedWindows = remembered
    phone = SimulatedPhone(configuration)
    watch = Watch()
    phone.observer = watch
  }

  /// Runs to `minutes` after the start, or to the end of the world.
  @discardableResult
  func run(toMinute minutes: Double? = nil) throws -> Bench {
    try phone.run(until: minutes.map { .minute($0) } ?? world.end)
    phone.settle()
    return self
  }

  func joules(_ component: EnergyComponent) -> Double {
    phone.ledger.joules(component, at: phone.now)
  }
  func joules(_ cause: EnergyCause) -> Double { phone.ledger.joules(cause, at: phone.now) }
  var joules: Double { phone.ledger.totalJoules(at: phone.now) }
}

/// An observer that keeps what the phone reports.
final class Watch: PhoneObserver {
  private(set) var statuses: [(at: Instant, status: PhoneStatus)] = []
  private(set) var notes: [PhoneNote] = []
  let wantsNotes = true

  func phone(statusIs status: PhoneStatus, at instant: Instant) {
    statuses.append((instant, status))
  }
  func phone(notes note: PhoneNote) { notes.append(note) }

  func times(_ fact: String) -> [Instant] { notes.filter { $0.reason == fact }.map(\.instant) }

  /// Returns the times at which the app's state changed to one that `matches`.
  func times(_ matches: (PhoneStatus.AppLife) -> Bool) -> [Instant] {
    var before: PhoneStatus.AppLife?
    var times: [Instant] = []
    for (instant, status) in statuses where status.app != before {
      before = status.app
      if matches(status.app) { times.append(instant) }
    }
    return times
  }

  var suspensions: [Instant] { times { $0 == .suspended } }
  var wakeUps: [Instant] { times { $0 == .background } }
  var deaths: [Instant] { times { if case .dead = $0 { true } else { false } } }

  func status(at instant: Instant) -> PhoneStatus? {
    statuses.last { $0.at <= instant }?.status
  }
}

extension AppManifest {
  static let everything = AppManifest(
    name: "test", backgroundModes: [.location, .fetch, .processing, .remoteNotification, .voip],
    permittedTaskIdentifiers: ["refresh", "other"],
    usageDescriptions: [.locationWhenInUse, .locationAlwaysAndWhenInUse])
}

extension [PersonAction] {
  static let opensAndLeaves = [PersonAction].opens(atMinute: 0, forSeconds: 1)

  static func opens(atMinute minute: Double, forSeconds seconds: Double? = nil) -> [PersonAction] {
    [
      PersonAction(
        .at(.minute(minute)), .opensApp,
        then: seconds.map { PersonAction.FollowUp(.leavesApp, after: .seconds($0)) })
    ]
  }

  static func does(_ kind: PersonAction.Kind, atMinute minute: Double) -> [PersonAction] {
    [PersonAction(.at(.minute(minute)), kind)]
  }
}

/// A server that keeps all requests, and answers 200 or with the replies that a test sets.
final class TestServer: SimulatedServer {
  private(set) var requests: [(at: Instant, request: HTTPRequest)] = []
  /// The replies to the next requests in turn. After the last, each answer is 200 at once.
  var replies: [ServerReply] = []

  func reply(to request: HTTPRequest, at instant: Instant) -> ServerReply {
    let response = respond(to: request, at: instant)
    return replies.isEmpty ? .answers(response, after: .zero) : replies.removeFirst()
  }

  func respond(to request: HTTPRequest, at instant: Instant) -> HTTPResponse {
    requests.append((instant, request))
    return HTTPResponse(status: 200)
  }
}

extension PhoneModel {
  /// Returns the range that the sources leave open for a parameter.
  func range(_ name: String) -> ClosedRange<Double>? {
    parameters.first { $0.name == name }.map { $0.low...$0.high }
  }
}

extension [Instant] {
  /// Seconds between neighbors.
  var gaps: [Double] { zip(self, dropFirst()).map { ($1 - $0).seconds } }
}

extension [Double] {
  func quantile(_ share: Double) -> Double {
    let sorted = sorted()
    return sorted[Swift.min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }
  var mean: Double { reduce(0, +) / Double(count) }
}
