import CoreLocation
import UIKit

/// A tracker that watches two places with a condition monitor, and is launched when one changes.
final class PlaceMonitor: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Task { try await watch() }
    return true
  }

  private func watch() async throws {
    let monitor = await CLMonitor("places")
    note("launch", await monitor.identifiers.joined(separator: " "))
    if await monitor.identifiers.isEmpty {
      await monitor.add(place(52.5310, 13.3850), identifier: "home", assuming: .satisfied)
      await monitor.add(place(52.5075, 13.3904), identifier: "work", assuming: .unsatisfied)
      await monitor.add(place(52.6, 13.3), identifier: "elsewhere")
      await monitor.remove("elsewhere")
    }
    for try await event in await monitor.events {
      let record = await monitor.record(for: event.identifier)
      let circle = record?.condition as? CLMonitor.CircularGeographicCondition
      note(
        "event",
        "\(event.identifier) \(event.state) \(record?.lastEvent.state == event.state)"
          + " \(circle?.radius ?? 0)")
    }
  }

  private func place(
    _ latitude: Double, _ longitude: Double
  ) -> CLMonitor.CircularGeographicCondition {
    CLMonitor.CircularGeographicCondition(
      center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), radius: 200)
  }
}
