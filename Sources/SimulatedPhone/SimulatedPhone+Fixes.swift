import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// Positions that are not the receiver's own second by second.
extension SimulatedPhone {
  /// A position from Wi-Fi or cell, and what it costs; nil without a network.
  func networkFix(for cause: EnergyCause) -> Location? {
    let truth = truth()
    guard let method = network.method(span: span, at: truth.coordinate) else {
      return nil
    }
    let device = model.device
    if method == .wifi { addImpulse(device.wifiScanJoules, .networkPositioning, cause) }
    let isAwake = app?.process?.isRunning == true
    if !isAwake { addImpulse(device.networkFixHostJoules, .processor, cause) }
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
