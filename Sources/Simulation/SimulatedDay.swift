import Cryptography
import EventKernel
import Foundation
import ModelParameters
import PhoneAPI
import PhoneProfiles
import Scenarios
import SimulatedPhone
import Synchronization
import Text
import Timekeeping
import World

/// The days of a scenario under one seed: the world, the phone and the person.
///
/// All trackers of one seed run through the same day. It is made once, and no run changes it.
public final class SimulatedDay: Sendable {
  public let scenario: Scenario
  public let seed: UInt64
  public let world: World
  public let model: PhoneModel
  public let chance: SeededRandom
  let systemVersion: String
  public let batteryLevel: Double
  /// The acts that the user performs while the day goes on, in addition to the scenario's.
  private let actsByHand: [PersonAction]
  /// The person's acts in each segment. They are planned once for all phones of the day.
  private let plannedActs = Mutex<[Segment: [PersonAction]]>([:])

  /// Makes the world of one seed's day, and draws the phone.
  ///
  /// - Parameters:
  ///   - modelSeed: the seed of the parameter draw, so that several days can use the same draw; nil
  ///     uses `seed`.
  ///   - readings: the chosen model variant for each point on which sources contradict each other;
  ///     these choices override the scenario's.
  /// - Throws: `InputError` if the day cannot be simulated as the scenario describes it.
  public convenience init(
    scenario: Scenario, seed: UInt64, modelSeed: UInt64? = nil, readings: [String: String] = [:],
    inferringStays: Bool = false
  ) throws(InputError) {
    try self.init(
      scenario: scenario, seed: seed, modelSeed: modelSeed, readings: readings,
      world: try scenario.world(
        chance: Self.worldChance(seed: seed), inferStays: inferringStays))
  }

  /// The random numbers of the world of one seed's day.
  static func worldChance(seed: UInt64) -> SeededRandom {
    SeededRandom(seed: seed).stream("world")
  }

  /// Makes the day in a world, and draws the phone.
  package init(
    scenario: Scenario, seed: UInt64, modelSeed: UInt64? = nil, readings: [String: String] = [:],
    world: World
  ) throws(InputError) {
    self.seed = seed
    chance = SeededRandom(seed: seed)
    self.world = world
    self.scenario = scenario.settled(by: world.clocks)
    let (model, system) = try Self.phone(
      of: scenario, seed: seed, modelSeed: modelSeed, readings: readings)
    self.model = model
    systemVersion = "\(system.major).\(system.minor)"
    batteryLevel = scenario.phone.batteryLevel
    actsByHand = []
  }

  /// Makes a day that goes on from another, in a world that has grown or with further acts.
  private init(_ former: SimulatedDay, world: World, actsByHand: [PersonAction]) {
    scenario = former.scenario
    seed = former.seed
    self.world = world
    model = former.model
    chance = former.chance
    systemVersion = former.systemVersion
    batteryLevel = former.batteryLevel
    self.actsByHand = actsByHand
  }

  /// Returns the same day in a world that has grown.
  func extended(to world: World) -> SimulatedDay {
    SimulatedDay(self, world: world, actsByHand: actsByHand)
  }

  /// Returns the same day with a further act of the user.
  func adding(_ act: PersonAction) -> SimulatedDay {
    SimulatedDay(self, world: world, actsByHand: actsByHand + [act])
  }

  /// Returns the phone model that a seed draws for a scenario, without simulating the day.
  public static func model(
    of scenario: Scenario, seed: UInt64, readings: [String: String] = [:]
  ) throws(InputError) -> PhoneModel {
    try phone(of: scenario, seed: seed, modelSeed: nil, readings: readings).model
  }

