/// The reason why the operating system or the user ended the app's process.
public enum AppDeathCause: String, Sendable, Hashable, CaseIterable, Codable {
  case memoryPressure, forceQuit, crash, watchdog, processorLimit, backgroundTaskOverrun
  case reboot, systemUpdate, inactivityRestart, phoneOff, appUpdate
}
