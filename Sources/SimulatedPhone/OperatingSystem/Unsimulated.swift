import PhoneAPI
import Timekeeping

/// The services that nothing simulates yet: provisional, and they say so. They never answer.
private let notYet = ServiceAvailability.unavailable("not simulated yet")

final class UnsimulatedMotion: MotionActivityManager, Pedometer, Altimeter {
  var availability: ServiceAvailability { notYet }
  var authorization: PermissionStatus { .notDetermined }
  func startActivityUpdates(_ handler: @escaping (MotionActivity) -> Void) {}
  func stopActivityUpdates() {}
  func queryActivity(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<[MotionActivity], MotionError>) -> Void
  ) {}
  func queryPedometerData(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<PedometerData, MotionError>) -> Void
  ) {}
  func startUpdates(from start: Instant, _ handler: @escaping (PedometerData) -> Void) {}
  func stopUpdates() {}
  func startRelativeAltitudeUpdates(_ handler: @escaping (RelativeAltitude) -> Void) {}
  func stopRelativeAltitudeUpdates() {}
}
