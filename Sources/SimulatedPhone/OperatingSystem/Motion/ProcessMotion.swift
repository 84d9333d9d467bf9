import PhoneAPI
import Timekeeping

/// Activity, steps and altitude as one process sees them.
final class ProcessMotion: MotionActivityManager, Pedometer, Altimeter {
  private let process: AppProcess

  init(process: AppProcess) { self.process = process }

  var availability: ServiceAvailability {
    process.isAlive ? .available : .unavailable("the process has ended")
  }
  var authorization: PermissionStatus { process.phone?.permissions.motion ?? .denied }

  /// Calls `use` with the motion service if the person allows it. The first call shows the
  /// permission prompt.
  private func withPermission(
    _ use: @escaping (MotionService) -> Void, otherwise: @escaping () -> Void = {}
  ) {
    guard let phone = process.phone else { return }
    let settle: () -> Void = { [process] in
      guard let phone = process.phone else { return }
      if phone.permissions.motion == .granted { use(phone.motion) } else { otherwise() }
    }
    if phone.permissions.motion == .granted {
      settle()
    } else {
      phone.prompts.ask(.motion, for: process, whenSettled: settle)
    }
  }

  // MARK: Activity

  func startActivityUpdates(_ handler: @escaping (MotionActivity) -> Void) {
    withPermission { [process] in $0.subscribe(process, handler) }
  }

  func stopActivityUpdates() { process.motion.activity = nil }

  func queryActivity(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<[MotionActivity], MotionError>) -> Void
  ) {
    withPermission { [process] service in
      process.callSoon { completion(.success(service.activities(from: start, to: end))) }
    } otherwise: { [process] in
      process.callSoon { completion(.failure(.notAuthorized)) }
    }
  }

  // MARK: Steps

  func queryPedometerData(
    from start: Instant, to end: Instant,
    completion: @escaping (Result<PedometerData, MotionError>) -> Void
  ) {
    withPermission { [process] service in
      process.callSoon { completion(.success(service.steps(from: start, to: end))) }
    } otherwise: { [process] in
      process.callSoon { completion(.failure(.notAuthorized)) }
    }
  }

  func startUpdates(from start: Instant, _ handler: @escaping (PedometerData) -> Void) {
    withPermission { [process] in $0.countSteps(process, since: start, handler) }
  }

  func stopUpdates() { process.motion.steps = nil }

  // MARK: Altitude

  func startRelativeAltitudeUpdates(_ handler: @escaping (RelativeAltitude) -> Void) {
    withPermission { [process] in $0.watchAltitude(process, handler) }
  }

  func stopRelativeAltitudeUpdates() { process.motion.altitude = nil }
}
