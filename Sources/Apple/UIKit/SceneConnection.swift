import AppleProcess
import Foundation
import PhoneAPI

/// The scene of an app whose Info.plist or delegate names a class for the scene's delegate.
@MainActor final class SceneConnection {
  private let scene: UIWindowScene
  private let delegate: any UISceneDelegate
  private var isConnected = false

  /// - Returns: nil for an app without scenes.
  init?(of app: UIApplication) {
    let session = UISceneSession()
    let configuration = app.delegate?.application(
      app, configurationForConnecting: session, options: UIScene.ConnectionOptions())
    guard
      let type = configuration?.delegateClass
        ?? CurrentPhone.context.sceneDelegateName.flatMap({ Self.type(named: $0, in: app) }),
      let type = type as? NSObject.Type,
      let delegate = ObjectMaker.makeObject(type) as? any UISceneDelegate
    else { return nil }
    self.delegate = delegate
    scene = UIWindowScene(session)
    scene.delegate = delegate
  }

  /// Returns the class that the Info.plist names, such as `$(PRODUCT_MODULE_NAME).SceneDelegate`.
  private static func type(named name: String, in app: UIApplication) -> AnyClass? {
    let module = app.delegate.map { String(reflecting: Swift.type(of: $0)).prefix { $0 != "." } }
    let ownName = name.split(separator: ".").last.map(String.init) ?? name
    if let type = NSClassFromString("\(module ?? "").\(ownName)") { return type }
    let text = "there is no class '\(ownName)', which Info.plist names for the scene's delegate\n"
    FileHandle.standardError.write(Data(text.utf8))
    return nil
  }

  func receive(_ event: AppEvent) {
    switch event {
    case .launched(let launch): if !launch.isInBackground { enterForeground() }
    case .willEnterForeground: enterForeground()
    case .didBecomeActive:
      scene.activationState = .foregroundActive
      delegate.sceneDidBecomeActive(scene)
      CurrentPhone.post(UIScene.didActivateNotification, scene)
    case .willResignActive:
      scene.activationState = .foregroundInactive
      delegate.sceneWillResignActive(scene)
      CurrentPhone.post(UIScene.willDeactivateNotification, scene)
    case .didEnterBackground:
      scene.activationState = .background
      delegate.sceneDidEnterBackground(scene)
      CurrentPhone.post(UIScene.didEnterBackgroundNotification, scene)
    case .act(let action):
      guard let url = action.url else { return }
      delegate.scene(scene, openURLContexts: [UIOpenURLContext(url)])
    case .willTerminate, .remoteNotification, .backgroundTransfers: break
    }
  }

  private func enterForeground() {
    if !isConnected {
      isConnected = true
      delegate.scene(
        scene, willConnectTo: scene.session, options: UIScene.ConnectionOptions())
      CurrentPhone.post(UIScene.willConnectNotification, scene)
    }
    scene.activationState = .foregroundInactive
    delegate.sceneWillEnterForeground(scene)
    CurrentPhone.post(UIScene.willEnterForegroundNotification, scene)
  }
}
