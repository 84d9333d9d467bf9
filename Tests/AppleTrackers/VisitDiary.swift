import CoreLocation
import UIKit

/// A tracker that writes a diary of visits with the names of their places.
final class VisitDiary: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private let geocoder = CLGeocoder()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    manager.delegate = self
    manager.startMonitoringVisits()
    return true
  }

  nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    note("authorization", "\(manager.authorizationStatus == .authorizedAlways)")
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {
    note("authorization", "the older callback of a delegate that has the newer one")
  }

  nonisolated func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    MainActor.assumeIsolated { write(visit) }
  }

  private func write(_ visit: CLVisit) {
    let kind = visit.departureDate == .distantFuture ? "arrival" : "departure"
    let date = kind == "arrival" ? visit.arrivalDate : visit.departureDate
    let place = CLLocation(
      latitude: visit.coordinate.latitude, longitude: visit.coordinate.longitude)
    geocoder.reverseGeocodeLocation(place) { places, error in
      note("visit", "\(kind) \(places?.first?.name ?? "\(String(describing: error))") \(date)")
    }
    Task {
      do { _ = try await geocoder.geocodeAddressString("Unter den Linden 1") } catch CLError
        .geocodeFoundNoResult
      { note("address", "none") }
    }
  }
}
