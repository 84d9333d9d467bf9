import Geodesy
import PhoneAPI
import Timekeeping
import World

/// Finds names for coordinates, with a server of the phone's maker. The places of the simulated
/// world have names; any other position is named by its coordinates.
///
/// The answer is nil without a network, and if the app sends too many requests in a minute.
final class GeocodingService: PhonePart {
  /// The times of the requests within the last minute.
  private var questions: [Instant] = []

  /// The maximum number of requests per minute. Apple publishes no number; developers report 50.
  private static let questionsPerMinuteMax = 50
  private static let bytes = 2000
  private static let serverSeconds = 0.3

  func name(
    of coordinate: Coordinate, for process: AppProcess, completion: @escaping (String?) -> Void
  ) {
    questions.removeAll { (phone.now - $0).seconds >= 60 }
    guard phone.span.network != .none, questions.count < Self.questionsPerMinuteMax else {
      return process.callSoon { completion(nil) }
    }
    questions.append(phone.now)
    let transfer = phone.modem.transfer(bytes: Self.bytes, over: phone.span.network)
    let name = name(of: coordinate)
    let slot = process.addTimer(period: nil) { completion(name) }
    phone.schedule(
      .process(process.number, .timer(slot: slot)), after: transfer + .seconds(Self.serverSeconds))
  }

  private func name(of coordinate: Coordinate) -> String {
    let near = phone.world.places.first {
      $0.coordinate.distanceMeters(to: coordinate) <= $0.radiusMeters
    }
    return near?.name ?? "\(degrees(coordinate.latitude)), \(degrees(coordinate.longitude))"
  }

  /// Returns the degrees as text, rounded to ten-thousandths of a degree (about 10 m).
  private func degrees(_ value: Double) -> String { "\((value * 1e4).rounded() / 1e4)" }
}

/// The geocoder as one process sees it.
final class ProcessGeocoder: Geocoder {
  private let process: AppProcess

  init(process: AppProcess) { self.process = process }

  var availability: ServiceAvailability { .available }

  func reverseGeocode(_ coordinate: Coordinate, completion: @escaping (String?) -> Void) {
    process.phone?.geocoding.name(of: coordinate, for: process, completion: completion)
  }
}
