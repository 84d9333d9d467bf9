import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// Positions that are not the receiver's own second by second.
extension SimulatedPhone {
  /// A position from Wi-Fi or cell, and what it costs; nil without a network.
  /// - Parameters:
  ///   - only: the cell alone is asked, which knows at once.
  ///   - isStep: on the way to the position of the last scan, without a new one.
  ///   - restBegan: since when a session for fine positions rests.
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
    if found == .cell, switches.scansWiFi { tellUnknownWiFi() }
    let method = only ?? found
    if !isStep { payForScan(method, truth, cause) }
    return network.fix(
      truth, method: method, cell: world.cells.servingCell(at: truth.coordinate),
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
      note(.hardware, "POS-7") { "asks a server for the stations heard in a new area" }
      _ = modem.transfer(
        bytes: Int(device.networkPositioning.lookUpBytes), over: span.network)
    }
    // The host's part counts only as far as the processor slept; a lit phone's does not sleep.
    if !screen.isLit {
      let asleep = 1 - processor.awakeShare
      addImpulse(device.processor.networkFixHostJoules * asleep, .processor, cause)
    }
  }

  /// Whole nights hang on it, so it is told, once a place.
  private func tellUnknownWiFi() {
    guard let index = span.place, let place = world.place(of: span),
      network.isUnknownFirst(at: index)
    else { return }
    note(.hardware, "STD-12") {
      "the Wi-Fi of \(place.name) is not known to the location service: positions come from the cell"
    }
  }

  /// Without a data connection the phone falls back on area codes, unless it knows better (STD-12): from a
  /// quarter of an hour ago, by judgement.
  private func areaFix(_ truth: TruePosition) -> Location? {
    let known = location.latestFix.map { now - $0.timestamp < .minutes(15) } ?? false
    guard !known, span.sky != .none, !switches.isAirplaneModeOn else { return nil }
    note(.hardware, "STD-12") { "no data connection: all that is known is the area" }
    return network.areaFix(truth, scale: scale(at: truth.coordinate), at: now)
  }

  private var isOnTrain: Bool { if case .train = span.mode { true } else { false } }

  /// What a low-power service hands out: the receiver's fix if it is on anyway (EN-7), else the network's.
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
