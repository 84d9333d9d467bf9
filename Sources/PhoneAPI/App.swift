import Timekeeping

/// Something that a phone can launch: the principal object of one process.
///
/// The phone makes a new one at every launch, hands it the services of that process, and calls it one
/// callback at a time, as on an app's main queue. When the process ends the object is let go; whatever
/// it still calls does nothing, and it is never called again. What has to outlive it goes through
/// `Phone.container`.
public protocol App: AnyObject {
  /// First callback of every launch; managers made here receive what woke the app.
  func applicationDidFinishLaunching(_ launch: Launch)

  func applicationWillEnterForeground()
  func applicationDidBecomeActive()
  func applicationWillResignActive()

  /// About five seconds to finish (LIFE-1); a background task asks for more.
  func applicationDidEnterBackground()

  /// Only an app that is running when it is ended hears this, and has about five seconds; a suspended
  /// one never does, nor one whose memory is reclaimed (LIFE-14).
  func applicationWillTerminate()

  /// A silent push; call `completion` within 30 s (NET-1).
  func applicationDidReceiveRemoteNotification(
    _ payload: [String: String], completion: @escaping () -> Void)

  /// Background transfers that ended while the app was not running (NET-5).
  func applicationHandleEventsForBackgroundTransfers(
    identifier: String, completion: @escaping () -> Void)

  /// The person does something in the app, such as "send now"; the meaning is the app's own.
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

/// A tap or a form in the app's own interface, by name, with what was entered.
public struct UserAction: Sendable, Hashable {
  public var name: String
  public var parameters: [String: String]

  public init(_ name: String, parameters: [String: String] = [:]) {
    self.name = name
    self.parameters = parameters
  }
}

/// What the app declares ahead, as in Info.plist; the phone refuses what was not declared.
public struct AppManifest: Sendable, Hashable {
  public var name: String
  public var backgroundModes: Set<BackgroundMode>
  /// Identifiers that `BackgroundTaskScheduler.register` and `submit` accept.
  public var permittedTaskIdentifiers: [String]
  public var usageDescriptions: Set<UsageDescription>
  /// The app holds service sessions itself, and has Always only while it does (BG-10).
  public var requiresExplicitServiceSession: Bool
  /// Memory while suspended; larger apps are killed first (LIFE-3).
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

/// Values of `UIBackgroundModes`.
public enum BackgroundMode: String, Sendable, Hashable, CaseIterable, Codable {
  case location, fetch, processing
  case remoteNotification = "remote-notification"
  case voip
}

/// The purposes that an app has to state before the phone will ask the person.
public enum UsageDescription: String, Sendable, Hashable, CaseIterable {
  case locationWhenInUse, locationAlwaysAndWhenInUse, motion, temporaryFullAccuracy
}

/// How a process came to be.
public struct Launch: Sendable, Hashable {
  public var reason: LaunchReason
  /// True unless the person opened the app.
  public var isInBackground: Bool

  public init(reason: LaunchReason, isInBackground: Bool) {
    self.reason = reason
    self.isInBackground = isInBackground
  }
}

/// Why the phone started the process. Real apps are told less and less of it (BG-11), and then it is
/// `unknown`: do not key logic on it.
public enum LaunchReason: String, Sendable, Hashable, CaseIterable, Codable {
  case userOpened, significantChange, visit, region, condition, liveUpdates
  case backgroundTask, silentPush, voipPush, backgroundTransfer, notificationTapped, prewarm
  case unknown
}
