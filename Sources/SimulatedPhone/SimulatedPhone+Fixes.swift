import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// Positions from the network, and fixes for services that use little power.
extension SimulatedPhone {
  /// Returns a position from Wi-Fi or a cell, and counts the energy of the scan; nil if the network
  /// gives no position.
  /// - Parameters:
  ///   - only: the method to use, such as the cell alone, which answers at once; nil to choose one.
  ///   - isStep: true if the phone reuses its last scan. The function then counts no energy.
  ///   - restBegan: the instant from which fixes are rare, because the phone lies still; nil if
  ///     fixes are not rare.
  func networkFix(
    for cause: EnergyCause, only: NetworkPositioning.Method? = nil, isStep: Bool = false,
    restBegan: Instant? = nil
  ) -> Location? {
    if permissions.isAccuracyReduced { return location.area() }
    let truth = truth()
    guard
      let found = network.method(
        span: span, at: truth.coordinate, scansWiFi: switches.scansWiFi)
    else { return areaFix(truth) }
    if found == .cell, switches.scansWiFi { reportUnknownWiFi() }
    let method = only ?? found
    if !isStep { payForScan(method, truth, cause) }
    return network.fix(
      truth, method: method, cell: world.cells[span.area].servingCell(at: truth.coordinate),
      isOnTrain: isOnTrain, isJoined: span.network == .wifi && span.sky == .indoors,
      isOnWake: cause != .standardUpdates, restBegan: restBegan, scale: scale(at: truth.coordinate),
      at: now)
  }

  private func payForScan(
    _ method: NetworkPositioning.Method, _ truth: TruePosition, _ cause: EnergyCause
  ) {
    let device = model.device
    if method == .wifi {
      addImpulse(device.networkPositioning.wifiScanJoules, .networkPositioning, cause)
    }
    if network.mustLookUp(at: truth.coordinate) {
      note(.hardware, "POS-7") { "asks a server for the stations received in a new area" }
      _ = modem.transfer(
        bytes: Int(device.networkPositioning.lookUpBytes), over: span.network)
    }
    // The host's part counts only for the share in which the processor slept. While the screen is
    // lit, it does not sleep.
    if !screen.isLit {
      let asleep = 1 - processor.awakeShare
      addImpulse(device.processor.networkFixHostJoules * asleep, .processor, cause)
    }
  }

  /// Reports in the timeline that the Wi-Fi of the present place is unknown, once for each place.
  ///
  /// All positions at such a place come from the cell, for example during a whole night.
  private func reportUnknownWiFi() {
    guard let index = span.place, let place = world.place(of: span),
      network.isUnknownFirst(at: index)
    else { return }
    note(.hardware, "STD-12") {
      "the Wi-Fi of \(place.name) is not in the database: positions come from the cell"
    }
  }

  /// Returns a position from the mobile network's area code, for a phone without a data connection.
  ///
  /// The accuracy is 10 to 50 km (STD-12). Returns nil if there is a fix from the last 15 minutes
  /// (a judgment without a source).
  private func areaFix(_ truth: TruePosition) -> Location? {
    let known = location.latestFix.map { now - $0.timestamp < .minutes(15) } ?? false
    guard !known, span.sky != .none, !switches.isAirplaneModeOn else { return nil }
    note(.hardware, "STD-12") { "no data connection: only the area is known" }
    return network.areaFix(truth, scale: scale(at: truth.coordinate), at: now)
  }

  private var isOnTrain: Bool { if case .train = span.mode { true } else { false } }

  /// Returns the fix that a low-power service delivers. The fix comes from the satellite receiver
  /// if the receiver is already on (EN-7), otherwise from the network.
  func freshFix(for cause: EnergyCause) -> Location? {
    if gnss.isTracking, let latest = location.latestFix,
      now - latest.timestamp < .seconds(5 as Int64)
    {
      note(.operatingSystem, "EN-7") { "the receiver is on anyway: its fix is passed on" }
      return latest
    }
    return networkFix(for: cause)
  }
}
