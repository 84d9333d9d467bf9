import PhoneAPI
import Timekeeping

/// Settings that change while the tracker is at work.
extension Tracker {
  /// Other settings from now on, over all launches: by the person's hand, or the server's.
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

  /// For whoever sends from the store later; without it they have to say the name themselves, which is no
  /// reason to stop.
  func nameStore() { try? store.setDeviceName(chosenSettings.deviceID) }

  func settingsMayDiffer() {
    let inForce = tripID == nil ? chosenSettings : chosenSettings.duringTrip
    guard inForce != settings else { return }
    settings = inForce
    filter.follow(inForce)
    wifiZone = WiFiZone(inForce)
    streamSource = sourceOfStream()
    tell(.settings) { $0.settingsChanged() }
    if isTracking { beginTracking() }
  }

  /// With tracking mode off the app of 2024 drops what comes even if a trip has it come.
  var dropsEverything: Bool {
    chosenSettings.overland.offDropsTrips && chosenSettings.trackingMode == .off
  }

  /// - Parameter values: by the names in `TrackerSettings.definitions`; those that make no sense are
  ///   noted and left out.
  func changeSettings(_ values: [String: String]) {
    change { settings in
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        if TrackerSettings.definition(named: name)?.assign(value, to: &settings) != true {
          phone.note("tracker", "the setting \(name) cannot be \(value)")
        }
      }
    }
  }
}
