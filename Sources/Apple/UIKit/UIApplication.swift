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

@MainActor open class UIResponder: NSObject {
  public nonisolated override init() { super.init() }
}

/// The app's process as the system sees it.
@MainActor open class UIApplication: UIResponder {
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
  public nonisolated static let didFinishLaunchingNotification = Notification.Name(
    "UIApplicationDidFinishLaunchingNotification")
}

/// The callbacks of the app's life. All of them are optional.
@MainActor public protocol UIApplicationDelegate: AnyObject {
  init()
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

  /// Runs the app, for a delegate that is marked `@main`.
  public static func main() { AppleApp.run(Self()) }
}

/// Runs an app on the phone: its delegate gets the events of its life.
@MainActor package enum AppleApp {
  package static func run(_ delegate: any UIApplicationDelegate) -> Never {
    UIApplication.shared.delegate = delegate
    listen()
    CurrentPhone.serve()
  }

  /// Passes the events of the app's life on, to the delegate and as notifications, and then to the
  /// function. In an app with scenes, the delegate does not get the calls about foreground and
  /// background.
  package static func listen(
    hasScenes: Bool = false, _ then: @escaping @MainActor (AppEvent) -> Void = { _ in }
  ) {
    CurrentPhone.context.onEvent = { event in
      MainActor.assumeIsolated {
        receive(event, UIApplication.shared, hasScenes: hasScenes)
        then(event)
      }
    }
  }

  private static func receive(_ event: AppEvent, _ app: UIApplication, hasScenes: Bool) {
    let delegate = app.delegate
    let stateDelegate = hasScenes ? nil : delegate
    switch event {
    case .launched(let launch):
      let options = launch.options
      _ = delegate?.application(app, willFinishLaunchingWithOptions: options)
      _ = delegate?.application(app, didFinishLaunchingWithOptions: options)
      post(UIApplication.didFinishLaunchingNotification)
    case .willEnterForeground:
      stateDelegate?.applicationWillEnterForeground(app)
      post(UIApplication.willEnterForegroundNotification)
    case .didBecomeActive:
      stateDelegate?.applicationDidBecomeActive(app)
      post(UIApplication.didBecomeActiveNotification)
    case .willResignActive:
      stateDelegate?.applicationWillResignActive(app)
      post(UIApplication.willResignActiveNotification)
    case .didEnterBackground:
      stateDelegate?.applicationDidEnterBackground(app)
      post(UIApplication.didEnterBackgroundNotification)
    case .willTerminate:
      delegate?.applicationWillTerminate(app)
      post(UIApplication.willTerminateNotification)
    case .remoteNotification(let payload, let completion):
      delegate?.application(app, didReceiveRemoteNotification: payload) { _ in completion() }
    case .backgroundTransfers(let identifier, let completion):
      delegate?.application(
        app, handleEventsForBackgroundURLSession: identifier, completionHandler: completion)
    case .act(let action):
      if let url = action.url { _ = app.delegate?.application(app, open: url, options: [:]) }
    }
  }

  private static func post(_ name: Notification.Name) {
    CurrentPhone.post(name, UIApplication.shared)
  }
}

extension UserAction {
  /// The address that the user opens, or the one that stands for the action.
  fileprivate var url: URL? {
    if name == "openURL" { return parameters["url"].flatMap(URL.init(string:)) }
    var parts = URLComponents()
    parts.scheme = "odograph-act"
    parts.path = name
    let values = parameters.sorted { $0.key < $1.key }
    if !values.isEmpty {
      parts.queryItems = values.map { URLQueryItem(name: $0.key, value: $0.value) }
    }
    return parts.url
  }
}

extension Launch {
  /// The options that the delegate gets; nil for a launch by the user.
  fileprivate var options: [UIApplication.LaunchOptionsKey: Any]? {
    switch reason {
    case .significantChange, .visit, .region, .condition, .liveUpdates: [.location: true]
    case .silentPush: [.remoteNotification: [String: String]()]
    default: nil
    }
  }
}
