#if os(iOS) || os(Linux)
  import CallKit
  import Cryptography
  import Foundation
  import PhoneAPI
  import PushKit
  import UIKit

  /// The pushes of an iOS app. The app's delegate passes the token on: see `ApplePhoneDelegate`.
  final class ApplePushRegistry: NSObject, PushRegistry, PKPushRegistryDelegate {
    private var registry: PKPushRegistry?
    private lazy var provider = CXProvider(configuration: CXProviderConfiguration())
    /// Called with the token of silent pushes.
    private(set) var onToken: ((String) -> Void)?
    private var onCallToken: ((String) -> Void)?
    private var onCallPush: (([String: String]) -> Void)?

    let availability = ServiceAvailability.available

    func registerForRemoteNotifications(_ token: @escaping (String) -> Void) {
      onToken = token
      MainActor.assumeIsolated { UIApplication.shared.registerForRemoteNotifications() }
    }

    func received(token: Data) { onToken?(hexadecimal(token)) }

    func registerForVoIP(
      _ token: @escaping (String) -> Void, onPush: @escaping ([String: String]) -> Void
    ) {
      onCallToken = token
      onCallPush = onPush
      let registry = PKPushRegistry(queue: .main)
      registry.delegate = self
      registry.desiredPushTypes = [.voIP]
      self.registry = registry
    }

    func reportIncomingCall() {
      provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { _ in }
    }

    // MARK: PKPushRegistryDelegate

    func pushRegistry(
      _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
      for type: PKPushType
    ) { onCallToken?(hexadecimal(pushCredentials.token)) }

    func pushRegistry(
      _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
      for type: PKPushType, completion: @escaping () -> Void
    ) {
      onCallPush?(texts(of: payload.dictionaryPayload))
      completion()
    }
  }

  /// Returns the entries of a push whose names and values are texts.
  func texts(of payload: [AnyHashable: Any]) -> [String: String] {
    var texts: [String: String] = [:]
    for (key, value) in payload {
      guard let key = key as? String, let value = value as? String else { continue }
      texts[key] = value
    }
    return texts
  }
#endif
