import AppleProcess
import Foundation
import PhoneAPI

/// An update of the asynchronous sequence of positions, since iOS 17 (BG-9).
public struct CLLocationUpdate: Sendable {
  /// The purpose of the updates.
  public enum LiveConfiguration: Int, Sendable {
    case `default`, automotiveNavigation, otherNavigation, fitness, airborne
  }

  /// The sequence of updates.
  public typealias Updates = SessionSequence<CLLocationUpdate>

  /// The position; nil in an update that only explains why there is none.
  public let location: CLLocation?
  /// True in the last update before the positions stop, because the phone lies still.
  public let stationary: Bool
  /// True if the user does not let the app use the location.
  public let authorizationDenied: Bool
  /// True if Location Services are off for the whole phone.
  public let authorizationDeniedGlobally: Bool
  /// True if the phone's owner forbids the use of the location.
  public let authorizationRestricted: Bool
  /// True while the user has not decided.
  public let authorizationRequestInProgress: Bool
  /// True if the user does not grant precise location (BG-7).
  public let accuracyLimited: Bool
  /// True if the app would have to be in use (BG-5).
  public let insufficientlyInUse: Bool
  /// True if the app may use the location, but the phone has none.
  public let locationUnavailable: Bool
  /// The former name of `stationary`.
  public var isStationary: Bool { stationary }

  /// Returns the sequence of updates. They begin with the iteration, stop by themselves while the
  /// phone lies still, and go on when it moves. The iteration's end ends them.
  ///
  /// Stand-in: the sequence does not ask the user for the authorization. Before iOS 17 it ends at
  /// once.
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
    Updates { continuation in
      var state: PermissionState?
      let live = SessionManager(
        onPermission: { permission in
          state = permission
          if let update = CLLocationUpdate(without: permission) { continuation.yield(update) }
        },
        onUpdate: { update in continuation.yield(CLLocationUpdate(update, state)) })
      continuation.onTermination = { _ in live.end() }
      if !live.begin({ $0.beginLiveUpdates(configuration.value) }) { continuation.finish() }
    }
  }

  init(_ update: LiveUpdate, _ state: PermissionState?) {
    self.init(update.location.map(CLLocation.init), isStationary: update.isStationary, state)
  }

  /// Creates the update that explains why there is no position; nil if there may be one.
  init?(without state: PermissionState) {
    let mayCome = state.isOn && (state.status == .always || state.status == .whenInUse)
    guard !mayCome || state.isInsufficientlyInUse else { return nil }
    self.init(nil, isStationary: false, state)
  }

  private init(_ location: CLLocation?, isStationary: Bool, _ state: PermissionState?) {
    self.location = location
    stationary = isStationary
    authorizationDenied = state?.isDenied ?? false
    authorizationDeniedGlobally = state.map { !$0.isOn } ?? false
    authorizationRestricted = state?.isRestricted ?? false
    authorizationRequestInProgress = state?.isUndecided ?? false
    accuracyLimited = state.map { !$0.isFull } ?? false
    insufficientlyInUse = location == nil && (state?.isInsufficientlyInUse ?? false)
    locationUnavailable =
      location == nil && state?.isOn == true
      && (state?.status == .always || state?.status == .whenInUse)
  }
}

extension CLLocationUpdate.LiveConfiguration {
  var value: LiveUpdateConfiguration {
    switch self {
    case .default: .default
    case .automotiveNavigation: .automotiveNavigation
    case .otherNavigation: .otherNavigation
    case .fitness: .fitness
    case .airborne: .airborne
    }
  }
}
