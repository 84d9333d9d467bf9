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
