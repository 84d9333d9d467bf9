import EventKernel
import PhoneAPI
import Timekeeping

/// The sessions of iOS 17 and 18, which say what an app is about, where managers say what it wants.
///
/// - A background activity session keeps an app in use when it leaves the foreground, under a visible
///   indicator. It begins in the foreground; an app that is launched again may rejoin it (BG-8).
/// - Live updates stop by themselves when the phone has lain still, say so once, let the app be suspended,
///   and go on with the next movement, for which even a terminated app is launched (BG-9).
/// - A service session, from iOS 18, has an app that declares explicit sessions say what it needs: its
///   Always holds only while one is held that was taken in the foreground. After a relaunch the system
///   remembers it for some seconds (BG-10).
///
/// What outlives a process is remembered here, and forgotten if the next process does not ask for it
/// again, after a force quit, and at a restart (judgement on the last two).
final class LocationSessions {
  private enum Kind: Equatable { case activity, live, service }

  private struct Held {
    var session: LocationSession
    var kind: Kind
    var process: Int
    /// The manager behind live updates.
    var client: LocationClient?
  }

  private unowned(unsafe) let phone: SimulatedPhone
  private let system: PermissionParameters
  private let resumptions: Chance
  private var held: [Held] = []
  /// An activity session that nobody has ended.
  private(set) var hasActivity = false
  private(set) var hasLiveUpdates = false
  /// A service session for Always that was taken in the foreground.
  private var hasServiceForAlways = false

  init(phone: SimulatedPhone, system: PermissionParameters, chance: Chance) {
    self.phone = phone
    self.system = system
    resumptions = chance.stream("liveUpdates.resume")
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

  /// The process counts as in use wherever it is.
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
          "refuses a service session for Always: it has to be taken in the foreground"
        }
        return nil
      }
      hasServiceForAlways = true
    }
    let session = hold(.service, for: process)
    phone.location.reconsider()
    return session
  }

  /// Whether Always takes effect, as far as sessions go.
  var letsAlwaysTakeEffect: Bool { !needsService || hasServiceForAlways }

  private var needsService: Bool {
    system.hasServiceSessions
      && phone.app?.installation.manifest.requiresExplicitServiceSession == true
  }

  private func serviceMemoryOver() {
    guard hasServiceForAlways, !holds(.service) else { return }
    hasServiceForAlways = false
    phone.note(.operatingSystem, "BG-10") {
      "Always ends until the app is opened: it did not take its service session again"
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

  /// The phone has been noticed to move: what stopped for stillness goes on, at once or as late as
  /// a fence reports, or not with this movement (LIV-1).
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
      return phone.note(.operatingSystem, "LIV-1") { "live updates miss that the phone moves" }
    }
    let sigma = Self.resumeSigma
    let seconds = resumptions.logNormal(
      median: medianOfLogNormal(mean: system.liveResumeMeanSeconds, sigma: sigma), sigma: sigma,
      at: movement)
    phone.schedule(
      .session(.resumeLiveUpdates(movement: phone.stillnessCount)), after: .seconds(seconds))
  }

  /// As widely spread as the reports of fences.
  private static let resumeSigma = 0.8

  /// The phone moves, or the app came to the front: what stopped for stillness goes on.
  func resumeLiveUpdates() {
    guard hasLiveUpdates, !phone.isLyingStill, phone.app?.process.map(isPaused) ?? true,
      mayRunForLiveUpdates,
      let process = phone.apps.wake(.liveUpdates, windowSeconds: system.liveWakeSeconds)
    else { return }
    phone.note(.operatingSystem, "BG-9") { "live updates go on: the phone moves" }
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

  /// A dead app will be launched when the phone moves.
  var mayRelaunch: Bool { hasLiveUpdates && mayRunForLiveUpdates }

  // MARK: Life and death

  func processWillLaunch(_ process: AppProcess) {
    guard process.launch.isInBackground, hasServiceForAlways else { return }
    phone.schedule(
      .session(.serviceMemoryOver), after: .seconds(system.serviceMemorySeconds))
  }

  /// What the launched app has not asked for again by the end of its wake-up is forgotten.
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
    case .forceQuit, .reboot, .phoneOff:
      hasActivity = false
      hasLiveUpdates = false
      hasServiceForAlways = false
    case .memoryPressure, .crash, .watchdog, .processorLimit, .backgroundTaskOverrun,
      .systemUpdate, .inactivityRestart, .appUpdate:
      // On the way there is no movement to notice: the app comes back by itself (judgement).
      if hasLiveUpdates {
        phone.schedule(.session(.relaunchForLiveUpdates), after: .seconds(10 as Int64))
      }
    }
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
  /// As late as a fence reports; void when the phone has come to rest meanwhile.
  case resumeLiveUpdates(movement: Int)
}

/// Turns what the manager behind a live-update session hears into elements of the app's sequence.
final class LiveUpdateStream: LocationManagerDelegate {
  private let owner: LocationClient

  init(owner: LocationClient) { self.owner = owner }

  func locationManager(_ manager: any LocationManager, didUpdateLocations locations: [Location]) {
    for location in locations { tell(LiveUpdate(location: location, isStationary: false)) }
  }

  /// The last element before the phone moves again.
  func locationManagerDidPauseLocationUpdates(_ manager: any LocationManager) {
    tell(LiveUpdate(location: manager.location, isStationary: true))
  }

  private func tell(_ update: LiveUpdate) {
    owner.delegate?.locationManager(owner, didReceiveLiveUpdate: update)
  }
}
