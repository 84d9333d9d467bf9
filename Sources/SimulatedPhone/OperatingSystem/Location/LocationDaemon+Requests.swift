import PhoneAPI
import Timekeeping

extension LocationDaemon.Demand {
  var words: String {
    switch self {
    case .nothing: "nothing"
    case .coarse: "1 km or coarser, by the cell"
    case .hundredMeters: "100 m, by Wi-Fi and cell"
    case .fine: "the best, by satellites"
    }
  }
}

/// The requests of managers: standard updates and single fixes.
extension LocationDaemon {
  /// Starts standard updates. As on iOS, this cancels a one-shot request of the same manager.
  func startUpdates(_ client: LocationClient) {
    guard !client.wantsStandardUpdates, let process = client.process else { return }
    guard !phone.permissions.refusesLocation else { return client.failSoon(.denied) }
    client.session = .on(mayOutlastWakeWindow: mayStartLasting(process))
    client.lastDelivered = nil
    client.oneShotEnds = nil
    client.staying = nil
    if latestFix != nil {
      phone.schedule(.location(.cachedFix(client: client.number)), after: .milliseconds(50))
    }
    schedulePause(client)
    reconsider()
  }

  func stopUpdates(_ client: LocationClient) {
    client.session = .off
    client.oneShotEnds = nil
    reconsider()
  }

  func requestOneFix(_ client: LocationClient) {
    guard phone.permissions.allowsLocation else { return client.failSoon(.denied) }
    client.oneShotEnds = phone.now + .seconds(system.oneShotSeconds)
    phone.schedule(
      .location(.oneShotOver(client: client.number)), after: .seconds(system.oneShotSeconds))
    reconsider()
  }

  /// Ends a one-shot request whose time is over. Delivers the best available fix, or an error.
  func oneShotOver(client number: Int) {
    guard let client = client(number), let end = client.oneShotEnds, end <= phone.now else {
      return
    }
    let oldest = phone.now - .seconds(system.oneShotSeconds)
    var fix = client.isServed ? latestFix : nil
    if client.isServed, latestFix.map({ $0.timestamp < oldest }) ?? true {
      fix = phone.networkFix(for: cause)
      if let fix { keep(fix) }
    }
    client.oneShotEnds = nil
    if let fix {
      deliver(fix, to: client)
    } else {
      client.delegate?.locationManager(client, didFail: .locationUnknown)
    }
    reconsider()
  }

  /// Delivers the latest fix as the first position of the session (STD-7). The phone computed this
  /// fix before the session started.
  func deliverCached(client number: Int) {
    guard let client = client(number), client.wantsStandardUpdates, client.isServed,
      client.lastDelivered == nil, let fix = latestFix
    else { return }
    phone.note(.operatingSystem, "STD-7") { "the session begins with the position at hand" }
    deliver(fix, to: client)
  }
}
