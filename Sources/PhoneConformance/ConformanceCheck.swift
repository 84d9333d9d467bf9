import PhoneAPI
import Timekeeping

/// A check of one rule that every implementation of PhoneAPI has to follow.
///
/// The suite does not depend on how a phone is implemented. It can check any `Phone` that can be
/// driven as a `PhoneUnderTest`, from any test framework.
///
///     for check in ConformanceCheck.all {
///       for violation in check.violations(of: MyPhone()) { report(check.name, violation) }
///     }
///
/// A service that reports itself as unavailable need not work, but calls to it must be harmless.
public struct ConformanceCheck: Sendable, CustomStringConvertible {
  /// The rule that the check verifies, as a sentence.
  public let name: String
  private let body: @Sendable (Trial) -> Void

  init(_ name: String, _ body: @escaping @Sendable (Trial) -> Void) {
    self.name = name
    self.body = body
  }

  public var description: String { name }

  /// Returns the violations of this rule by a new, unused phone; empty if the phone follows the
  /// rule.
  public func violations(of phone: any PhoneUnderTest) -> [String] {
    let trial = Trial(phone)
    body(trial)
    return trial.violations
  }

  public static let all: [ConformanceCheck] =
    clock + application + container + location + regions + network + tasks + notifications
    + motion + car + death
}

/// One check on one phone: the app, the callbacks that the app received, and the violations found.
final class Trial {
  let phone: any PhoneUnderTest
  private(set) var violations: [String] = []
  /// The callbacks of all processes, in the order in which they arrived.
  private(set) var received: [String] = []
  /// The app object of the newest process.
  fileprivate(set) var app: ProbeApp?
  /// The callback that is running now.
  private var running: String?

  init(_ phone: any PhoneUnderTest) { self.phone = phone }

  func expect(_ condition: Bool, _ violation: @autoclosure () -> String) {
    if !condition { violations.append(violation()) }
  }

  /// Installs the probe app. `launched` runs in the first callback of each process.
  func install(
    _ manifest: AppManifest = .conformance,
    launched: @escaping (ProbeApp, Launch) -> Void = { _, _ in }
  ) {
    phone.install(manifest) { [self] services in
      let app = ProbeApp(services, trial: self, launched: launched)
      self.app = app
      return app
    }
  }

  /// Installs the probe app, opens it and runs the phone for a second.
  func open(launched: @escaping (ProbeApp, Launch) -> Void = { _, _ in }) {
    install(launched: launched)
    phone.openApp()
    phone.run(for: .seconds(1 as Int64))
    expect(app != nil, "opening the app did not launch it")
  }

  /// Records a callback and runs `body`. Every callback of the app must call this function. It
  /// reports a violation if a callback arrives during another callback or during a call into the
  /// phone.
  func receive(_ name: String, _ body: () -> Void = {}) {
    if let running { violations.append("“\(name)” was called from inside “\(running)”") }
    let outer = running
    running = name
    received.append(name)
    body()
    running = outer
  }

  func count(_ name: String) -> Int { received.count { $0 == name } }
}

extension AppManifest {
  /// A manifest that declares everything that the suite uses.
  static let conformance = AppManifest(
    name: "conformance",
    backgroundModes: [
      .location, .fetch, .processing, .remoteNotification, .bluetoothCentral,
    ],
    permittedTaskIdentifiers: ["refresh", "other"] + (0..<11).map { "processing-\($0)" },
    usageDescriptions: Set(UsageDescription.allCases))
}
