import EventKernel
import PhoneAPI
import Timekeeping
import World

/// The questions that the phone puts to the person on behalf of the app, and what the answers do.
///
/// A question shows only over the app itself, one at a time: asked for in the background it is not put
/// at all, and one that nobody has answered when the app is left shows again when it is next opened.
/// Each is put once: what has been answered changes only in Settings. An app has to have stated the
/// purpose in its manifest. Only the later question for an Always that was given provisionally is the
/// phone's own and shows wherever the person is (BG-6).
final class PermissionPrompts {
  private struct Open {
    var question: PermissionQuestion
    var process: Int
    /// The app's own continuation; let go with its process.
    var whenSettled: [() -> Void]
  }

  private unowned(unsafe) let phone: SimulatedPhone
  private let system: PermissionParameters
  private var open: [Open] = []
  /// Counts the showings: a reply to an earlier one is void.
  private var showing = 0
  /// The opening of the app in which the first question shows.
  private var shownSince: Instant?
  /// The open question for location came from an app that wants Always.
  private var wantsAlways = false
  private var hasAskedForAlways = false
  /// Counts the provisional grants: a later question for one that was taken back is void.
  private var provisionalGrants = 0

  init(phone: SimulatedPhone, system: PermissionParameters) {
    self.phone = phone
    self.system = system
  }

  /// The phone begins its day.
  func begin() { if phone.permissions.isAlwaysProvisional { askLater() } }

  // MARK: Asking

  func askForLocation(_ wanted: AuthorizationStatus, _ client: LocationClient) {
    guard let process = client.process, phone.permissions.isLocationServicesOn else { return }
    switch phone.permissions.location {
    case .notDetermined:
      if states(wanted == .always ? .always : .location) {
        wantsAlways = wantsAlways || wanted == .always
        ask(.location, for: process)
      }
    case .whenInUse where wanted == .always && !phone.permissions.isOnce:
      ask(.always, for: process)
    case .whenInUse, .always, .denied, .restricted: return
    }
  }

  /// Puts the question if it may be put; `whenSettled` comes by way of the queue, answered or not put.
  func ask(
    _ question: PermissionQuestion, for process: AppProcess,
    whenSettled: @escaping () -> Void = {}
  ) {
    if let index = open.firstIndex(where: { $0.question == question }) {
      return open[index].whenSettled.append(whenSettled)
    }
    guard isUnanswered(question), states(question) else { return process.callSoon(whenSettled) }
    guard process.state == .foreground else {
      phone.note(.operatingSystem, "BG-5") {
        "does not ask for \(question): the app is not in the foreground"
      }
      return process.callSoon(whenSettled)
    }
    open.append(
      Open(question: question, process: process.number, whenSettled: [whenSettled]))
    if open.count == 1 { show() }
  }

  /// What was answered before is not asked again.
  private func isUnanswered(_ question: PermissionQuestion) -> Bool {
    switch question {
    case .location: phone.permissions.location == .notDetermined
    case .always: phone.permissions.location == .whenInUse && !hasAskedForAlways
    case .temporaryFullAccuracy:
      phone.permissions.allowsLocation && phone.permissions.isAccuracyReduced
    case .motion: phone.permissions.motion == .notDetermined
    case .notifications: phone.permissions.notifications == .notDetermined
    }
  }

  /// Whether the app has stated what it wants the permission for.
  private func states(_ question: PermissionQuestion) -> Bool {
    let needed: [UsageDescription] =
      switch question {
      case .location: [.locationWhenInUse]
      case .always: [.locationWhenInUse, .locationAlwaysAndWhenInUse]
      case .temporaryFullAccuracy: [.temporaryFullAccuracy]
      case .motion: [.motion]
      case .notifications: []
      }
    let stated = phone.app?.installation.manifest.usageDescriptions ?? []
    guard let missing = needed.first(where: { !stated.contains($0) }) else { return true }
    phone.note(.operatingSystem, "manifest") {
      "does not ask for \(question): the app states no usage description \(missing.rawValue)"
    }
    return false
  }

