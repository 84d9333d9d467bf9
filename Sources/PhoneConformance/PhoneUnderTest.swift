import PhoneAPI
import Timekeeping

/// A phone that the suite can check: the actions that an app cannot do itself.
///
/// Each implementation of a phone needs one. A simulated phone advances its own time. A phone on
/// the wall clock waits, and one that uses gpsd plays its receiver from a log.
public protocol PhoneUnderTest: AnyObject {
  /// Puts an app on the phone and grants every permission that the manifest has a usage description
  /// for. Called once, before anything else; the app does not run yet.
  func install(_ manifest: AppManifest, makeApp: @escaping (any Phone) -> any App)

  /// Brings the app to the foreground, and launches it if it does not run.
  func openApp()
  /// Switches to another app. Returns false if an app is always in the foreground.
  func leaveApp() -> Bool
  /// Ends the app's process between two callbacks, as the system does. Returns false if not
  /// possible.
  func killApp() -> Bool

  /// Runs the phone for a time span, and delivers the callbacks that become due.
  func run(for span: TimeSpan)
}
