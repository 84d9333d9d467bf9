import Timekeeping

/// An app that a phone can launch. The object represents one process of the app.
///
/// At every launch the phone creates a new object and gives it the services of that process. The
/// phone calls one callback at a time, as on an app's main queue. When the process ends, the phone
/// releases the object and never calls it again; calls that the object still makes have no effect.
/// Store in `Phone.container` what the next process needs.
public protocol App: AnyObject {
  /// The first callback of every launch. A location manager that the app creates here receives the
  /// event that launched the app.
  func applicationDidFinishLaunching(_ launch: Launch)

  func applicationWillEnterForeground()
  func applicationDidBecomeActive()
  func applicationWillResignActive()

  /// The app entered the background. The app has about five seconds to finish (LIFE-1). A
  /// background task gives it more time.
  func applicationDidEnterBackground()

  /// The system ends the app while the app is running. The app has about five seconds to finish.
  ///
  /// The phone does not call this method if the app is suspended, or if the system ends the app to
  /// free memory (LIFE-14).
  func applicationWillTerminate()

  /// A silent push arrived. Call `completion` within 30 s (NET-1).
  func applicationDidReceiveRemoteNotification(
    _ payload: [String: String], completion: @escaping () -> Void)

  /// Background transfers ended while the app was not running (NET-5).
  func applicationHandleEventsForBackgroundTransfers(
    identifier: String, completion: @escaping () -> Void)

  /// The user performed an action in the app, such as "send now". The app defines the action's
  /// meaning.
  func perform(_ action: UserAction)
}

extension App {
  public func applicationWillEnterForeground() {}
  public func applicationDidBecomeActive() {}
  public func applicationWillResignActive() {}
  public func applicationDidEnterBackground() {}
  public func applicationWillTerminate() {}
  public func applicationDidReceiveRemoteNotification(
    _ payload: [String: String], completion: @escaping () -> Void
  ) { completion() }
  public func applicationHandleEventsForBackgroundTransfers(
    identifier: String, completion: @escaping () -> Void
  ) { completion() }
  public func perform(_ action: UserAction) {}
}

/// A user action in the app's own interface, such as a tap or a form: its name and the values that
/// the user entered.
public struct UserAction: Sendable, Hashable {
  public var name: String
  public var parameters: [String: String]

  public init(_ name: String, parameters: [String: String] = [:]) {
    self.name = name
    self.parameters = parameters
  }
}

/// The app's declarations, as in Info.plist. The phone refuses requests that the app did not
/// declare.
public struct AppManifest: Sendable, Hashable {
  public var name: String
  public var backgroundModes: Set<BackgroundMode>
  /// The task identifiers that `BackgroundTaskScheduler.register` and `submit` accept.
  public var permittedTaskIdentifiers: [String]
  public var usageDescriptions: Set<UsageDescription>
  /// True if the app holds service sessions itself. The authorization Always then takes effect only
  /// while the app holds such a session (BG-10).
  public var requiresExplicitServiceSession: Bool
  /// The app's memory while it is suspended. The system ends apps with more memory first (LIFE-3).
  public var suspendedFootprintMegabytes: Double

  public init(
    name: String, backgroundModes: Set<BackgroundMode> = [],
    permittedTaskIdentifiers: [String] = [], usageDescriptions: Set<UsageDescription> = [],
    requiresExplicitServiceSession: Bool = false, suspendedFootprintMegabytes: Double = 50
  ) {
    self.name = name
    self.backgroundModes = backgroundModes
    self.permittedTaskIdentifiers = permittedTaskIdentifiers
    self.usageDescriptions = usageDescriptions
    self.requiresExplicitServiceSession = requiresExplicitServiceSession
    self.suspendedFootprintMegabytes = suspendedFootprintMegabytes
  }
}

/// The background modes that an app may declare, named as in `UIBackgroundModes`.
public enum BackgroundMode: String, Sendable, Hashable, CaseIterable, Codable {
  case location, fetch, processing
  case remoteNotification = "remote-notification"
  case voip
  case bluetoothCentral = "bluetooth-central"
}

/// The permissions whose purpose an app has to explain before the phone asks the user for them.
public enum UsageDescription: String, Sendable, Hashable, CaseIterable {
  case locationWhenInUse, locationAlwaysAndWhenInUse, motion, temporaryFullAccuracy
  case bluetoothAlways
}

/// The launch of a process: the reason, and whether the app was launched in the background.
public struct Launch: Sendable, Hashable {
  public var reason: LaunchReason
  /// True unless the user launched the app by opening it.
  public var isInBackground: Bool

  public init(reason: LaunchReason, isInBackground: Bool) {
    self.reason = reason
    self.isInBackground = isInBackground
  }
}

/// The reason why the phone started the process.
///
/// Newer iOS versions report the reason to apps less often (BG-11) and report `unknown` instead. Do
/// not base an app's logic on the reason.
public enum LaunchReason: String, Sendable, Hashable, CaseIterable, Codable {
  case userOpened, significantChange, visit, region, condition, liveUpdates
  case backgroundTask, silentPush, voipPush, backgroundTransfer, notificationTapped, prewarm
  case bluetooth
  case unknown
}
