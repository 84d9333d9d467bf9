#if os(iOS) || os(Linux)
  import CoreLocation
  import PhoneAPI
  import UIKit

  /// The sessions of iOS 17 and 18 that one location manager of PhoneAPI has begun.
  final class AppleLocationSessions {
    private unowned let owner: AppleLocationManager
    /// The function that ends each session, by the session's number.
    private var ends: [UInt64: () -> Void] = [:]
    private var count: UInt64 = 0

    init(_ owner: AppleLocationManager) { self.owner = owner }

    private static var systemVersion: Int {
      MainActor.assumeIsolated {
        UIDevice.current.systemVersion.split(separator: ".").first.flatMap { Int($0) } ?? 0
      }
    }

    static var availability: ServiceAvailability {
      systemVersion >= 17 ? .available : .unavailable("the sessions exist since iOS 17")
    }

    /// Begins a session, whose function ends it.
    private func begin(since version: Int, _ begin: () -> (() -> Void)?) -> LocationSession? {
      guard Self.systemVersion >= version, let end = begin() else { return nil }
      count += 1
      ends[count] = end
      return LocationSession(rawValue: count)
    }

    func beginActivity() -> LocationSession? {
      begin(since: 17) { CLBackgroundActivitySession().invalidate }
    }

    func beginService(requiring authorization: AuthorizationStatus) -> LocationSession? {
      guard #available(iOS 18, *) else { return nil }
      let requirement: CLServiceSession.AuthorizationRequirement =
        switch authorization {
        case .always: .always
        case .whenInUse: .whenInUse
        case .notDetermined, .restricted, .denied: .none
        }
      return begin(since: 18) { CLServiceSession(authorization: requirement).invalidate }
    }

    func beginUpdates(_ configuration: LiveUpdateConfiguration) -> LocationSession? {
      nonisolated(unsafe) weak let owner = owner
      return begin(since: 17) {
        // Made here, so that the updates begin before the app stops others that keep it running.
        nonisolated(unsafe) var updates =
          CLLocationUpdate.liveUpdates(configuration.configuration).makeAsyncIterator()
        return Task { @MainActor in
          do {
            while let update = try await updates.next() {
              guard let owner else { return }
              owner.delegate?.locationManager(owner, didReceiveLiveUpdate: LiveUpdate(update))
            }
          } catch {
            // The system ends the sequence, as when the user withdraws the permission.
          }
        }.cancel
      }
    }

    func end(_ session: LocationSession) { ends.removeValue(forKey: session.rawValue)?() }
  }

  extension LiveUpdate {
    fileprivate init(_ update: CLLocationUpdate) {
      self.init(
        location: update.location.map(Location.init), isStationary: update.isStationary)
    }
  }

  extension LiveUpdateConfiguration {
    fileprivate var configuration: CLLocationUpdate.LiveConfiguration {
      switch self {
      case .default: .default
      case .automotiveNavigation: .automotiveNavigation
      case .otherNavigation: .otherNavigation
      case .fitness: .fitness
      case .airborne: .airborne
      }
    }
  }
#endif