  private static func phone(
    of scenario: Scenario, seed: UInt64, modelSeed: UInt64?, readings: [String: String]
  ) throws(InputError) -> (model: PhoneModel, system: OperatingSystemProfile) {
    guard let device = DeviceProfile.named(scenario.phone.profile),
      let system = OperatingSystemProfile.named(scenario.phone.system)
    else {
      throw InputError(
        .commandLine,
        "no phone is called '\(scenario.phone.profile)' with '\(scenario.phone.system)'",
        word: scenario.phone.profile, oneOf: DeviceProfile.all.map(\.name))
    }
    let fixed = Dictionary(
      scenario.phone.model.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
    let chosen = Dictionary(
      scenario.phone.readings.map { ($0.name, $0.account) }, uniquingKeysWith: { _, last in last })
    let model = PhoneModel(
      device: device, system: system, chance: SeededRandom(seed: seed),
      ignorance: modelSeed.map(SeededRandom.init(seed:)), fixed: fixed,
      chosen: chosen.merging(readings) { $1 },
      calibrated: scenario.phone.calibration.map(CalibratedParameters.init))
    return (model, system)
  }

  /// Makes the phone of one segment, with or without a tracker on it.
  public func phone(
    segment: Segment, app: AppInstallation?, server: (any SimulatedServer)?, tracker: String?,
    rememberedWindows: RememberedWindows? = nil
  ) -> SimulatedPhone {
    var configuration = SimulatedPhone.Configuration(
      world: world, segment: segment, model: model, systemVersion: systemVersion,
      batteryLevel: batteryLevel, permissions: scenario.permissions.onPhone,
      app: isInstalled(at: segment.end) ? app : nil,
      person: actions(in: segment), server: server, outages: outages(for: tracker),
      accelerometer: scenario.phone.accelerometer?.signal, chance: chance)
    configuration.pushes = pushes(to: tracker, in: segment)
    configuration.car = scenario.car
    configuration.rememberedWindows = rememberedWindows
    configuration.sha256 = { sha256($0) }
    return SimulatedPhone(configuration)
  }

  /// The acts of the person with the phone, in all segments.
  public var acts: [PersonAction] {
    world.segments.flatMap(planned(in:))
  }

  private func planned(in segment: Segment) -> [PersonAction] {
    plannedActs.withLock { acts in
      if let known = acts[segment] { return known }
      let plan = PersonPlan(scenario: scenario, world: world, chance: chance.stream("person"))
      let planned = plan.actions(in: segment)
      acts[segment] = planned
      return planned
    }
  }

  /// Returns the person's acts in a segment.
  ///
  /// Normally the app is installed before the segment begins, and the person opens and leaves the
  /// app at the start. If the scenario installs the app later, the person does not open the app at
  /// the start.
  private func actions(in segment: Segment) -> [PersonAction] {
    let all = planned(in: segment) + actsByHand
    guard isInstalled(at: segment.start) else { return all }
    // A person who has to answer permission dialogs keeps the app open longer.
    let seconds: Int64 = scenario.permissions.location == .ask ? 30 : 1
    let opening = PersonAction(
      .at(segment.start), .opensApp,
      then: PersonAction.FollowUp(.leavesApp, after: .seconds(seconds)))
    return [opening] + all
  }

  private func isInstalled(at instant: Instant) -> Bool {
    let installations = scenario.person.compactMap { event -> Instant? in
      guard case .at(let time, _) = event.trigger, event.action == .installsApp else { return nil }
      return time
    }
    return installations.allSatisfy { $0 < instant }
  }

  /// Warnings about parts of the scenario that are not simulated, in whole sentences.
  public var warnings: [String] {
    var lines = world.warnings
    let missed = scenario.person.filter { event in
      guard case .at(let time, _) = event.trigger else { return false }
      return !world.segments.contains { $0.start <= time && time <= $0.end }
    }
    if !missed.isEmpty {
      lines.append(
        "\(missed.count) of the person's acts lie outside the simulated time and are left out.")
    }
    return lines
  }

  private func outages(for tracker: String?) -> [ServerOutage] {
    scenario.server.compactMap { event in
      guard case .outage(let end) = event.kind,
        event.trackers.isEmpty || tracker.map(event.trackers.contains) == true
      else { return nil }
      return ServerOutage(start: event.at, end: end)
    }
  }

  private func pushes(to tracker: String?, in segment: Segment) -> [SimulatedPush] {
    guard let tracker else { return [] }
    return scenario.server.compactMap { event in
      guard case .pushes(let kind, let payload) = event.kind,
        event.trackers.isEmpty || event.trackers.contains(tracker),
        event.at >= segment.start, event.at <= segment.end
      else { return nil }
      return SimulatedPush(at: event.at, kind: kind, payload: payload)
    }
  }

  /// Returns the faults and answers that the scenario scripts for the server of `tracker`, in order
  /// of time.
  func serverScript(for tracker: String) -> ServerScript {
    ServerScript(
      scenario.server.filter { $0.trackers.isEmpty || $0.trackers.contains(tracker) },
      from: world.start)
  }
}

extension CalibratedParameters {
  /// Makes the draws of the profile that a scenario names.
  fileprivate init(_ calibration: PhoneCalibration) {
    let draws = calibration.profile.parameters.map { parameter in
      let outcome: ModelParameter.Calibration =
        switch parameter.outcome {
        case .moved: .moved
        case .undecided: .undecided
        case .given: .given
        }
      return Draws(parameter.name, values: parameter.draws, outcome: outcome)
    }
    self.init(draws, isOfAnotherUnit: calibration.unit == .another)
  }
}

extension Scenarios.Permissions {
  /// The scenario's permissions in the types of the phone model, with the person's answers to
  /// prompts.
  var onPhone: AppPermissions {
    let status: AuthorizationStatus =
      switch location {
      case .always: .always
      case .whenInUse: .whenInUse
      case .denied: .denied
      case .restricted: .restricted
      case .ask: .notDetermined
      }
    return AppPermissions(
      location: status, accuracy: accuracy == .full ? .full : .reduced,
      motion: motion.onPhone, notifications: notifications.onPhone,
      replies: answers)
  }
}

extension Scenarios.Permissions.Grant {
  var onPhone: PermissionStatus {
    switch self {
    case .granted: .granted
    case .denied: .denied
    case .restricted: .restricted
    case .ask: .notDetermined
    }
  }
}
