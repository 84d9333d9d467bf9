import Evaluation

extension GapCause {
  /// A sentence for the reference that says what happened when a gap has this cause.
  var meaning: String {
    switch self {
    case .phoneNotWithPerson:
      "the phone was left behind, or is more than 30 m away; no tracker can help"
    case .phoneOff: "the battery was empty, or the phone was switched off"
    case .notPermitted: "permission for location was missing, or held only while the app is open"
    case .appDeadMemoryPressure:
      "the system took the memory of the suspended app, and no event woke it"
    case .appDeadForceQuit: "the user force-quit it"
    case .appDeadCrash: "it crashed"
    case .appDeadWatchdog: "the system killed it for not answering in time"
    case .appDeadProcessorLimit: "the system killed it for computing too much in the background"
    case .appDeadBackgroundTaskOverrun: "it did not end its background task in time"
    case .appDeadReboot: "the phone was restarted"
    case .appDeadSystemUpdate: "the phone was restarted for an update"
    case .appDeadInactivityRestart: "the phone restarted by itself after days without use"
    case .appDeadPhoneOff: "the phone had been off and is on again; the app is not running"
    case .appDeadAppUpdate: "the app was replaced by a new version and not opened since"
    case .nothingAsked:
      "the app is not installed, was not opened yet, or requests no location service"
    case .pausedAutomatically:
      "the system paused updates for lack of movement, and the app did not start them again"
    case .suspended: "the app requested updates, but is suspended"
    case .stalled:
      "the app waits for reports of moves, and the system sends none until it is opened"
    case .belowServiceResolution:
      "it requested only services that report large moves, visits or borders, and this move "
        + "was smaller, or is reported later"
    case .acquiring: "the satellite receiver is still searching"
    case .noSignal: "neither satellites nor network give a position"
    case .heldByOperatingSystem:
      "there was a position, and the distance filter or the system's thinning held it back"
    case .heldByEngine: "the app received a position and dropped it, or waits for its own interval"
    case .recordedTooInaccurate: "the newest record was more than 100 m off when it was new"
    case .stale: "the newest record was right, and the user has moved on since"
    case .notYetSent:
      "only for the server's records: the record that covers the moment waits on the phone"
    case .lost: "only for the server's records: that record will never be sent"
    case .unexplained:
      "none of these; 0 for every preset, otherwise a defect of the simulation, or an app "
        + "of your own that does not report what it dropped"
    }
  }
}

extension ReferenceTable {
  /// The reference of all causes of gaps, in the order in which the simulator tests for them.
  package static let gapCauses = ReferenceTable(
    noun: "gap cause",
    groups: [
      Group(
        title: "Gap causes",
        entries: GapCause.allCases.map { cause in
          ReferenceEntry(name: cause.name, meaning: cause.meaning)
            .with("label", "in tables", cause.words)
        })
    ])
}
