import Geodesy
import Timekeeping

/// The settings for recording drives, for waking the app, and for the gate that the tracker opens.
package struct DriveSettings: Sendable, Hashable {
  package var pointDistanceMinMeters = 8.0
  package var pointAccuracyMaxMeters = 180.0
  package var coldStartDuration = TimeSpan.minutes(10)
  package var parkedRadiusMeters = 100.0
  package var homeRegionRadiusMeters = 105.0
  package var areBusiness = true
  package var tracksRuns = false
  package var speedWithoutMotion = true
  package var carAudio = false
  package var carAccessory: String?

  package var gate: Coordinate?
  package var gateRadiusMeters = 64.0
  package var gateRadiusOnFootMeters = 38.0
  package var gateRingMeters = 200.0
  package var gateCall = GateCall()

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
      "drivePointDistanceMin", "smallest distance of a drive's point from the two points before it",
      .meters(\.drives.pointDistanceMinMeters), readBy: .driveDetection),
    SettingDefinition(
      "drivePointAccuracyMax",
      "largest accuracy radius of a drive's point, horizontal and vertical",
      .meters(\.drives.pointAccuracyMaxMeters), readBy: .driveDetection),
    SettingDefinition(
      "coldStartDuration",
      "time for which a new process asks for the best accuracy, so that it keeps running",
      .duration(\.drives.coldStartDuration), readBy: .drivingAccuracy),
    SettingDefinition(
      "parkedRadius", "radius of the region around the place where a drive ended",
      .meters(\.drives.parkedRadiusMeters), readBy: .parkedRegion),
    SettingDefinition(
      "homeRegionRadius", "radius of the region around home that wakes the app",
      .meters(\.drives.homeRegionRadiusMeters), readBy: .parkedRegion),
    SettingDefinition(
      "drivesAreBusiness", "mark drives as business", .toggle(\.drives.areBusiness),
      readBy: .driveLog),
    SettingDefinition(
      "tracksRuns", "record runs in the same way as drives", .toggle(\.drives.tracksRuns),
      readBy: .driveDetection),
    SettingDefinition(
      "speedWithoutMotion", "detect drives by speed if the phone has no motion sensors",
      .toggle(\.drives.speedWithoutMotion), readBy: .driveDetection),
    SettingDefinition(
      "carAudio", "begin a drive when the phone plays to a car: CarPlay or hands-free Bluetooth",
      .toggle(\.drives.carAudio), readBy: .driveDetection),
    SettingDefinition(
      "carAccessory",
      "name of a Bluetooth Low Energy accessory in the car, whose connection begins a drive",
      .optionalText(\.drives.carAccessory), readBy: .driveDetection),
  ]

  private static let gate =
    [
      SettingDefinition(
        "gate", "place of the gate to open", .coordinate(\.drives.gate), readBy: .gateTrigger),
      SettingDefinition(
        "gateRadius", "distance from the gate at which the tracker asks it to open",
        .meters(\.drives.gateRadiusMeters), readBy: .gateTrigger),
      SettingDefinition(
        "gateRadiusOnFoot", "the value of `gateRadius` for a user on foot",
        .meters(\.drives.gateRadiusOnFootMeters), readBy: .gateTrigger),
      SettingDefinition(
        "gateRing", "distance from the gate within which an approach begins",
        .meters(\.drives.gateRingMeters), readBy: .gateTrigger),
    ] + GateCall.definitions

  private static let wakeUps = [
    SettingDefinition(
      "deadManNotification", "keep a notification scheduled that appears if the app has stopped",
      .toggle(\.drives.deadManNotification), readBy: .deadManNotification),
    SettingDefinition(
      "notifyOnTerminate",
      "notify when the phone announces the app's end, instead of scheduling a notification",
      .toggle(\.drives.notifyOnTerminate), readBy: .deadManNotification),
    SettingDefinition(
      "backgroundFetch", "ask the phone to wake the app by background refresh",
      .toggle(\.drives.backgroundFetch), readBy: .wakeUps),
    SettingDefinition(
      "silentPush", "ask the phone to wake the app by silent pushes", .toggle(\.drives.silentPush),
      readBy: .wakeUps),
    SettingDefinition(
      "voipPush", "ask the phone to wake the app by VoIP pushes, and report no call",
      .toggle(\.drives.voipPush), readBy: .wakeUps),
  ]

  private static let quirks = [
    SettingDefinition(
      "parkedAtFirstPoint", "quirk: the parked region is placed where the drive began",
      .toggle(\.drives.parkedAtFirstPoint), readBy: .parkedRegion),
    SettingDefinition(
      "neverClearsInProgress", "quirk: a drive that a kill interrupts stays marked as in progress",
      .toggle(\.drives.neverClearsInProgress), readBy: .driveDetection),
    SettingDefinition(
      "wallClockPoints",
      "quirk: a point has the time at which it was stored, not the time of its fix",
      .toggle(\.drives.wallClockPoints), readBy: .driveDetection),
  ]
}
