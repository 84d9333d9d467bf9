import AppleProcess
import Foundation
import PhoneAPI

/// A session that states the permission that the app needs, since iOS 18, and asks the user for it
/// (BG-10). It begins with the object, and ends with it.
public final class CLServiceSession: NSObject, @unchecked Sendable {
  /// The permission that a session needs.
  public enum AuthorizationRequirement: Int, Sendable { case none, whenInUse, always }

  private let requirement: AuthorizationRequirement
  private let needsFullAccuracy: Bool
  private let session = SessionManager()

  /// Begins a session.
  public convenience init(authorization: AuthorizationRequirement) {
    self.init(authorization, purposeKey: nil)
  }

  /// Begins a session that needs precise location too.
  public convenience init(
    authorization: AuthorizationRequirement, fullAccuracyPurposeKey purposeKey: String
  ) {
    self.init(authorization, purposeKey: purposeKey)
  }

  private init(_ requirement: AuthorizationRequirement, purposeKey: String?) {
    self.requirement = requirement
    needsFullAccuracy = purposeKey != nil
    super.init()
    switch requirement {
    case .none: break
    case .whenInUse: session.begin { $0.beginServiceSession(requiring: .whenInUse) }
    case .always: session.begin { $0.beginServiceSession(requiring: .always) }
    }
    if let purposeKey {
      session.manager.requestTemporaryFullAccuracyAuthorization(purposeKey: purposeKey)
    }
  }

  deinit { session.end() }

  /// Ends the session.
  public func invalidate() { session.end() }

  /// The reasons that limit the session, at first and after each change.
  public var diagnostics: SessionSequence<Diagnostic> {
    let requirement = requirement
    let needsFullAccuracy = needsFullAccuracy
    return SessionSequence { continuation in
      let watch = SessionManager(onPermission: {
        continuation.yield(Diagnostic($0, requirement, needsFullAccuracy: needsFullAccuracy))
      })
      continuation.onTermination = { _ in watch.end() }
    }
  }

  /// The reasons that limit a session.
  public struct Diagnostic: Sendable {
    /// True if the user does not let the app use the location.
    public let authorizationDenied: Bool
    /// True if Location Services are off for the whole phone.
    public let authorizationDeniedGlobally: Bool
    /// True if the phone's owner forbids the use of the location.
    public let authorizationRestricted: Bool
    /// True while the user has not decided.
    public let authorizationRequestInProgress: Bool
    /// True if the session needs Always, and the user granted less.
    public let alwaysAuthorizationDenied: Bool
    /// True if the session needs precise location, and the user does not grant it.
    public let fullAccuracyDenied: Bool
    /// True if the app would have to be in use (BG-5).
    public let insufficientlyInUse: Bool

    init(
      _ state: PermissionState, _ requirement: AuthorizationRequirement, needsFullAccuracy: Bool
    ) {
      authorizationDenied = state.isDenied
      authorizationDeniedGlobally = !state.isOn
      authorizationRestricted = state.isRestricted
      authorizationRequestInProgress = state.isUndecided
      alwaysAuthorizationDenied = requirement == .always && state.status == .whenInUse
      fullAccuracyDenied = needsFullAccuracy && !state.isFull
      insufficientlyInUse = state.isInsufficientlyInUse
    }
  }
}
