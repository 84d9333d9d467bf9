import EventKernel
import Experiments
import PhoneAPI
import PhoneProfiles
import SimulatedPhone
import Simulation
import Timekeeping
import World

/// The budget of a commuter's day of motion sensing: at most 5 ms.
///
/// It is the time of a day on which the open app receives activities, less that of the same day on
/// which it does not.
enum MotionSensingDayBudget: Budget {
  static let name = "motion"

  static func measure(rounds: Int) throws -> [Finding] {
    let scenario = try MeasuredScenario.commuting(tracker: "overland-significant-only").scenario
    let day = try SimulatedDay(scenario: scenario, seed: 1, inferringStays: false)
    var (listening, deaf) = (Double.infinity, Double.infinity)
    for _ in 0..<rounds {
      listening = min(listening, try seconds { try live(day, listens: true) })
      deaf = min(deaf, try seconds { try live(day, listens: false) })
    }
    return [
      .atMost(
        5, "ms", subject: "a commuter's day of motion sensing", figure: (listening - deaf) * 1e3)
    ]
  }

  private static func live(_ day: SimulatedDay, listens: Bool) throws {
    let app = AppInstallation(manifest: AppManifest(name: "bench", usageDescriptions: [.motion])) {
      Listener($0, listens: listens)
    }
    let world = day.world
    let chance = SeededRandom(seed: day.seed)
    // A lit screen would empty a real battery by noon.
    let model = PhoneModel(
      device: DeviceProfile.all[0], system: OperatingSystemProfile.all[0], chance: chance,
      fixed: ["battery.designJoules": 1e9])
    let phone = SimulatedPhone(
      SimulatedPhone.Configuration(
        world: world, segment: world.segments[0], model: model,
        permissions: AppPermissions(motion: .granted), app: app,
        person: [PersonAction(.at(world.segments[0].start), .opensApp)], chance: chance))
    try phone.run(until: world.segments[0].end)
  }

  private final class Listener: App {
    private let phone: any Phone
    private let listens: Bool
    private var count = 0

    init(_ phone: any Phone, listens: Bool) {
      self.phone = phone
      self.listens = listens
    }

    func applicationDidFinishLaunching(_ launch: Launch) {
      phone.application.isIdleTimerDisabled = true
      guard listens else { return }
      phone.motionActivity.startActivityUpdates { [unowned self] _ in count += 1 }
    }
  }
}
