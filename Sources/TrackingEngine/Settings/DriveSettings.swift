import Geodesy
import Timekeeping

/// What concerns drives, the ways to stay alive for them, and the gate on the way.
package struct DriveSettings: Sendable, Hashable {
  package var pointDistanceMinMeters = 8.0
  package var pointAccuracyMaxMeters = 180.0
  package var coldStartDuration = TimeSpan.minutes(10)
  package var parkedRadiusMeters = 100.0
  package var homeRegionRadiusMeters = 105.0
  package var areBusiness = true
  package var tracksRuns = false

  package var gate: Coordinate?
  package var gateRadiusMeters = 64.0
  package var gateRadiusOnFootMeters = 38.0
  package var gateRingMeters = 200.0

  package var deadManNotification = false
  package var notifyOnTerminate = false
  package var backgroundFetch = false
  package var silentPush = false
  package var voipPush = false

  package var parkedAtFirstPoint = false
  package var neverClearsInProgress = false
  package var wallClockPoints = false

  package init() {}

  static let definitions: [SettingDefinition] = recording + gate + wakeUps + quirks

  private static let recording = [
    SettingDefinition(
      "drivePointDistanceMin", "least distance of a drive's point from the two before it",
      .meters(\.drives.pointDistanceMinMeters), readBy: .driveDetection),
    SettingDefinition(
      "drivePointAccuracyMax", "largest accuracy radius, level and upright, of a drive's point",
      .meters(\.drives.pointAccuracyMaxMeters), readBy: .driveDetection),
    SettingDefinition(
      "coldStartDuration", "how long a new process asks for the best accuracy, to stay alive",
      .duration(\.drives.coldStartDuration), readBy: .drivingAccuracy),
    SettingDefinition(
      "parkedRadius", "radius of the region where a drive ended",
      .meters(\.drives.parkedRadiusMeters), readBy: .parkedRegion),
    SettingDefinition(
      "homeRegionRadius", "radius of the region around home that wakes the app",
      .meters(\.drives.homeRegionRadiusMeters), readBy: .parkedRegion),
    SettingDefinition(
      "drivesAreBusiness", "mark drives as business", .toggle(\.drives.areBusiness),
      readBy: .driveLog),
    SettingDefinition(
      "tracksRuns", "record runs as drives are", .toggle(\.drives.tracksRuns),
      readBy: .driveDetection),
  ]

  private static let gate = [
    SettingDefinition(
      "gate", "a gate that is asked to open", .coordinate(\.drives.gate), readBy: .gateTrigger),
    SettingDefinition(
      "gateRadius", "distance at which the gate is asked to open",
      .meters(\.drives.gateRadiusMeters), readBy: .gateTrigger),
    SettingDefinition(
      "gateRadiusOnFoot", "the same on foot",
      .meters(\.drives.gateRadiusOnFootMeters), readBy: .gateTrigger),
    SettingDefinition(
      "gateRing", "distance within which an approach to the gate begins",
      .meters(\.drives.gateRingMeters), readBy: .gateTrigger),
  ]

  private static let wakeUps = [
    SettingDefinition(
      "deadManNotification", "have a notification wait that shows once the app has stopped",
      .toggle(\.drives.deadManNotification), readBy: .deadManNotification),
    SettingDefinition(
      "notifyOnTerminate", "notify when told of the app's end, in place of the one that waits",
      .toggle(\.drives.notifyOnTerminate), readBy: .deadManNotification),
    SettingDefinition(
      "backgroundFetch", "be woken by background refresh", .toggle(\.drives.backgroundFetch),
      readBy: .wakeUps),
    SettingDefinition(
      "silentPush", "be woken by silent pushes", .toggle(\.drives.silentPush), readBy: .wakeUps),
    SettingDefinition(
      "voipPush", "be woken by VoIP pushes, without reporting a call", .toggle(\.drives.voipPush),
      readBy: .wakeUps),
  ]

  private static let quirks = [
    SettingDefinition(
      "parkedAtFirstPoint", "quirk: the parked region lies where the drive began",
      .toggle(\.drives.parkedAtFirstPoint), readBy: .parkedRegion),
    SettingDefinition(
      "neverClearsInProgress", "quirk: a drive that a kill broke off stays in progress for good",
      .toggle(\.drives.neverClearsInProgress), readBy: .driveDetection),
    SettingDefinition(
      "wallClockPoints", "quirk: a point has the time of its storing, not the fix's",
      .toggle(\.drives.wallClockPoints), readBy: .driveDetection),
  ]
}
