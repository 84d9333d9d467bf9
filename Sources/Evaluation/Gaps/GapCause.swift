import World

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
  private static let names = allCases.map { cause in
    let death = TrackingPhase.DeathCause.allCases.first { GapCause(death: $0) == cause }
    return death.map { "appDead.\($0.rawValue)" } ?? "\(cause)"
  }

  init(death: TrackingPhase.DeathCause) {
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

/// The quality of the newest record at an uncovered moment.
enum NewestRecord {
  case none, tooInaccurate, accurateWhenNew
}

extension GapCause {
  /// Returns the first cause that applies at a moment that no recorded position covers.
  static func cause(
    isPhoneWithPerson: Bool, phase: TrackingPhase, newest: NewestRecord
  ) -> GapCause {
    guard isPhoneWithPerson else { return .phoneNotWithPerson }
    guard phase.isPhoneOn else { return .phoneOff }
    guard phase.isPermitted else { return .notPermitted }
    return ofApp(phase) ?? ofReceiver(phase) ?? ofRecord(newest, phase)
  }

  private static func ofApp(_ phase: TrackingPhase) -> GapCause? {
    let asksForUpdates = phase.requests.contains(.standardUpdates)
    if case .notRunningYet = phase.app { return .nothingAsked }
    if phase.isStalled, !phase.app.isRunning { return .stalled }
    if case .dead(let death, let mayBeWoken) = phase.app, !mayBeWoken || asksForUpdates {
      return GapCause(death: death)
    }
    if phase.requests.isEmpty { return .nothingAsked }
    if phase.isPaused { return .pausedAutomatically }
    if asksForUpdates, phase.app == .suspended { return .suspended }
    return phase.requests.isDisjoint(with: [.standardUpdates, .oneShot])
      ? .belowServiceResolution : nil
  }

  private static func ofReceiver(_ phase: TrackingPhase) -> GapCause? {
    switch (phase.receiver, phase.holding) {
    case (.acquiring, _): .acquiring
    case (.noSignal, _): .noSignal
    case (_, .operatingSystem): .heldByOperatingSystem
    case (_, .engine): .heldByEngine
    case (_, .nothing): nil
    }
  }

  /// Returns the cause that follows from the newest record. If there is a one-shot request but no
  /// record yet, the cause is `acquiring`, since the system holds back the first fix while a better
  /// one may come.
  private static func ofRecord(_ newest: NewestRecord, _ phase: TrackingPhase) -> GapCause {
    switch newest {
    case .none: phase.requests.contains(.oneShot) ? .acquiring : .unexplained
    case .tooInaccurate: .recordedTooInaccurate
    case .accurateWhenNew: .stale
    }
  }
}

extension TrackingPhase.AppLife {
  fileprivate var isRunning: Bool { self == .background || self == .foreground }
}

extension TrackingPhase {
  /// True if the app could detect a move now. False if the phone is off, or if the app is stalled,
  /// not running yet, or dead and will not be woken.
  var mayLearnOfMoves: Bool {
    guard isPhoneOn, !isStalled || app.isRunning else { return false }
    switch app {
    case .notRunningYet: return false
    case .dead(_, let mayBeWoken): return mayBeWoken
    case .suspended, .background, .foreground: return true
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
