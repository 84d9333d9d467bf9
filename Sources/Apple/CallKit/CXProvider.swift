import AppleProcess
@_exported import Foundation
import PhoneAPI

/// The settings of a provider of calls.
open class CXProviderConfiguration: NSObject, @unchecked Sendable {
  /// Creates the settings.
  public override init() { super.init() }
}

/// The description of a call.
open class CXCallUpdate: NSObject, @unchecked Sendable {
  /// The name of the caller.
  open var localizedCallerName: String?
  /// True if the call has a picture.
  open var hasVideo = false

  /// Creates a description.
  public override init() { super.init() }
}

/// The object through which an app reports calls.
open class CXProvider: NSObject, @unchecked Sendable {
  /// Creates a provider.
  public init(configuration: CXProviderConfiguration) {}

  /// Reports a call to the user. A push for a call requires it (NET-4).
  ///
  /// Stand-in: the user neither answers nor declines the call.
  open func reportNewIncomingCall(
    with identifier: UUID, update: CXCallUpdate,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    CurrentPhone.phone.push.reportIncomingCall()
    CurrentPhone.soon { completion(nil) }
  }
}
