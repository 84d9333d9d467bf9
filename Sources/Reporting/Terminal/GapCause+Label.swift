import Evaluation
import Timekeeping

extension GapCause {
  /// The cause of the gap in words, at most 26 columns wide.
  var words: String {
    switch self {
    case .phoneNotWithPerson: "phone not with the person"
    case .phoneOff: "phone off"
    case .notPermitted: "not permitted"
    case .appDeadMemoryPressure: "app ended to free memory"
    case .appDeadForceQuit: "app force-quit"
    case .appDeadCrash: "app crashed"
    case .appDeadWatchdog: "app ended by the watchdog"
    case .appDeadProcessorLimit: "app ended: processor use"
    case .appDeadBackgroundTaskOverrun: "app ended: task too long"
    case .appDeadReboot: "app ended by a restart"
    case .appDeadSystemUpdate: "app ended by system update"
    case .appDeadInactivityRestart: "app ended: phone unused"
    case .appDeadPhoneOff: "app ended with the phone"
    case .appDeadAppUpdate: "app replaced by update"
    case .nothingAsked: "no location requested"
    case .pausedAutomatically: "paused automatically"
    case .suspended: "app suspended"
    case .stalled: "stalled until app opened"
    case .belowServiceResolution: "below service's resolution"
    case .acquiring: "acquiring satellites"
    case .noSignal: "no signal"
    case .heldByOperatingSystem: "held back by the system"
    case .heldByEngine: "held back by the app"
    case .recordedTooInaccurate: "recorded too inaccurately"
    case .stale: "last record out of date"
    case .notYetSent: "not yet sent"
    case .lost: "lost"
    case .unexplained: "unexplained"
    }
  }
}

/// Returns the words for a component of the phone, at most 19 columns wide. `name` is the
/// component's name in the energy figures of a report.
func componentWords(_ name: String) -> String {
  switch name {
  case "base": "rest of the phone"
  case "gnss": "satellite receiver"
  case "networkPositioning": "network positioning"
  case "wifi": "Wi-Fi"
  case "motion": "motion sensing"
  default: name
  }
}

/// Returns the words for the reason why the app's process ended, such as "force quit". `name` is
/// the name of this reason in the report.
func deathWords(_ name: String) -> String {
  name.reduce(into: "") { words, letter in
    words += letter.isUppercase ? " " + letter.lowercased() : String(letter)
  }
}

/// Returns an instant in local time with its time zone, such as "2026-03-09 04:00
/// (America/Los_Angeles)".
func localTime(_ iso8601: String, zone: String) -> String {
  guard let instant = Instant(iso8601: iso8601), let calendar = LocalCalendar(identifier: zone)
  else { return iso8601 }
  let (date, time) = calendar.fields(of: instant)
  return "\(date) \(time) (\(zone))"
}
