import Foundation
import MotionSensing
import PhoneAPI
import PhoneConformance
import Testing
import Timekeeping

@testable import LivePhone

/// The live phone, as the conformance suite drives it: on a machine with everything that can be made up, in
/// a time that nobody has to wait for. Its app is always in front.
final class LivePhoneUnderTest: PhoneUnderTest {
  private let folder = TemporaryFolder()
  private let tree = MachineTree(
    MachineTree.battery(["capacity": "50", "status": "Discharging"])
      + MachineTree.accelerometer())
  private let time = HurriedTime()
  private var makeApp: ((any Phone) -> any App)?
  private var process: (phone: LivePhone, app: any App)?

  func install(_ manifest: AppManifest, makeApp: @escaping (any Phone) -> any App) {
    self.makeApp = makeApp
  }

  func openApp() {
    guard process == nil, let makeApp else { return }
    do {
      let phone = try LivePhone(
        folder: folder.path, calendar: .utc, motion: .industrialIO,
        machine: Machine(root: tree.root, time: time))
      let app = makeApp(phone)
      process = (phone, app)
      app.applicationDidFinishLaunching(Launch(reason: .userOpened, isInBackground: false))
      app.applicationDidBecomeActive()
    } catch { Issue.record("\(error)") }
  }

  func leaveApp() -> Bool { false }

  func killApp() -> Bool {
    process?.phone.end()
    process = nil
    return true
  }

  func run(for span: TimeSpan) {
    guard let process else { return time.pass(span) }
    process.phone.loop.run(for: span)
  }
}

@Suite("The live phone keeps PhoneAPI's contracts")
struct LiveConformanceTests {
  @Test("It conforms", arguments: ConformanceCheck.all)
  func conforms(check: ConformanceCheck) async throws {
    let violations = try await onOwnThread { check.violations(of: LivePhoneUnderTest()) }
    #expect(violations.isEmpty, "\(check.name): \(violations)")
  }
}
