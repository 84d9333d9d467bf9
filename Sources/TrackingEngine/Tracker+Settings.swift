import PhoneAPI
import Timekeeping

/// Changes of settings while the tracker runs.
extension Tracker {
  /// Changes the settings for this and all later launches, at the request of the user or the
  /// server.
  func change(_ change: (inout TrackerSettings) -> Void) {
    var changed = chosenSettings
    change(&changed)
    guard changed != chosenSettings else { return }
    let isRenamed = changed.deviceID != chosenSettings.deviceID
    chosenSettings = changed
    if isRenamed { nameStore() }
    ChangedSettings(from: configuration.settings, to: changed).keep(in: phone.container)
    settingsMayDiffer()
  }

  /// Stores the device's name, so that another program can later send the store's records.
  ///
  /// A failure is ignored, because the user can also give the name to that program.
  func nameStore() { try? store.setDeviceName(chosenSettings.deviceID) }

  /// Stores the device's identifier, so that another program can later send the store's records
  /// with the same `unique_id`. After a failure, that program derives an identifier.
  func identifyStore() { try? store.setDeviceIdentifier(phone.device.identifierForVendor) }

  /// Applies the settings that are now in force, if they differ from `settings`.
  ///
  /// During a trip these are the trip's settings, at other times the everyday settings.
  func settingsMayDiffer() {
    let inForce = tripID == nil ? chosenSettings : chosenSettings.duringTrip
    guard inForce != settings else { return }
    settings = inForce
    filter.follow(inForce)
    wifiZone = WiFiZone(inForce)
    streamSource = sourceOfStream()
    notify(.settings) { $0.settingsChanged() }
    if isTracking { beginTracking() }
  }

  /// True if tracking mode `off` drops all fixes even during a trip, as in Overland's app of 2024.
  var dropsEverything: Bool {
    chosenSettings.overland.offDropsTrips && chosenSettings.trackingMode == .off
  }

  /// Changes settings by name.
  ///
  /// - Parameter values: the new value of each setting, by the names in
  ///   `TrackerSettings.definitions`. Invalid names and values are noted in the timeline and
  ///   ignored.
  ///
  /// A token belongs to one server. A change to another server removes the token, unless the values
  /// contain a new one.
  func changeSettings(_ values: [String: String]) {
    change { settings in
      let former = settings.endpoint
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        if TrackerSettings.definition(named: name)?.assign(value, to: &settings) != true {
          phone.note("tracker", "ignores setting \(name)=\(value): unknown name or invalid value")
        }
      }
      if let former, values["accessToken"] == nil,
        settings.endpoint.map(Self.server) != Self.server(of: former)
      {
        settings.accessToken = nil
      }
    }
  }

  /// Returns the scheme, the host and the port of an address.
  private static func server(of address: String) -> String {
    let parts = address.lowercased().split(
      separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.prefix(3).joined(separator: "/").prefix { $0 != "?" && $0 != "#" }.description
  }
}
