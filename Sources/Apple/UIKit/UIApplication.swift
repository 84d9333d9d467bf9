import AppleProcess
@_exported import Foundation
import PhoneAPI
import Timekeeping

/// A request for more run time in the background.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

public enum UIBackgroundRefreshStatus: Int, Sendable { case restricted, denied, available }

public enum UIBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }

@preconcurrency @MainActor open class UIResponder: NSObject {
  public nonisolated override init() { super.init() }
}

/// The app's process as the system sees it.
@preconcurrency @MainActor open class UIApplication: UIResponder {
  public enum State: Int, Sendable { case active, inactive, background }

  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A location event launched the app (SLC-5).
    public static let location = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsLocationKey")
    public static let remoteNotification = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
  }

  /// A detail of an address that the app has to open. The simulated phone gives none.
  public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  open class var shared: UIApplication { CurrentPhone.single(UIApplication.init) }

  open var delegate: (any UIApplicationDelegate)?
  private var tasks: [Int: BackgroundTaskToken] = [:]
  private var taskCount = 0

  private var application: any Application { CurrentPhone.phone.application }

  open var applicationState: State {
    switch application.state {
    case .active: .active
    case .inactive: .inactive
    case .background: .background
    }
  }
  open var backgroundTimeRemaining: TimeInterval {
    let seconds = application.backgroundTimeRemainingSeconds
    return seconds.isFinite ? seconds : .greatestFiniteMagnitude
  }
  open var backgroundRefreshStatus: UIBackgroundRefreshStatus {
    switch application.backgroundRefreshStatus {
    case .available: .available
    case .denied: .denied
    case .restricted: .restricted
    }
  }
  open var isIdleTimerDisabled: Bool {
    get { application.isIdleTimerDisabled }
    set { application.isIdleTimerDisabled = newValue }
  }
  open var isProtectedDataAvailable: Bool { application.isProtectedDataAvailable }

  open func beginBackgroundTask(
    withName name: String? = nil, expirationHandler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    let token = application.beginBackgroundTask(named: name ?? "") {
      MainActor.assumeIsolated { expirationHandler?() }
    }
    guard let token else { return .invalid }
    taskCount += 1
    tasks[taskCount] = token
    return UIBackgroundTaskIdentifier(rawValue: taskCount)
  }

  open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    guard let token = tasks.removeValue(forKey: identifier.rawValue) else { return }
    application.endBackgroundTask(token)
  }

  open func registerForRemoteNotifications() {
    CurrentPhone.phone.push.registerForRemoteNotifications { token in
      MainActor.assumeIsolated {
        let app = UIApplication.shared
        app.delegate?.application(
          app, didRegisterForRemoteNotificationsWithDeviceToken: Data(token.utf8))
      }
    }
  }
}

extension UIApplication {
  public nonisolated static let didBecomeActiveNotification = Notification.Name(
    "UIApplicationDidBecomeActiveNotification")
  public nonisolated static let willResignActiveNotification = Notification.Name(
    "UIApplicationWillResignActiveNotification")
  public nonisolated static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  public nonisolated static let willEnterForegroundNotification = Notification.Name(
    "UIApplicationWillEnterForegroundNotification")
  public nonisolated static let willTerminateNotification = Notification.Name(
    "UIApplicationWillTerminateNotification")
  public nonisolated static let backgroundRefreshStatusDidChangeNotification = Notification.Name(
    "UIApplicationBackgroundRefreshStatusDidChangeNotification")
  public nonisolated static let didFinishLaunchingNotification = Notification.Name(
    "UIApplicationDidFinishLaunchingNotification")
}

/// The callbacks of the app's life. All of them are optional.
@preconcurrency @MainActor public protocol UIApplicationDelegate: AnyObject {
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func applicationDidBecomeActive(_ application: UIApplication)
  func applicationWillResignActive(_ application: UIApplication)
  func applicationDidEnterBackground(_ application: UIApplication)
  func applicationWillEnterForeground(_ application: UIApplication)
  func applicationWillTerminate(_ application: UIApplication)
  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void)
  /// The user opened an address that the app handles.
  ///
  /// Stand-in: an act of the scenario with another name than `openURL` arrives as an address such
  /// as `odograph-act:sendNow?reason=tap`.
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
}

extension UIApplicationDelegate {
  public func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  public func applicationWillResignActive(_ application: UIApplication) {}
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  public func applicationWillEnterForeground(_ application: UIApplication) {}
  public func applicationWillTerminate(_ application: UIApplication) {}
  public func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {}
  public func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) { completionHandler(.noData) }
  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) { completionHandler() }
  public func application(
    _ app: UIApplication, open url: URL,
    options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool { false }
  public func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { UISceneConfiguration(name: nil, sessionRole: session.role) }

  /// Runs the app, for a delegate that is marked `@main`.
  public static func main() {
    guard let delegate = ObjectMaker.make(Self.self) else {
      fatalError("\(Self.self) is not a subclass of NSObject")
    }
    AppleApp.run(delegate)
  }
}
