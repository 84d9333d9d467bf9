import Geodesy

/// The settings and quirks that only Overland has.
package struct OverlandSettings: Sendable, Hashable {
  package var notifies = false
  package var wifiZoneNetwork: String?
  package var wifiZoneCenter: Coordinate?
  package var purgesQueue = false

  // MARK: Quirks

  package var offDropsTrips = false
  package var latestPurges = false
  package var oldStats = false
  package var setBugs = false
  package var ownTracksBugs = false

  package init() {}

  static let definitions: [SettingDefinition] = [
    SettingDefinition(
      "notifies", "notify the user when tracking stops or starts by itself",
      .toggle(\.overland.notifies), readBy: .trackingNotifications, .trips),
    SettingDefinition(
      "wifiZoneNetwork", "name of the Wi-Fi network whose location is `wifiZone`",
      .optionalText(\.overland.wifiZoneNetwork)),
    SettingDefinition(
      "wifiZone", "location to record while the phone is on the network of `wifiZoneNetwork`",
      .coordinate(\.overland.wifiZoneCenter)),
    SettingDefinition(
      "purgesQueue", "delete all unsent records when the app is next opened, once",
      .toggle(\.overland.purgesQueue), readBy: .queuePurge),
    SettingDefinition(
      "offDropsTrips",
      "quirk: tracking mode `off` also drops visits, and fixes even during a trip",
      .toggle(\.overland.offDropsTrips)),
    SettingDefinition(
      "latestPurges", "quirk: the latest position replaces unsent trips and visits as well",
      .toggle(\.overland.latestPurges)),
    SettingDefinition(
      "oldStats", "quirk: tracking statistics have the fields and meanings of 2024",
      .toggle(\.overland.oldStats), readBy: .overlandUpload),
    SettingDefinition(
      "setBugs",
      "quirk: a server's `send_interval: off` sends at every call; its `batch_size` has no effect",
      .toggle(\.overland.setBugs), readBy: .overlandUpload),
    SettingDefinition(
      "ownTracksBugs",
      "quirk: OwnTracks times count from the year 2001, and the token is not encoded",
      .toggle(\.overland.ownTracksBugs), readBy: .overlandUpload),
  ]
}
