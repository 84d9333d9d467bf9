import Timekeeping

/// Deferred background work, like `BGTaskScheduler`.
///
/// Requests stay pending after the process ends. One request causes one launch; for another launch,
/// the app has to submit the request again (BGT-3).
public protocol BackgroundTaskScheduler: AnyObject {
  /// Registers the handler for tasks with an identifier. Call it during launch, once for each
  /// identifier, and only for identifiers in the manifest.
  @discardableResult
  func register(
    identifier: String, launchHandler: @escaping (any BackgroundTask) -> Void
  ) -> Bool

  /// Submits a request. It replaces a pending request with the same identifier.
  func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskError)
  func cancel(identifier: String)
  func cancelAll()
  var pendingRequests: [BackgroundTaskRequest] { get }
}

public struct BackgroundTaskRequest: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable { case refresh, processing }

  public var identifier: String
  public var kind: Kind
  /// The earliest instant at which the task may begin. The task may begin much later (BGT-3).
  public var earliestBegin: Instant?
  /// True if the task needs a network. Only processing tasks use this property.
  public var requiresNetworkConnectivity = false
  public var requiresExternalPower = false

  public init(
    identifier: String, kind: Kind, earliestBegin: Instant? = nil,
    requiresNetworkConnectivity: Bool = false, requiresExternalPower: Bool = false
  ) {
    self.identifier = identifier
    self.kind = kind
    self.earliestBegin = earliestBegin
    self.requiresNetworkConnectivity = requiresNetworkConnectivity
    self.requiresExternalPower = requiresExternalPower
  }
}

public enum BackgroundTaskError: Error, Sendable, Hashable {
  /// With this request, more than one refresh request or more than ten processing requests would be
  /// pending (BGT-2).
  case tooManyPendingTaskRequests
  case notPermitted
  /// Background App Refresh is off, or the phone has no scheduler.
  case unavailable
}

/// A task that is running now. A refresh task gets up to 30 s (BGT-1), a processing task some
/// minutes (BGT-7).
public protocol BackgroundTask: AnyObject {
  var identifier: String { get }
  /// Called shortly before the app is suspended. The app must then call `setTaskCompleted` at once.
  var expirationHandler: (() -> Void)? { get set }
  func setTaskCompleted(success: Bool)
}
