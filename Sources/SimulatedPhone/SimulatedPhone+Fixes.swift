import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// Positions that are not the receiver's own second by second.
extension SimulatedPhone {
  /// A position from Wi-Fi or cell, and what it costs; nil without a network.
  func networkFix(for cause: EnergyCause) -> Location? {
    if permissions.isAccuracyReduced { return location.area() }
    let truth = truth()
    guard
      let method = network.method(
        span: span, at: truth.coordinate, scansWiFi: switches.scansWiFi)
    else { return nil }
    let device = model.device
    if method == .wifi {
      addImpulse(device.networkPositioning.wifiScanJoules, .networkPositioning, cause)
    }
    // The host's part counts only as far as the processor slept; a lit phone's does not sleep.
    if app?.process?.state != .foreground {
      let asleep = 1 - location.awakeShare
      addImpulse(device.processor.networkFixHostJoules * asleep, .processor, cause)
    }
    return network.fix(
      truth, method: method, cell: world.cells.servingCell(at: truth.coordinate),
      scale: scale(at: truth.coordinate), at: now)
  }

  /// What a low-power service hands out: the receiver's fix if it is on anyway (EN-7), else the network's.
  func freshFix(for cause: EnergyCause) -> Location? {
    if gnss.isTracking, let latest = location.latestFix,
      now - latest.timestamp < .seconds(5 as Int64)
    {
      return latest
    }
    return networkFix(for: cause)
  }
}
