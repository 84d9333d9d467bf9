import EventKernel
import PhoneAPI
import PhoneConformance
import SimulatedPhone
import Simulation
import Timekeeping
import World

/// The model of a random day under the conformance suite: in that day's world, with a full battery
/// and every permission.
final class StormPhoneUnderTest: PhoneUnderTest {
  private let day: SimulatedDay
  private var phone: SimulatedPhone?
  private(set) var failure: (any Error)?

  init(_ day: SimulatedDay) { self.day = day }

  func install(_ manifest: AppManifest, makeApp: @escaping (any Phone) -> any App) {
    phone = SimulatedPhone(
      SimulatedPhone.Configuration(
        world: day.world, segment: day.world.segments[0], model: day.model,
        app: AppInstallation(manifest: manifest, makeApp: makeApp), chance: day.chance))
  }

  func openApp() { phone?.perform(.opensApp) }

  func leaveApp() -> Bool {
    phone?.perform(.leavesApp)
    return true
  }

  func killApp() -> Bool {
    phone?.killApp(.memoryPressure)
    return true
  }

  func run(for span: TimeSpan) {
    guard let phone, failure == nil else { return }
    do { try phone.run(until: phone.now + span) } catch { failure = error }
  }
}
