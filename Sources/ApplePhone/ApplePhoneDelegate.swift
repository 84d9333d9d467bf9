#if os(iOS) || os(Linux)
  import Foundation
  import PhoneAPI
  import UIKit

  /// The delegate of an iOS app whose tracker is an `App` of PhoneAPI. It passes the events of the
  /// app's life on to the tracker.
  ///
  ///     @main final class AppDelegate: ApplePhoneDelegate {
  ///       override func makeApp(on phone: ApplePhone) -> any App { MyTracker(phone) }
  ///     }
  ///
  /// An app with an interface of its own passes the user's actions to `app.perform(_:)`, or opens
  /// an address of the scheme `odograph-act`, such as `odograph-act:sendNow?reason=tap`.
  @MainActor open class ApplePhoneDelegate: UIResponder, UIApplicationDelegate {
    /// The phone that the tracker uses.
    public let phone = ApplePhone()
    /// The tracker; nil before the launch.
    public private(set) var app: (any App)?
    private var observers: [any NSObjectProtocol] = []

    public required override init() { super.init() }

    /// Creates the tracker, once for each launch. An app has to override this method.
    open func makeApp(on phone: ApplePhone) -> any App {
      fatalError("override makeApp(on:), which makes the tracker")
    }

    open func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      let app = makeApp(on: phone)
      self.app = app
      observe()
      app.applicationDidFinishLaunching(
        launch(launchOptions, isInBackground: application.applicationState == .background))
      return true
    }

    /// The system gives no reason for most launches in the background (BG-11).
    private func launch(
      _ options: [UIApplication.LaunchOptionsKey: Any]?, isInBackground: Bool
    ) -> Launch {
      let reason: LaunchReason =
        if options?[.location] != nil {
          .significantChange
        } else if options?[.remoteNotification] != nil {
          .silentPush
        } else {
          isInBackground ? .unknown : .userOpened
        }
      return Launch(reason: reason, isInBackground: isInBackground)
    }

    /// The system posts notifications to every app. It calls the delegate only in apps without
    /// scenes.
    private func observe() {
      let events: [(Notification.Name, @MainActor (any App) -> Void)] = [
        (UIApplication.willEnterForegroundNotification, { $0.applicationWillEnterForeground() }),
        (UIApplication.didBecomeActiveNotification, { $0.applicationDidBecomeActive() }),
        (UIApplication.willResignActiveNotification, { $0.applicationWillResignActive() }),
        (UIApplication.didEnterBackgroundNotification, { $0.applicationDidEnterBackground() }),
        (UIApplication.willTerminateNotification, { $0.applicationWillTerminate() }),
      ]
      observers = events.map { name, callback in
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
          [weak self] _ in
          MainActor.assumeIsolated { if let app = self?.app { callback(app) } }
        }
      }
    }

    open func application(
      _ application: UIApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { phone.pushRegistry.received(token: deviceToken) }

    open func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
      guard let app else { return completionHandler(.noData) }
      app.applicationDidReceiveRemoteNotification(texts(of: userInfo)) {
        completionHandler(.newData)
      }
    }

    open func application(
      _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
      completionHandler: @escaping () -> Void
    ) {
      phone.transfers.handleEvents { [weak self] in
        guard let app = self?.app else { return completionHandler() }
        app.applicationHandleEventsForBackgroundTransfers(
          identifier: identifier, completion: completionHandler)
      }
    }

    open func application(
      _ app: UIApplication, open url: URL,
      options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
      guard let tracker = self.app else { return false }
      tracker.perform(
        UserAction(url) ?? UserAction("openURL", parameters: ["url": url.absoluteString]))
      return true
    }
  }

  extension UserAction {
    /// Creates the action of an address of the scheme `odograph-act`; nil for others.
    fileprivate init?(_ url: URL) {
      guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
        parts.scheme == "odograph-act", !parts.path.isEmpty
      else { return nil }
      let values = (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }
      self.init(
        parts.path, parameters: Dictionary(values, uniquingKeysWith: { _, last in last }))
    }
  }
#endif
