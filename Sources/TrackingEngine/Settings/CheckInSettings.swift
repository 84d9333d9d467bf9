import Geodesy

/// The settings of the fence around a center, and of the requests that report crossings of the
/// fence.
package struct CheckInSettings: Sendable, Hashable {
  package var trackedCenter: Coordinate?
  package var fenceRadiusMeters = 50.0
  package var centerAccuracyMaxMeters = 65.0
  package var userID = ""

  package var recordsNothing = false
  package var neverRecentres = false
  package var noCall = false

  package init() {}

  static let definitions: [SettingDefinition] = [
    SettingDefinition(
      "trackedCenter", "center of the fence; none uses the first good fix",
      .coordinate(\.checkIn.trackedCenter), readBy: .trackedFence),
    SettingDefinition(
      "fenceRadius", "radius of the fence around the tracked center",
      .meters(\.checkIn.fenceRadiusMeters), readBy: .trackedFence),
    SettingDefinition(
      "centerAccuracyMax", "largest accuracy radius of a fix that can be the center of the fence",
      .meters(\.checkIn.centerAccuracyMaxMeters), readBy: .trackedFence),
    SettingDefinition(
      "userID", "identifier of the user in calls to the server", .text(\.checkIn.userID),
      readBy: .trackedFence, .checkInUpload),
    SettingDefinition(
      "recordsNothing", "quirk: standard updates run, but their fixes are not recorded",
      .toggle(\.checkIn.recordsNothing)),
    SettingDefinition(
      "neverRecentres", "quirk: the fence stays at its first center",
      .toggle(\.checkIn.neverRecentres), readBy: .trackedFence),
    SettingDefinition(
      "noCall", "quirk: check-ins and check-outs are not sent to the server",
      .toggle(\.checkIn.noCall), readBy: .checkInUpload),
  ]
}
