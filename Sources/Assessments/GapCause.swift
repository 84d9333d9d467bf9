/// The cause of an uncovered moment. Causes are checked in the order of the cases, and the first
/// one that applies counts.
public enum GapCause: Int, Sendable, Hashable, CaseIterable {
  case phoneNotWithPerson
  case phoneOff
  case notPermitted
  case appDeadMemoryPressure
  case appDeadForceQuit
  case appDeadCrash
  case appDeadWatchdog
  case appDeadProcessorLimit
  case appDeadBackgroundTaskOverrun
  case appDeadReboot
  case appDeadSystemUpdate
  case appDeadInactivityRestart
  case appDeadPhoneOff
  case appDeadAppUpdate
  /// The app is not on the phone, was never opened, or uses no location service.
  case nothingAsked
  case pausedAutomatically
  /// The app asked for standard updates, but is suspended and cannot receive them.
  case suspended
  /// The app waits for reports of movement, but the system delivers none until the app is opened.
  case stalled
  /// The app only uses services that report large moves, visits or region borders.
  case belowServiceResolution
  /// The receiver is searching, or has not yet delivered the fix that the app asked for.
  case acquiring
  case noSignal
  case heldByOperatingSystem
  case heldByEngine
  /// The newest record was too far from the true place already at the record's own timestamp. The
  /// limit is `EvaluationOptions.coverageRadiusMeters`.
  case recordedTooInaccurate
  /// The newest record was accurate when it was made, and the person has moved away since.
  case stale
  /// Only in `received`: the record that covers the moment is still on the phone.
  case notYetSent
  /// Only in `received`: the record that covers the moment is lost and will never be sent.
  case lost
  /// No other cause applies. This shows a defect of the simulation or of this list.
  case unexplained

  /// The cause's name in reports, such as "stale" or "appDead.forceQuit".
  public var name: String { Self.names[rawValue] }

  /// The names in the order of the causes. To name a case takes the runtime thousands of
  /// instructions.
  private static let names: [String] = {
    let deaths = Dictionary(
      uniqueKeysWithValues: AppDeathCause.allCases.map { (GapCause(death: $0), $0.rawValue) })
    return allCases.map { cause in deaths[cause].map { "appDead." + $0 } ?? "\(cause)" }
  }()

  package init(death: AppDeathCause) {
    switch death {
    case .memoryPressure: self = .appDeadMemoryPressure
    case .forceQuit: self = .appDeadForceQuit
    case .crash: self = .appDeadCrash
    case .watchdog: self = .appDeadWatchdog
    case .processorLimit: self = .appDeadProcessorLimit
    case .backgroundTaskOverrun: self = .appDeadBackgroundTaskOverrun
    case .reboot: self = .appDeadReboot
    case .systemUpdate: self = .appDeadSystemUpdate
    case .inactivityRestart: self = .appDeadInactivityRestart
    case .phoneOff: self = .appDeadPhoneOff
    case .appUpdate: self = .appDeadAppUpdate
    }
  }
}

extension GapCause: Codable {
  public init(from decoder: any Decoder) throws {
    let name = try decoder.singleValueContainer().decode(String.self)
    guard let cause = GapCause.allCases.first(where: { $0.name == name }) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no gap cause \(name)"))
    }
    self = cause
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
