import Evaluation
import SimulatedPhone
import Simulation
import Timekeeping
import World

/// The status of the simulated phone in the loop, as displays show it.
struct LoopedStatus: Sendable, Equatable {
  var phone: String
  /// The folder of the walk.
  var folder: String
  /// The figures so far; nil before the first position is settled.
  var figures: GrowingRun.Figures?
  /// The time of the receiver's newest position; nil before the first.
  var newestPosition: Instant?
  /// True if the machine's accelerometer gave modes of motion.
  var usesAccelerometer = false
  /// The number of positions that the live tracker has recorded.
  var unhinderedCount = 0
  /// A problem, or the reason why the phone no longer runs; nil if it runs.
  var trouble: String?

  /// The rows of the status.
  ///
  /// - Parameter clock: Returns a time in the display's time zone.
  func rows(_ clock: (Instant) -> String) -> [StatusRow] {
    guard let figures else {
      return [
        StatusRow(label: "Simulated", text: "\(phone): \(trouble ?? "waits for positions")")
      ]
    }
    let texts = [
      "\(phone): \(Self.appWords(figures.status)), at \(clock(figures.time))",
      "location hardware: \(figures.status.positioning.words); app asks for "
        + figures.status.requests.words,
      wakeWords(figures, clock),
      "\(figures.recordCount) records of \(figures.deliveredFixes) fixes, unhindered "
        + "\(unhinderedCount); \(Self.coverageWords(figures))",
      Self.batteryWords(figures),
      "motion from \(motionWords)",
      trouble ?? "",
    ].filter { !$0.isEmpty }
    return texts.enumerated().map { index, text in
      StatusRow(
        label: index == 0 ? "Simulated" : "", text: text, tone: text == trouble ? .bad : .plain)
    }
  }

  /// The state in words that cause a new line when they change.
  var stateWords: String {
    guard let figures else { return trouble ?? "" }
    return Self.appWords(figures.status) + (trouble ?? "")
  }

  /// The status in a few words, for a line.
  var lineWords: String {
    guard let figures else { return "simulated phone \(trouble ?? "waits for positions")" }
    return "simulated phone \(Self.appWords(figures.status)), \(Self.summary(of: figures))"
      + (trouble.map { ", \($0)" } ?? "")
  }

  /// The figures in a few words.
  static func summary(of figures: GrowingRun.Figures) -> String {
    "\(figures.recordCount) records, \(coverageWords(figures)), \(batteryWords(figures))"
  }

  private static func coverageWords(_ figures: GrowingRun.Figures) -> String {
    let share = figures.positionCoverage.map { "\((100 * $0).rounded(toDigits: 0)) %" } ?? "none"
    return "place known \(share) of the time"
  }

  private static func batteryWords(_ figures: GrowingRun.Figures) -> String {
    "battery \(figures.status.batteryPercent) %: used \(figures.usedPercent.rounded(toDigits: 2)) "
      + "points, \(figures.marginalPercent.rounded(toDigits: 2)) of them by the tracker"
  }

  private func wakeWords(_ figures: GrowingRun.Figures, _ clock: (Instant) -> String) -> String {
    guard let last = figures.lastWakeUp else { return "never woken in the background" }
    return "woken \(figures.wakeUpCount) times, last at \(clock(last.time)) for "
      + last.reason.words + (last.isLaunch ? " (launched)" : "")
  }

  private var motionWords: String {
    usesAccelerometer
      ? "this machine's accelerometer while moving; rest from positions"
      : "the speed of the positions (this machine's accelerometer shows none)"
  }

  private static func appWords(_ status: PhoneStatus) -> String {
    guard status.isOn else { return "phone off" }
    return switch status.app {
    case .notInstalled, .notRunningYet: "app not started"
    case .foreground: "app in the foreground"
    case .background: "app runs in the background"
    case .suspended: status.isStalled ? "app suspended and stalled" : "app suspended"
    case .dead(let cause, let mayBeWoken):
      "app ended by \(cause.words), " + (mayBeWoken ? "iOS may launch it" : "stays ended")
    }
  }
}

extension PhoneStatus.Positioning {
  fileprivate var words: String {
    switch self {
    case .off: "off"
    case .acquiring: "satellites, no fix yet"
    case .tracking: "satellites"
    case .network: "Wi-Fi and cells"
    case .resting: "resting"
    case .noSignal: "no signal"
    }
  }
}

extension TrackingPhase.Requests {
  fileprivate var words: String {
    let names: [(TrackingPhase.Requests, String)] = [
      (.standardUpdates, "standard updates"), (.significantChanges, "significant changes"),
      (.visits, "visits"), (.regions, "regions"), (.backgroundTask, "a background task"),
      (.oneShot, "one fix"),
    ]
    let asked = names.filter { contains($0.0) }.map(\.1)
    return asked.isEmpty ? "nothing" : asked.joined(separator: ", ")
  }
}

extension AppDeath {
  fileprivate var words: String {
    switch self {
    case .memoryPressure: "memory pressure"
    case .forceQuit: "a force quit"
    case .crash: "a crash"
    case .watchdog: "the watchdog"
    case .processorLimit: "the processor limit"
    case .backgroundTaskOverrun: "a background task's overrun"
    case .reboot: "a restart"
    case .systemUpdate: "a system update"
    case .inactivityRestart: "a restart after inactivity"
    case .phoneOff: "the phone's shut-off"
    case .appUpdate: "an update of the app"
    }
  }
}
