import ModelParameters

/// One version of the operating system and its special rules. Scenarios refer to it by `name`.
public struct OperatingSystemProfile: Sendable, Hashable {
  public let name: String
  /// The major version number. For version 16.4, `major` is 16 and `minor` is 4.
  public let major: Int
  public let minor: Int
  /// True for a system without the rules of iOS, as on the phones of the field studies before iOS.
  /// An app runs until it is ended, has full access to the hardware, and its timers fire while the
  /// phone sleeps. No service launches an app that does not run (no significant changes, visits,
  /// regions or scheduled tasks).
  public var isUnrestricted: Bool { name == "unrestricted" }
  /// True from iOS 16.4 on, where the system suspends some apps that monitor significant changes.
  ///
  /// The system suspends an app with the permission Always if all its location sessions are
  /// low-grade (BG-3). A low-grade session shows no location indicator, and has a distance filter
  /// or an accuracy of 1 km or coarser.
  public var suspendsLowGradeSessions: Bool { (major, minor) >= (16, 4) }
  /// The standard variant of the system's reaction to significant changes and regions after a force
  /// quit (SLC-11, SLC-12, REG-10).
  ///
  /// Before iOS 26, the system launches the app. Reports on iOS 26 contradict each other. The
  /// standard variant for iOS 26 is that the system does not launch the app.
  package var relaunchAfterForceQuit: ForceQuitRelaunch { major < 26 ? .relaunches : .staysDead }

  /// The standard choice between the variants of `LocationLaunchReason` for this system (BG-11).
  ///
  /// Before iOS 26, the app learns that a location event launched it. iOS 26 deprecates the launch
  /// option that contains this reason, so the model withholds the reason from iOS 26 on.
  package var locationLaunchReason: LocationLaunchReason { major < 26 ? .told : .withheld }

  public static let all: [OperatingSystemProfile] = [
    OperatingSystemProfile(name: "ios-12", major: 12, minor: 3),
    OperatingSystemProfile(name: "ios-15", major: 15, minor: 8),
    OperatingSystemProfile(name: "ios-16", major: 16, minor: 7),
    OperatingSystemProfile(name: "ios-17", major: 17, minor: 6),
    OperatingSystemProfile(name: "ios-18", major: 18, minor: 5),
    OperatingSystemProfile(name: "ios-26", major: 26, minor: 2),
    OperatingSystemProfile(name: "unrestricted", major: 0, minor: 0),
  ]

  public static func named(_ name: String) -> OperatingSystemProfile? {
    all.first { $0.name == name }
  }
}

/// The variants of the system's reaction to significant changes and regions after a force quit.
/// Either the system launches the app, or the app stays dead. Sources disagree (SLC-12, REG-10).
package enum ForceQuitRelaunch: String, PhoneVariant {
  package static let names = allNames

  case relaunches
  case staysDead = "stays-dead"
}

/// The variants of a launch by a location event: the app gets the reason for its launch, or not.
///
/// In measurements, apps that are built on scenes did not get the reason (BG-11).
package enum LocationLaunchReason: String, PhoneVariant {
  package static let names = allNames

  case told, withheld
}

/// The model variants for the positions that a suspended app misses. Sources disagree (STD-16).
package enum SuspendedUpdates: String, PhoneVariant {
  package static let names = allNames

  /// The app gets the last few positions when it runs again, and the other positions are lost. This
  /// is a judgment, a compromise between the sources.
  case newestFew = "newest-few"
  /// The system queues the positions and delivers them when the app next runs, according to Apple.
  case queued
  /// The system keeps no positions, according to the author of a tracker.
  case lost
}

/// The model's values for the rules of the operating system on one phone.
package struct OperatingSystemParameters: Sendable {
  package let permission: PermissionParameters
  package let isUnrestricted: Bool
  package let suspendsLowGradeSessions: Bool
  package let lowGradeSuspensionSeconds: Double
  package let forceQuitRelaunchProbability: Double
  /// True if a location session that starts in a wake-up by a region may continue in the
  /// background. Sources allow this after a significant change, and do not mention regions (BG-2).
  package let regionWakeEarnsSession: Bool

  package let backgroundGraceSeconds: Double
  package let backgroundTaskSeconds: Double
  package let wakeWindowSeconds: Double
  package let whenInUseGraceSeconds: Double
  package let life: LifecycleParameters

  package let stillFixSecondsWithSky: Double
  package let stillFixSecondsIndoors: Double
  package let startBurstSeconds: Double
  package let stillNoticedSeconds: Double
  package let networkFixIntervalSeconds: Double
  package let networkFixStillIntervalSeconds: Double
  package let coarseFixIntervalSeconds: Double
  package let oneShotSeconds: Double
  /// The maximum number of missed positions that a suspended app receives when it runs again.
  package let missedFixCountMax: Int
  package let pauseSecondsMin: Double
  package let pauseSecondsMax: Double
  /// The distance within which a vehicle counts as staying at one place [m] (PAU-3). It applies to
  /// sessions of automotive navigation.
  package let stayMeters: Double

  package let significantChanges: SignificantChangeParameters
  package let visits: VisitParameters
  package let regions: RegionParameters
  package let locationLaunchReason: LocationLaunchReason

  package let tasks: TaskParameters
  package let push: PushParameters
  package let transfers: TransferParameters
  package let notifications: NotificationParameters
  package let car: CarParameters
  package let motion: MotionParameters

  package let serverSeconds: Double
  package let transferFailuresPerSecond: Double
  package let suspendedAnswerSecondsMax: Double
}

