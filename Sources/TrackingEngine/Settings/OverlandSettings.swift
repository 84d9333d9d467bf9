import Geodesy

/// What Overland has beside the settings that any tracker has, and its historical behavior by name.
package struct OverlandSettings: Sendable, Hashable {
  package var notifies = false
  package var wifiZoneNetwork: String?
  package var wifiZoneCenter: Coordinate?
  package var purgesQueue = false

  // MARK: Historical behavior, by name

  package var offDropsTrips = false
  package var latestPurges = false
  package var oldStats = false
  package var setBugs = false
  package var ownTracksBugs = false

  package init() {}

  static let definitions: [SettingDefinition] = [
    SettingDefinition(
      "notifies", "tell the person when tracking stops or starts by itself",
      .toggle(\.overland.notifies), readBy: .trackingNotifications, .trips),
    SettingDefinition(
      "wifiZoneNetwork", "name of the Wi-Fi network whose place is known exactly",
      .optionalText(\.overland.wifiZoneNetwork)),
    SettingDefinition(
      "wifiZone", "where the phone is while on the network of `wifiZoneNetwork`",
      .coordinate(\.overland.wifiZoneCenter)),
    SettingDefinition(
      "purgesQueue", "delete everything that waits when the app is next opened, once",
      .toggle(\.overland.purgesQueue), readBy: .queuePurge),
    SettingDefinition(
      "offDropsTrips", "quirk: with tracking mode off drop visits too, and fixes even in a trip",
      .toggle(\.overland.offDropsTrips)),
    SettingDefinition(
      "latestPurges", "quirk: the latest position takes the place of trips and visits as well",
      .toggle(\.overland.latestPurges)),
    SettingDefinition(
      "oldStats", "quirk: tracking statistics with the fields and meanings of 2024",
      .toggle(\.overland.oldStats), readBy: .overlandUpload),
    SettingDefinition(
      "setBugs",
      "quirk: a server's `send_interval: off` sends at every call, its `batch_size` does nothing",
      .toggle(\.overland.setBugs), readBy: .overlandUpload),
    SettingDefinition(
      "ownTracksBugs", "quirk: OwnTracks times count from 2001, and the token is not encoded",
      .toggle(\.overland.ownTracksBugs), readBy: .overlandUpload),
  ]
}
