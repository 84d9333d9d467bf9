import PhoneAPI
import Timekeeping

/// A pedometer whose step count and answers a test sets.
final class FakePedometer: Pedometer {
  private let system: FakeSystem
  private var answers: [() -> Void] = []

  init(_ system: FakeSystem) { self.system = system }

  var availability: ServiceAvailability {
    system.steps == nil ? .unavailable("not fitted") : .available
  }

  func queryPedometerData(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<PedometerData, MotionError>) -> Void
  ) {
    let data = PedometerData(start: start, end: end, steps: system.steps ?? 0)
    answers.append { completion(.success(data)) }
  }

  func answer() {
    let answers = answers
    self.answers = []
    for answer in answers { answer() }
  }

  func startUpdates(from start: Instant, _ handler: @escaping (PedometerData) -> Void) {}
  func stopUpdates() {}
}
