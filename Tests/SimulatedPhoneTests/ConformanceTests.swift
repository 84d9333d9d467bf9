import EventKernel
import PhoneAPI
import PhoneConformance
import PhoneProfiles
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

/// The simulated phone under the conformance suite: twenty minutes at rest, then a walk
/// with a drive in it.
final class SimulatedPhoneUnderTest: PhoneUnderTest {
  private var phone: SimulatedPhone?
  private let system: OperatingSystemProfile

  init(system: OperatingSystemProfile) { self.system = system }

  func install(_ manifest: AppManifest, makeApp: @escaping (any Phone) -> any App) {
    let world = World([
      .still(minutes: 20), .walk(minutes: 10), .drive(minutes: 5), .walk(minutes: 45),
    ])
    let chance = SeededRandom(seed: 1)
    var configuration = SimulatedPhone.Configuration(
      world: world, segment: world.segments[0],
      model: PhoneModel(device: DeviceProfile.all[0], system: system, chance: chance),
      app: AppInstallation(manifest: manifest, makeApp: makeApp), server: TestServer(),
      chance: chance)
    configuration.car = Car(bluetoothName: "Octavia", accessoryName: "plug")
    phone = SimulatedPhone(configuration)
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
    guard let phone else { return }
    do { try phone.run(until: phone.now + span) } catch { Issue.record("\(error)") }
  }
}

@Suite("The simulated phone keeps PhoneAPI's contracts")
struct ConformanceTests {
  @Test("It conforms", arguments: ConformanceCheck.all, OperatingSystemProfile.all)
  func conforms(check: ConformanceCheck, system: OperatingSystemProfile) {
    let violations = check.violations(of: SimulatedPhoneUnderTest(system: system))
    #expect(violations.isEmpty, "\(check.name): \(violations)")
  }

  @Test("A phone that breaks a contract is found out")
  func findsOut() {
    // It never opens the app, so every check that opens the app fails.
    final class BrickedPhone: PhoneUnderTest {
      func install(_ manifest: AppManifest, makeApp: @escaping (any Phone) -> any App) {}
      func openApp() {}
      func leaveApp() -> Bool { true }
      func killApp() -> Bool { false }
      func run(for span: TimeSpan) {}
    }
    let findings = ConformanceCheck.all.filter { !$0.violations(of: BrickedPhone()).isEmpty }
    #expect(findings.count >= ConformanceCheck.all.count - 1)
  }
}
