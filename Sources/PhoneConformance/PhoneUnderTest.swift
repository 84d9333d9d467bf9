import PhoneAPI
import Timekeeping

/// A phone that can be put through the suite: what is not an app's to do.
///
/// Written once for each implementation. A simulated phone lets its own time pass; a phone on the wall
/// clock waits, and one behind gpsd has its receiver played from a log.
public protocol PhoneUnderTest: AnyObject {
  /// Puts an app on the phone, with every permission granted that the manifest states a use for.
  /// Called once, before anything else; nothing of the app runs yet.
  func install(_ manifest: AppManifest, makeApp: @escaping (any Phone) -> any App)

  /// Brings the app to the foreground, launching it if it does not run.
  func openApp()
  /// Leaves it for another; false where an app is always in front.
  func leaveApp() -> Bool
  /// Ends its process as the system would, between two callbacks; false where that cannot be done.
  func killApp() -> Bool

  /// Lets so much of the phone's time pass, and delivers what comes due.
  func run(for span: TimeSpan)
}