extension OperatingSystemParameters {
  /// Creates the values for a system version. Values that the sources leave open are drawn.
  ///
  /// Each call of `draw` contains the IDs of the value's sources in FACTS.md.
  package init(profile: OperatingSystemProfile, draw: inout ParameterDraw) {
    permission = PermissionParameters(profile: profile, draw: &draw)
    isUnrestricted = profile.isUnrestricted
    suspendsLowGradeSessions = profile.suspendsLowGradeSessions
    lowGradeSuspensionSeconds = draw.ranged("session.lowGradeSuspensionSeconds", 5...15, "BG-3")
    let relaunch = draw.reading(
      "forceQuitRelaunch", standard: profile.relaunchAfterForceQuit, "SLC-11, SLC-12, REG-10")
    forceQuitRelaunchProbability = draw.known(
      "forceQuit.relaunchProbability", relaunch == .relaunches ? 1 : 0, "SLC-11, SLC-12, REG-10")
    regionWakeEarnsSession =
      draw.known("session.regionWakeEarnsSession", 1, "BG-2 (silent on regions; judgement)") > 0

    backgroundGraceSeconds = draw.ranged("app.backgroundGraceSeconds", 5...10, "LIFE-1")
    backgroundTaskSeconds = draw.known("app.backgroundTaskSeconds", 30, "LIFE-2")
    wakeWindowSeconds = draw.known("app.wakeWindowSeconds", 10, "SLC-9, REG-8")
    whenInUseGraceSeconds = draw.ranged("app.whenInUseGraceSeconds", 2...5, "BG-5")
    life = LifecycleParameters(profile: profile, draw: &draw)

    stillFixSecondsWithSky = draw.ranged("standard.stillFixSecondsWithSky", 120...600, "STD-2")
    stillFixSecondsIndoors = draw.ranged("standard.stillFixSecondsIndoors", 2250...9000, "STD-19")
    startBurstSeconds = draw.known("standard.startBurstSeconds", 60, "STD-2")
    stillNoticedSeconds = draw.ranged("motion.stillNoticedSeconds", 2...10, "MOT-2")
    motion = MotionParameters(stillNoticedSeconds: stillNoticedSeconds, draw: &draw)
    networkFixIntervalSeconds = draw.ranged("network.fixIntervalSeconds", 5...8, "STD-17")
    networkFixStillIntervalSeconds = draw.known("network.fixStillIntervalSeconds", 15.03, "STD-19")
    coarseFixIntervalSeconds = draw.ranged(
      "network.coarseFixIntervalSeconds", 60...600, "STD-3 (unsourced)")
    oneShotSeconds = draw.known("standard.oneShotSeconds", 10, "STD-14 (unsourced)")
    let few = draw.ranged("standard.missedFixCountMax", 1...5, "STD-16 (judgement)")
    missedFixCountMax =
      switch draw.reading("suspendedUpdates", standard: SuspendedUpdates.newestFew, "STD-16") {
      case .newestFew: Int(few)
      case .queued: .max
      case .lost: 0
      }
    pauseSecondsMin = draw.known("pause.secondsMin", 600, "PAU-2")
    pauseSecondsMax = draw.known("pause.secondsMax", 900, "PAU-2")
    stayMeters = draw.known("pause.stayMeters", 91, "PAU-3")

    significantChanges = SignificantChangeParameters(draw: &draw)
    visits = VisitParameters(draw: &draw)
    regions = RegionParameters(profile: profile, draw: &draw)
    locationLaunchReason = draw.reading(
      "locationLaunchReason", standard: profile.locationLaunchReason, "BG-11")

    tasks = TaskParameters(profile: profile, draw: &draw)
    push = PushParameters(draw: &draw)
    transfers = TransferParameters(draw: &draw)
    notifications = NotificationParameters(draw: &draw)
    car = CarParameters(draw: &draw)

    serverSeconds = draw.ranged("network.serverSeconds", 0.05...0.5, "unsourced")
    transferFailuresPerSecond = draw.ranged(
      "network.transferFailuresPerSecond", 0.001...0.01, "unsourced")
    suspendedAnswerSecondsMax = draw.known(
      "network.suspendedAnswerSecondsMax", 60, "unsourced")
  }
}
