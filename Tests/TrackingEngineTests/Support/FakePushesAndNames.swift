import Geodesy
import PhoneAPI

final class FakePushRegistry: PushRegistry {
  private let system: FakeSystem
  private(set) var onVoIP: (([String: String]) -> Void)?

  init(_ system: FakeSystem) { self.system = system }

  let availability = ServiceAvailability.available
  func registerForRemoteNotifications(_ token: @escaping (String) -> Void) {
    system.calls.append("registerForPush")
  }
  func registerForVoIP(
    _ token: @escaping (String) -> Void, onPush: @escaping ([String: String]) -> Void
  ) {
    system.calls.append("registerForVoIP")
    onVoIP = onPush
  }
  func reportIncomingCall() { system.calls.append("reportCall") }
}

/// A geocoder that answers when a test calls for it.
final class FakeGeocoder: Geocoder {
  var isFitted = false
  private var answers: [(String?) -> Void] = []

  var availability: ServiceAvailability { isFitted ? .available : .unavailable("not fitted") }
  func reverseGeocode(_ coordinate: Coordinate, completion: @escaping (String?) -> Void) {
    answers.append(completion)
  }
  func answer(_ name: String?) { if !answers.isEmpty { answers.removeFirst()(name) } }
}
