import EventKernel
import PhoneAPI
import PhoneProfiles
import Timekeeping

/// The session objects of iOS 17 and 18: background activity, live updates and service sessions.
///
/// - A background activity session keeps an app in use after the app leaves the foreground, with a
///   visible indicator. The session has to begin in the foreground. A relaunched app may rejoin the
///   session (BG-8).
/// - Live updates stop by themselves when the phone has lain still. They report the stop once, and
///   the system may then suspend the app. Live updates resume with the next movement, which
///   launches even a terminated app (BG-9).
/// - A service session, from iOS 18 on, states the permission that the app needs. If the app
///   declares explicit service sessions, its Always permission depends on such a session. The
///   session has to begin in the foreground. After a relaunch the system keeps the session for some
///   seconds (BG-10).
///
/// This class keeps the sessions that outlive a process. It deletes a session if the next process
/// does not start the session again. It also deletes sessions after a force quit and at a restart,
/// by judgment.
final class LocationSessions: PhonePart {
  private enum Kind: Equatable { case activity, live, service }

  private struct Held {
    var session: LocationSession
    var kind: Kind
    var process: Int
    /// The manager that delivers the live updates of a live-update session; nil for other sessions.
    var client: LocationClient?
  }

  private let system: PermissionParameters
  private let resumptions: SeededRandom
  private var held: [Held] = []
  /// True if the app has a background activity session that has not ended.
  private(set) var hasActivity = false
  private(set) var hasLiveUpdates = false
  /// True if the app has a service session for Always that began in the foreground.
  private var hasServiceForAlways = false

  init(phone: SimulatedPhone, system: PermissionParameters, chance: SeededRandom) {
    self.system = system
    resumptions = chance.stream("liveUpdates.resume")
    super.init(phone: phone)
  }

  func availability(_ process: AppProcess) -> ServiceAvailability {
    guard process.isAlive else { return .unavailable("the process has ended") }
    return system.hasSessions ? .available : .unavailable("from iOS 17 on")
  }

  func end(_ session: LocationSession) {
    guard let index = held.firstIndex(where: { $0.session == session }) else { return }
    let ended = held.remove(at: index)
    switch ended.kind {
    case .activity:
      hasActivity = holds(.activity)
      if let process = phone.process(ended.process), process.state != .foreground {
        process.isInUse = process.isInUse && hasActivity
      }
    case .live:
      hasLiveUpdates = holds(.live)
      if let client = ended.client { phone.location.remove(client) }
    case .service: hasServiceForAlways = holds(.service)
    }
    phone.location.reconsider()
  }

  private func holds(_ kind: Kind) -> Bool { held.contains { $0.kind == kind } }

  private func hold(
    _ kind: Kind, for process: AppProcess, client: LocationClient? = nil
  ) -> LocationSession {
    let session = LocationSession(rawValue: phone.nextToken())
    held.append(Held(session: session, kind: kind, process: process.number, client: client))
    return session
  }

  // MARK: Background activity

  func beginActivity(_ process: AppProcess) -> LocationSession? {
    guard system.hasSessions, phone.declares(.location) else { return nil }
    guard process.state == .foreground || hasActivity else {
      phone.note(.operatingSystem, "BG-8") {
        "refuses a background activity session: it has to begin in the foreground"
      }
      return nil
    }
    phone.note(.operatingSystem, "BG-8") {
      process.state == .foreground
        ? "begins a background activity session and shows its indicator"
        : "the app rejoins its background activity session"
    }
    hasActivity = true
    process.isInUse = true
    let session = hold(.activity, for: process)
    phone.location.reconsider()
    return session
  }

  /// Returns true if an activity session keeps the process in use, even in the background.
  func keepsInUse(_ process: AppProcess) -> Bool {
    held.contains { $0.kind == .activity && $0.process == process.number }
  }

  // MARK: Service sessions

  func beginService(
    requiring authorization: AuthorizationStatus, for client: LocationClient
  ) -> LocationSession? {
    guard system.hasServiceSessions, let process = client.process else { return nil }
    phone.prompts.askForLocation(authorization, client)
    if authorization == .always, needsService {
      guard process.state == .foreground || hasServiceForAlways else {
        phone.note(.operatingSystem, "BG-10") {
          "refuses a service session for Always: it has to begin in the foreground"
        }
        return nil
      }
      hasServiceForAlways = true
    }
    let session = hold(.service, for: process)
    phone.location.reconsider()
    return session
  }

  /// True if the app's Always permission has effect. An app with explicit service sessions needs a
  /// service session for this.
  var letsAlwaysTakeEffect: Bool { !needsService || hasServiceForAlways }

  private var needsService: Bool {
    system.hasServiceSessions
      && phone.app?.installation.manifest.requiresExplicitServiceSession == true
  }

  private func serviceMemoryOver() {
    guard hasServiceForAlways, !holds(.service) else { return }
    hasServiceForAlways = false
    phone.note(.operatingSystem, "BG-10") {
      "Always ends until the app is opened: the app did not begin its service session again"
    }
    phone.location.permissionLowered()
    phone.location.reconsider()
  }

  // MARK: Live updates

  func beginLiveUpdates(
    _ configuration: LiveUpdateConfiguration, for owner: LocationClient
  ) -> LocationSession? {
    guard system.hasSessions, let process = owner.process else { return nil }
    let client = phone.location.makeLiveClient(configuration, owner: owner, process: process)
    hasLiveUpdates = true
    let session = hold(.live, for: process, client: client)
    client.startUpdatingLocation()
    return session
  }