  private func show() {
    guard let first = open.first else { return }
    showing += 1
    shownSince = phone.app?.lastOpened
    phone.note(.operatingSystem, "BG-5") { "asks the person for \(first.question)" }
    guard phone.permissions.replies[first.question] != .ignores else { return }
    phone.schedule(.permission(.reply(showing)), after: phone.permissions.replies.after)
  }

  // MARK: What happens meanwhile

  func appCameToForeground() { if shownSince != phone.app?.lastOpened { show() } }

  /// The person has made up their mind otherwise, also about what is being asked.
  func repliesChanged() { if !open.isEmpty { show() } }

  func processDied(_ process: AppProcess) { open.removeAll { $0.process == process.number } }

  /// The app is no longer in use: what was granted for that long ends.
  func useOver() {
    var permissions = phone.permissions
    permissions.hasTemporaryFullAccuracy = false
    if permissions.isOnce {
      permissions.isOnce = false
      permissions.location = .notDetermined
      phone.note(.operatingSystem, "BG-5") { "location was allowed once: it has to be asked anew" }
    }
    phone.adopt(permissions)
  }

  func handle(_ event: PermissionEvent) {
    switch event {
    case .reply(let number): if number == showing { reply() }
    case .laterQuestion(let grant): if grant == provisionalGrants { laterQuestion() }
    case .laterReply(let grant): if grant == provisionalGrants { laterReply() }
    }
  }

  // MARK: Answers

  private func reply() {
    guard let first = open.first, let process = phone.process(first.process),
      process.state == .foreground
    else { return }
    open.removeFirst()
    settle(first.question)
    for callback in first.whenSettled { process.callSoon(callback) }
    if !open.isEmpty { show() }
  }

  private func settle(_ question: PermissionQuestion) {
    var permissions = phone.permissions
    let reply = permissions.replies[question]
    phone.note(.person, "scenario") { "answers the question for \(question): \(reply)" }
    let isAllowed = reply == .allows
    switch question {
    case .location:
      permissions.isOnce = reply == .allowsOnce
      permissions.location = isAllowed || permissions.isOnce ? .whenInUse : .denied
      permissions.accuracy = permissions.replies.isPrecise ? .full : .reduced
      if isAllowed, wantsAlways {
        permissions.location = .always
        permissions.isAlwaysProvisional = true
      }
      wantsAlways = false
    case .always:
      hasAskedForAlways = true
      if isAllowed { permissions.location = .always }
    case .temporaryFullAccuracy: permissions.hasTemporaryFullAccuracy = isAllowed
    case .motion: permissions.motion = isAllowed ? .granted : .denied
    case .notifications: permissions.notifications = isAllowed ? .granted : .denied
    }
    phone.adopt(permissions)
    if permissions.isAlwaysProvisional, question == .location { askLater() }
  }

  // MARK: Provisional Always

  private func askLater() {
    provisionalGrants += 1
    phone.note(.operatingSystem, "BG-6") {
      "lets the app believe that it has Always, and will ask the person later"
    }
    phone.schedule(
      .permission(.laterQuestion(provisionalGrants)),
      after: .seconds(system.provisionalPromptSeconds))
  }

  private func laterQuestion() {
    guard phone.permissions.isAlwaysProvisional, phone.permissions.replies.always != .ignores
    else { return }
    phone.note(.operatingSystem, "BG-6") { "asks the person whether the app may keep Always" }
    phone.schedule(
      .permission(.laterReply(provisionalGrants)), after: phone.permissions.replies.after)
  }

  /// With While Using kept, what was held is dropped.
  private func laterReply() {
    guard phone.permissions.isAlwaysProvisional else { return }
    var permissions = phone.permissions
    let isAllowed = permissions.replies.always == .allows
    phone.note(.person, "scenario") { isAllowed ? "changes to Always" : "keeps While Using" }
    hasAskedForAlways = true
    permissions.isAlwaysProvisional = false
    permissions.location = isAllowed ? .always : .whenInUse
    phone.adopt(permissions)
  }
}

enum PermissionEvent: Sendable {
  case reply(Int)
  case laterQuestion(Int)
  case laterReply(Int)
}
