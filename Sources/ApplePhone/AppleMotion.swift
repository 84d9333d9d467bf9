#if os(iOS) || os(Linux)
  import CoreMotion
  import Foundation
  import PhoneAPI
  import Timekeeping

  /// The motion activities of an iOS app.
  final class AppleMotionActivity: MotionActivityManager {
    private let manager = CMMotionActivityManager()

    var availability: ServiceAvailability {
      .available(if: CMMotionActivityManager.isActivityAvailable())
    }

    var authorization: PermissionStatus {
      switch CMMotionActivityManager.authorizationStatus() {
      case .notDetermined: .notDetermined
      case .restricted: .restricted
      case .denied: .denied
      case .authorized: .granted
      @unknown default: .denied
      }
    }

    func startActivityUpdates(_ handler: @escaping (MotionActivity) -> Void) {
      manager.startActivityUpdates(to: .main) { activity in
        if let activity { handler(MotionActivity(activity)) }
      }
    }
    func stopActivityUpdates() { manager.stopActivityUpdates() }

    func queryActivity(
      from start: Instant, to end: Instant,
      completion: @escaping (Result<[MotionActivity], MotionError>) -> Void
    ) {
      manager.queryActivityStarting(from: Date(start), to: Date(end), to: .main) { list, error in
        completion(.answer(list?.map(MotionActivity.init), error))
      }
    }
  }

  /// The step counter of an iOS app.
  final class ApplePedometer: Pedometer {
    private let pedometer = CMPedometer()

    var availability: ServiceAvailability {
      .available(if: CMPedometer.isStepCountingAvailable())
    }

    func queryPedometerData(
      from start: Instant, to end: Instant,
      completion: @escaping (Result<PedometerData, MotionError>) -> Void
    ) {
      nonisolated(unsafe) let completion = completion
      pedometer.queryPedometerData(from: Date(start), to: Date(end)) { data, error in
        let answer = Result.answer(data.map(PedometerData.init), error)
        onMain { completion(answer) }
      }
    }

    func startUpdates(from start: Instant, _ handler: @escaping (PedometerData) -> Void) {
      nonisolated(unsafe) let handler = handler
      pedometer.startUpdates(from: Date(start)) { data, _ in
        guard let data = data.map(PedometerData.init) else { return }
        onMain { handler(data) }
      }
    }
    func stopUpdates() { pedometer.stopUpdates() }
  }

  /// The altimeter of an iOS app.
  final class AppleAltimeter: Altimeter {
    private let altimeter = CMAltimeter()

    var availability: ServiceAvailability {
      .available(if: CMAltimeter.isRelativeAltitudeAvailable())
    }

    func startRelativeAltitudeUpdates(_ handler: @escaping (RelativeAltitude) -> Void) {
      altimeter.startRelativeAltitudeUpdates(to: .main) { data, _ in
        guard let data else { return }
        handler(
          RelativeAltitude(
            meters: data.relativeAltitude.doubleValue,
            pressureKilopascals: data.pressure.doubleValue, timestamp: Instant(Date())))
      }
    }
    func stopRelativeAltitudeUpdates() { altimeter.stopRelativeAltitudeUpdates() }
  }

  /// Calls a function on the main thread: at once if the code runs there.
  func onMain(_ callback: @escaping @Sendable () -> Void) {
    if Thread.isMainThread { callback() } else { DispatchQueue.main.async(execute: callback) }
  }

  extension Result where Failure == MotionError {
    fileprivate static func answer(_ value: Success?, _ error: (any Error)?) -> Self {
      if let value { return .success(value) }
      let code = (error as NSError?)?.code
      let isRefused =
        code == Int(CMErrorMotionActivityNotAuthorized.rawValue)
        || code == Int(CMErrorNotAuthorized.rawValue)
      return .failure(isRefused ? .notAuthorized : .unavailable)
    }
  }

  extension MotionActivity {
    fileprivate init(_ activity: CMMotionActivity) {
      let confidence: Confidence =
        switch activity.confidence {
        case .low: .low
        case .medium: .medium
        case .high: .high
        @unknown default: .low
        }
      self.init(confidence: confidence, start: Instant(activity.startDate))
      stationary = activity.stationary
      walking = activity.walking
      running = activity.running
      cycling = activity.cycling
      automotive = activity.automotive
      unknown = activity.unknown
    }
  }

  extension PedometerData {
    fileprivate init(_ data: CMPedometerData) {
      self.init(
        start: Instant(data.startDate), end: Instant(data.endDate),
        steps: data.numberOfSteps.intValue, distanceMeters: data.distance?.doubleValue)
    }
  }
#endif
