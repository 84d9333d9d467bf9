import PhoneAPI
import Timekeeping

/// One contract of PhoneAPI, and how to hold a phone to it.
///
/// The suite knows nothing of how a phone is made: anything that implements `Phone` and can be driven as
/// a `PhoneUnderTest` can be held to it, from any test framework.
///
///     for check in ConformanceCheck.all {
///       for violation in check.violations(of: MyPhone()) { report(check.name, violation) }
///     }
///
/// A service that says it is unavailable is held to being harmless, not to working.
public struct ConformanceCheck: Sendable, CustomStringConvertible {
  /// The contract, as a sentence.
  public let name: String
  private let body: @Sendable (Trial) -> Void

  init(_ name: String, _ body: @escaping @Sendable (Trial) -> Void) {
    self.name = name
    self.body = body
  }

  public var description: String { name }

  /// What a phone fresh from the factory does against the contract; empty if it keeps it.
  public func violations(of phone: any PhoneUnderTest) -> [String] {
    let trial = Trial(phone)
    body(trial)
    return trial.violations
  }

  public static let all: [ConformanceCheck] =
    clock + application + container + location + regions + network + tasks + notifications
    + motion + death
}

/// One check on one phone: the app on it, what it heard, and what was wrong.
final class Trial {
  let phone: any PhoneUnderTest
  private(set) var violations: [String] = []
  /// Callbacks in their order, over all processes.
  private(set) var heard: [String] = []
  /// The newest process's app.
  fileprivate(set) var app: ProbeApp?
  /// The callback that is running now.
  private var running: String?

  init(_ phone: any PhoneUnderTest) { self.phone = phone }

  func expect(_ condition: Bool, _ violation: @autoclosure () -> String) {
    if !condition { violations.append(violation()) }
  }

  /// Installs the probe; `launched` runs in each process's first callback.
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

  /// Installs, opens, and lets a second pass.
  func open(launched: @escaping (ProbeApp, Launch) -> Void = { _, _ in }) {
    install(launched: launched)
    phone.openApp()
    phone.run(for: .seconds(1 as Int64))
    expect(app != nil, "opening the app did not launch it")
  }

  /// Every callback passes here: none may come while another runs (one main queue), nor from inside of
  /// a call into the phone.
  func hear(_ name: String, _ body: () -> Void = {}) {
    if let running { violations.append("“\(name)” was called from inside “\(running)”") }
    let outer = running
    running = name
    heard.append(name)
    body()
    running = outer
  }

  func count(_ name: String) -> Int { heard.count { $0 == name } }
}

extension AppManifest {
  /// Declares everything that the suite makes use of.
  static let conformance = AppManifest(
    name: "conformance",
    backgroundModes: [.location, .fetch, .processing, .remoteNotification],
    permittedTaskIdentifiers: ["refresh", "other"] + (0..<11).map { "processing-\($0)" },
    usageDescriptions: Set(UsageDescription.allCases))
}
