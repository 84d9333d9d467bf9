import AppleProcess
import Foundation
import PhoneAPI

/// Runs an app on the phone: its delegates get the events of its life.
@MainActor package enum AppleApp {
  package static func run(_ delegate: any UIApplicationDelegate) -> Never {
    UIApplication.shared.delegate = delegate
    listen()
    CurrentPhone.serve()
  }

  /// Passes the events of the app's life on, to the delegates and as notifications, and then to the
  /// function.
  ///
  /// - Parameter hasScenes: true if the caller runs scenes of its own.
  package static func listen(
    hasScenes: Bool = false, _ then: @escaping @MainActor (AppEvent) -> Void = { _ in }
  ) {
    let receiver = AppEventReceiver(hasScenes: hasScenes)
    SystemWatch.current.listen { change in
      guard change == .refreshStatus else { return }
      MainActor.assumeIsolated {
        AppEventReceiver.post(UIApplication.backgroundRefreshStatusDidChangeNotification)
      }
    }
    CurrentPhone.context.onEvent = { event in
      MainActor.assumeIsolated {
        receiver.receive(event)
        then(event)
      }
    }
  }
}

/// The receiver of the events of an app's life.
@MainActor private final class AppEventReceiver {
  private var hasScenes: Bool
  private var connection: SceneConnection?

  init(hasScenes: Bool) { self.hasScenes = hasScenes }

  func receive(_ event: AppEvent) {
    let app = UIApplication.shared
    if case .launched(let launch) = event {
      didLaunch(app, launch)
    } else {
      pass(event, to: app, app.delegate)
    }
    connection?.receive(event)
  }

  private func didLaunch(_ app: UIApplication, _ launch: Launch) {
    _ = app.delegate?.application(app, willFinishLaunchingWithOptions: launch.options)
    _ = app.delegate?.application(app, didFinishLaunchingWithOptions: launch.options)
    Self.post(UIApplication.didFinishLaunchingNotification)
    guard !hasScenes else { return }
    connection = SceneConnection(of: app)
    hasScenes = connection != nil
  }

  private func pass(
    _ event: AppEvent, to app: UIApplication, _ delegate: (any UIApplicationDelegate)?
  ) {
    // In an app with scenes, the delegates of those get the calls about foreground and background.
    let stateDelegate = hasScenes ? nil : delegate
    switch event {
    case .launched: break
    case .willEnterForeground:
      stateDelegate?.applicationWillEnterForeground(app)
      Self.post(UIApplication.willEnterForegroundNotification)
    case .didBecomeActive:
      stateDelegate?.applicationDidBecomeActive(app)
      Self.post(UIApplication.didBecomeActiveNotification)
    case .willResignActive:
      stateDelegate?.applicationWillResignActive(app)
      Self.post(UIApplication.willResignActiveNotification)
    case .didEnterBackground:
      stateDelegate?.applicationDidEnterBackground(app)
      Self.post(UIApplication.didEnterBackgroundNotification)
    case .willTerminate:
      delegate?.applicationWillTerminate(app)
      Self.post(UIApplication.willTerminateNotification)
    case .remoteNotification(let payload, let completion):
      guard let delegate else { return completion() }
      delegate.application(app, didReceiveRemoteNotification: payload) { _ in completion() }
    case .backgroundTransfers(let identifier, let completion):
      guard let delegate else { return completion() }
      delegate.application(
        app, handleEventsForBackgroundURLSession: identifier, completionHandler: completion)
    case .act(let action):
      if let url = action.url { _ = stateDelegate?.application(app, open: url, options: [:]) }
    }
  }

  static func post(_ name: Notification.Name) { CurrentPhone.post(name, UIApplication.shared) }
}

extension UserAction {
  /// The address that the user opens, or the one that stands for the action.
  package var url: URL? {
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
