import AppleProcess
@_exported import Foundation
import PhoneAPI

/// A kind of push.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A push for a call, for which the app has to report a call (NET-4).
  public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
}

/// The token under which the app's server reaches the phone.
open class PKPushCredentials: NSObject, @unchecked Sendable {
  /// The kind of pushes.
  public let type: PKPushType
  /// The token.
  public let token: Data

  init(_ token: String) {
    type = .voIP
    self.token = Data(token.utf8)
  }
}

/// The content of a push.
open class PKPushPayload: NSObject, @unchecked Sendable {
  /// The kind of push.
  public let type: PKPushType
  /// The content.
  public let dictionaryPayload: [AnyHashable: Any]

  init(_ payload: [String: String]) {
    type = .voIP
    dictionaryPayload = payload
  }
}

/// The object that receives pushes for calls.
open class PKPushRegistry: NSObject, @unchecked Sendable {
  /// The receiver of tokens and pushes.
  open weak var delegate: (any PKPushRegistryDelegate)?
  private let queue: DispatchQueue?
  private var tokens: [PKPushType: Data] = [:]

  /// Creates a registry whose delegate is called on a queue; nil is the main queue.
  public init(queue: DispatchQueue?) { self.queue = queue }

  /// The kinds of pushes that the app wants.
  open var desiredPushTypes: Set<PKPushType>? {
    didSet { if desiredPushTypes?.contains(.voIP) == true { register() } }
  }

  /// Returns the present token for a kind of push; nil before the first.
  open func pushToken(for type: PKPushType) -> Data? { tokens[type] }

  private func register() {
    CurrentPhone.phone.push.registerForVoIP(
      { [self] token in
        let credentials = PKPushCredentials(token)
        tokens[.voIP] = credentials.token
        call { $0.pushRegistry($1, didUpdate: credentials, for: .voIP) }
      },
      onPush: { [self] payload in
        let payload = PKPushPayload(payload)
        call { $0.pushRegistry($1, didReceiveIncomingPushWith: payload, for: .voIP) {} }
      })
  }

  private func call(
    _ callback: @escaping (any PKPushRegistryDelegate, PKPushRegistry) -> Void
  ) {
    let callDelegate = { [self] in if let delegate { callback(delegate, self) } }
    guard let queue, queue !== DispatchQueue.main else { return callDelegate() }
    nonisolated(unsafe) let callback = callDelegate
    queue.async { callback() }
  }
}

/// The callbacks of a push registry.
public protocol PKPushRegistryDelegate: AnyObject {
  /// The phone has a token for the app's server.
  func pushRegistry(
    _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType)
  /// A push arrived. The app has to report a call (NET-4).
  func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
    for type: PKPushType, completion: @escaping () -> Void)
}
