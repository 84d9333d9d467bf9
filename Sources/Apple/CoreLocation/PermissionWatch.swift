import AppleProcess
import PhoneAPI

/// The user's decisions as an asynchronous sequence of the app sees them.
struct PermissionState {
  let status: AuthorizationStatus
  let isFull: Bool
  let isOn: Bool
  let isInBackground: Bool

  init(_ manager: any LocationManager) {
    status = manager.authorizationStatus
    isFull = manager.accuracyAuthorization == .full
    isOn = manager.locationServicesEnabled
    isInBackground = CurrentPhone.phone.application.state == .background
  }

  var isDenied: Bool { status == .denied }
  var isRestricted: Bool { status == .restricted }
  var isUndecided: Bool { status == .notDetermined }
  /// True if the app may use the location, but not in the background where it is.
  var isInsufficientlyInUse: Bool { status == .whenInUse && isInBackground }
}

/// A manager of one asynchronous sequence or session. It reports the user's decisions at the start
/// and after each change.
///
/// All its calls come on the main thread of the app's process, which is the only one.
final class SessionManager: LocationManagerDelegate, @unchecked Sendable {
  let manager = CurrentPhone.phone.makeLocationManager()
  private var session: LocationSession?
  private let onPermission: (PermissionState) -> Void
  private let onUpdate: (LiveUpdate) -> Void

  init(
    onPermission: @escaping (PermissionState) -> Void = { _ in },
    onUpdate: @escaping (LiveUpdate) -> Void = { _ in }
  ) {
    self.onPermission = onPermission
    self.onUpdate = onUpdate
    manager.delegate = self
  }

  /// Begins a session.
  ///
  /// - Returns: false if the phone refuses it, or has no such sessions.
  @discardableResult
  func begin(_ begin: (any LocationManager) -> LocationSession?) -> Bool {
    session = begin(manager)
    return session != nil
  }

  /// Ends the session, and the reports.
  func end() {
    if let session { manager.endSession(session) }
    session = nil
    manager.delegate = nil
  }

  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location]) {}

  func locationManagerDidChangeAuthorization(_ manager: any LocationManager) {
    onPermission(PermissionState(manager))
  }

  func locationManager(_ manager: any LocationManager, didReceiveLiveUpdate update: LiveUpdate) {
    if let location = update.location { CurrentPhone.context.onDelivery?([location]) }
    onUpdate(update)
  }
}

/// A sequence of values that begins when the app iterates it, and ends with the iteration.
public struct SessionSequence<Element: Sendable>: AsyncSequence, Sendable {
  let begin: @Sendable (AsyncStream<Element>.Continuation) -> Void

  /// Begins the iteration.
  public func makeAsyncIterator() -> Iterator {
    Iterator(elements: AsyncStream(Element.self, begin).makeAsyncIterator())
  }

  /// The iteration. It waits for the next value.
  public struct Iterator: AsyncIteratorProtocol {
    var elements: AsyncStream<Element>.Iterator

    /// Returns the next value; nil after the end.
    public mutating func next() async throws -> Element? { await elements.next() }
  }
}
