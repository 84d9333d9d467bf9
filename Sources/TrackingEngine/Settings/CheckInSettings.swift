import Geodesy

/// What concerns the fence around a tracked center, and the calls that tell of its crossings.
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
      "trackedCenter", "center of the fence; none takes the first good fix",
      .coordinate(\.checkIn.trackedCenter), readBy: .trackedFence),
    SettingDefinition(
      "fenceRadius", "radius of the fence around the tracked center",
      .meters(\.checkIn.fenceRadiusMeters), readBy: .trackedFence),
    SettingDefinition(
      "centerAccuracyMax", "largest accuracy radius of a fix that the fence is centered on",
      .meters(\.checkIn.centerAccuracyMaxMeters), readBy: .trackedFence),
    SettingDefinition(
      "userID", "who checks in and out, as the server is told", .text(\.checkIn.userID),
      readBy: .trackedFence, .checkInUpload),
    SettingDefinition(
      "recordsNothing", "quirk: standard updates run and are not recorded",
      .toggle(\.checkIn.recordsNothing)),
    SettingDefinition(
      "neverRecentres", "quirk: the fence stays at its first center",
      .toggle(\.checkIn.neverRecentres), readBy: .trackedFence),
    SettingDefinition(
      "noCall", "quirk: the server is not told of check-ins and check-outs",
      .toggle(\.checkIn.noCall), readBy: .checkInUpload),
  ]
}
