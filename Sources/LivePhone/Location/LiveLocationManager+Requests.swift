import Geodesy
import PhoneAPI

/// The functions for an app's requests for a single fix, as in Core Location's `requestLocation`.
extension LiveLocationManager {
  /// A request that waits for a good fix, with the best fix so far.
  struct Request {
    var deadline: UInt64
    var best: Location?
  }

  /// The accuracy in meters that satisfies a request for the best accuracy.
  private static let goodAccuracyMeters = 10.0

  func answersRequest(_ fix: Location) -> Bool {
    guard var waiting = request else { return false }
    let wanted = max(desiredAccuracy.meters, Self.goodAccuracyMeters)
    guard fix.horizontalAccuracyMeters > wanted else {
      cancelRequest()
      return true
    }
    if fix.horizontalAccuracyMeters <= waiting.best?.horizontalAccuracyMeters ?? .infinity {
      waiting.best = fix
    }
    request = waiting
    return false
  }

  func endRequest() {
    guard let ended = request else { return }
    request = nil
    if let best = ended.best {
      deliver(best)
    } else {
      delegate?.locationManager(self, didFail: .locationUnknown)
    }
  }

  func cancelRequest() {
    if let request { phone.loop.cancel(request.deadline) }
    request = nil
  }
}
