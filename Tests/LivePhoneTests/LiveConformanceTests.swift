import Foundation
import Geodesy
import LiveTestSupport
import MotionSensing
import PhoneAPI
import PhoneConformance
import Testing
import Timekeeping

@testable import LivePhone

/// The live phone under the conformance suite: on a machine with every device that can be imitated,
/// in a time that passes at once. Its app is always in the foreground.
final class LivePhoneUnderTest: PhoneUnderTest {
  private let folder = TemporaryFolder()
  private let tree = MachineTree(
    MachineTree.battery(["capacity": "50", "status": "Discharging"])
      + MachineTree.accelerometer())
  private let time = HurriedTime()
  private let hasReceiver: Bool
  private var manifest: AppManifest?
  private var makeApp: ((any Phone) -> any App)?
  private var process: (phone: LivePhone, app: any App)?

  init(hasReceiver: Bool) { self.hasReceiver = hasReceiver }

  func install(_ manifest: AppManifest, makeApp: @escaping (any Phone) -> any App) {
    self.manifest = manifest
    self.makeApp = makeApp
  }

  func openApp() {
    guard process == nil, let makeApp else { return }
    do {
      let phone = try LivePhone(
        folder: folder.path, calendar: .utc, location: hasReceiver ? WalkingReceiver() : nil,
        manifest: manifest, motion: .industrialIO, notifier: WitnessedNotifier(),
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

extension LivePhone {
  /// The services of PhoneAPI that this phone lacks, although its machine has every device.
  fileprivate var absentServices: [String] {
    let services: [(String, ServiceAvailability)] = [
      ("notifications", notifications.availability), ("push", push.availability),
      ("altimeter", altimeter.availability), ("geocoder", geocoder.availability),
      ("motion", motionActivity.availability),
      ("visits", makeLocationManager().visitMonitoringAvailability),
      (
        "significant changes", makeLocationManager().significantLocationChangeMonitoringAvailability
      ),
      ("headings", makeLocationManager().headingAvailability),
    ]
    return services.filter { !$0.1.isAvailable }.map(\.0)
  }
}

/// A receiver with a fix every five seconds of the machine's time, on the way north.
private final class WalkingReceiver: LiveLocationSource {
  let device: String? = nil
  private var count = 0.0

  func start(on loop: LiveLoop, onEvent: @escaping (GPSDEvent) -> Void) {
    _ = loop.schedule(after: .seconds(5 as Int64), repeats: true) { [self] in
      count += 1
      onEvent(
        .position(
          PositionReport(
            device: "/dev/ttyUSB0", mode: .threeDimensional, time: loop.time.wallClock,
            coordinate: Coordinate(latitude: 45 + count * 6e-5, longitude: 8),
            altitudeMeters: 100, speedMetersPerSecond: 1.3, courseDegrees: 0,
            horizontalAccuracyMeters: 4, verticalAccuracyMeters: 6)))
    }
  }

  func end() {}
}

@Suite("The live phone keeps PhoneAPI's contracts")
struct LiveConformanceTests {
  @Test("It conforms, with a receiver and without", arguments: ConformanceCheck.all, [false, true])
  func conforms(check: ConformanceCheck, hasReceiver: Bool) async throws {
    let violations = try await onOwnThread {
      check.violations(of: LivePhoneUnderTest(hasReceiver: hasReceiver))
    }
    #expect(violations.isEmpty, "\(check.name): \(violations)")
  }

  @Test("It has the services that the checks are to run on, and accepts background tasks")
  func hasServices() async throws {
    try await onOwnThread {
      let subject = LivePhoneUnderTest(hasReceiver: true)
      var absent: [String] = []
      var isSubmitted = false
      subject.install(
        AppManifest(
          name: "app", backgroundModes: [.processing], permittedTaskIdentifiers: ["work"])
      ) { services in
        absent = (services as? LivePhone)?.absentServices ?? ["everything"]
        isSubmitted =
          (try? services.backgroundTasks.submit(
            BackgroundTaskRequest(identifier: "work", kind: .processing))) != nil
        return IdleApp()
      }
      subject.openApp()
      #expect(absent == ["push", "altimeter", "geocoder", "headings"])
      #expect(isSubmitted)
    }
  }
}

private final class IdleApp: App {
  func applicationDidFinishLaunching(_ launch: Launch) {}
}
