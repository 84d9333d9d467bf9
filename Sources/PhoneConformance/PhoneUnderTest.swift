import PhoneAPI
import Timekeeping

/// A phone that the suite can check, with the actions that an app cannot perform itself.
///
/// Each implementation of a phone needs an adapter that conforms to this protocol. The adapter of a
/// simulated phone advances simulated time. The adapter of a phone on the wall clock waits.
public protocol PhoneUnderTest: AnyObject {
  /// Puts an app on the phone, and grants every permission for which the manifest has a usage
  /// description. The suite calls it once, before anything else; the app does not run yet.
  func install(_ manifest: AppManifest, makeApp: @escaping (any Phone) -> any App)

  /// Brings the app to the foreground, and launches the app if it does not run.
  func openApp()
  /// Switches to another app. Returns false if the phone keeps the app in the foreground all the
  /// time.
  func leaveApp() -> Bool
  /// Ends the app's process between two callbacks, as the system does. Returns false if the phone
  /// cannot do so.
  func killApp() -> Bool

  /// Runs the phone for a time span, and delivers the callbacks that are due in that span.
  func run(for span: TimeSpan)
}