  /// Resumes live updates after the system detected movement (LIV-1).
  ///
  /// In one model variant, live updates resume at once. In the other variant, they resume with a
  /// delay like that of an exit report of a fence. In that variant the system can also miss a
  /// movement.
  func phoneMoves() {
    guard hasLiveUpdates else { return }
    switch hasActivity ? system.backgroundActivityResume : system.liveUpdatesResume {
    case .atOnce: resumeLiveUpdates()
    case .likeFence: resumeLikeFence()
    }
  }

  private func resumeLikeFence() {
    let movement = Int64(phone.stillnessCount)
    guard
      !resumptions.stream("missed").happens(
        withProbability: system.liveResumeMissedProbability, at: movement)
    else {
      return phone.note(.operatingSystem, "LIV-1") { "live updates do not detect this movement" }
    }
    let sigma = Self.resumeSigma
    let seconds = resumptions.logNormal(
      median: medianOfLogNormal(mean: system.liveResumeMeanSeconds, sigma: sigma), sigma: sigma,
      at: movement)
    phone.schedule(
      .session(.resumeLiveUpdates(movement: phone.stillnessCount)), after: .seconds(seconds))
  }

  /// The spread of the delay after which live updates resume, as the standard deviation of the
  /// delay's logarithm. The delay varies as much as the delay of a fence's reports.
  private static let resumeSigma = 0.8

  /// Resumes live updates that stopped at rest, because the phone moves or the app came to the
  /// foreground.
  func resumeLiveUpdates() {
    guard hasLiveUpdates, !phone.isLyingStill, phone.app?.process.map(isPaused) ?? true,
      mayRunForLiveUpdates,
      let process = phone.apps.wake(.liveUpdates, windowSeconds: system.liveWakeSeconds)
    else { return }
    phone.note(.operatingSystem, "BG-9") { "live updates resume: the phone moves" }
    for entry in held where entry.process == process.number {
      if let client = entry.client, client.session == .paused { phone.location.resume(client) }
    }
  }

  private func isPaused(_ process: AppProcess) -> Bool {
    held.contains { $0.process == process.number && $0.client?.session == .paused }
  }

  private var mayRunForLiveUpdates: Bool {
    phone.app?.process?.state == .foreground || phone.authorizationInEffect == .always
      || hasActivity
  }

  /// True if the system will launch a dead app for live updates when the phone moves.
  var mayRelaunch: Bool { hasLiveUpdates && mayRunForLiveUpdates }

  // MARK: Launch and death

  func processWillLaunch(_ process: AppProcess) {
    guard process.launch.isInBackground, hasServiceForAlways else { return }
    phone.schedule(
      .session(.serviceMemoryOver), after: .seconds(system.serviceMemorySeconds))
  }

  /// Deletes the sessions that the launched app has not started again by the end of its wake-up.
  func processWasSuspended() {
    hasActivity = hasActivity && holds(.activity)
    hasLiveUpdates = hasLiveUpdates && holds(.live)
  }

  func processDied(_ process: AppProcess, _ cause: AppDeath) {
    let held = held.filter { $0.process == process.number }
    hasActivity = hasActivity && held.contains { $0.kind == .activity }
    hasLiveUpdates = hasLiveUpdates && held.contains { $0.kind == .live }
    self.held.removeAll { $0.process == process.number }
    switch cause {
    case .forceQuit, .reboot, .systemUpdate, .inactivityRestart, .phoneOff: forgetAll()
    case .memoryPressure, .crash, .watchdog, .processorLimit, .backgroundTaskOverrun, .appUpdate:
      // On the move there is no new movement to detect: the app is relaunched anyway (judgment).
      if hasLiveUpdates {
        phone.schedule(.session(.relaunchForLiveUpdates), after: .seconds(10 as Int64))
      }
    }
  }

  /// Deletes the sessions of an app that had no process when the phone went down.
  func phoneRestarted() { forgetAll() }

  private func forgetAll() {
    hasActivity = false
    hasLiveUpdates = false
    hasServiceForAlways = false
  }

  func handle(_ event: SessionEvent) {
    switch event {
    case .serviceMemoryOver: serviceMemoryOver()
    case .relaunchForLiveUpdates: if phone.app?.process == nil { resumeLiveUpdates() }
    case .resumeLiveUpdates(let movement):
      if movement == phone.stillnessCount { resumeLiveUpdates() }
    }
  }
}

enum SessionEvent: Sendable {
  case serviceMemoryOver
  case relaunchForLiveUpdates
  /// Live updates resume after a delay like that of a fence's exit report. They do not resume if
  /// the phone has come to rest again.
  case resumeLiveUpdates(movement: Int)
}

/// Converts the callbacks of the live-update manager into elements of the app's asynchronous
/// sequence.
final class LiveUpdateStream: LocationManagerDelegate {
  private let owner: LocationClient

  init(owner: LocationClient) { self.owner = owner }

  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location]) {
    for location in locations { notify(LiveUpdate(location: location, isStationary: false)) }
  }

  /// Delivers a live update that says that the phone lies still. The next update comes when the
  /// phone moves again.
  func locationManagerDidPauseLocationUpdates(_ manager: any LocationManager) {
    notify(LiveUpdate(location: manager.location, isStationary: true))
  }

  private func notify(_ update: LiveUpdate) {
    owner.delegate?.locationManager(owner, didReceiveLiveUpdate: update)
  }
}
