import AppleProcess
import Foundation
import PhoneAPI

/// A session that gives an app with When In Use updates in the background, with the indicator shown
/// (BG-8). It begins with the object, and ends with it.
///
/// Stand-in: one that begins in the background, and that no earlier process began in the
/// foreground, has no effect later either.
public final class CLBackgroundActivitySession: NSObject, @unchecked Sendable {
  private let session = SessionManager()

  /// Begins a session.
  public override init() {
    super.init()
    session.begin { $0.beginBackgroundActivitySession() }
  }

  deinit { session.end() }

  /// Ends the session.
  public func invalidate() { session.end() }

  /// The reasons that limit the session, at first and after each change.
  public var diagnostics: SessionSequence<Diagnostic> {
    SessionSequence { continuation in
      let watch = SessionManager(onPermission: { continuation.yield(Diagnostic($0)) })
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

    init(_ state: PermissionState) {
      authorizationDenied = state.isDenied
      authorizationDeniedGlobally = !state.isOn
      authorizationRestricted = state.isRestricted
      authorizationRequestInProgress = state.isUndecided
    }
  }
}
