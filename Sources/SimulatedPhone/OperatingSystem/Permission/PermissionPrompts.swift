import EventKernel
import PhoneAPI
import PhoneProfiles
import Timekeeping
import World

/// The permission prompts that the phone shows on behalf of the app, and the effects of the
/// answers.
///
/// A prompt shows only over the app itself, one at a time. A request from the background shows no
/// prompt. A prompt that has no answer when the person leaves the app shows again at the next
/// opening. Each prompt shows once: later, the permission changes only in Settings. The app has to
/// state the purpose in its manifest. One prompt differs: the system itself asks later if the app
/// may keep a provisional Always, and shows this prompt over any app (BG-6).
final class PermissionPrompts: PhonePart {
  private struct Open {
    var question: PermissionQuestion
    var process: Int
    /// The app's completion handlers, released with its process.
    var whenSettled: [() -> Void]
  }

  private let system: PermissionParameters
  private var open: [Open] = []
  /// The number of prompts shown so far. It serves to ignore a reply to an earlier prompt.
  private var showing = 0
  /// The time at which the person last opened the app before the present prompt was shown. If the
  /// person opens the app again, the phone shows the prompt again.
  private var shownSince: Instant?
  /// True if the app requested Always, and the prompt for location is open.
  private var wantsAlways = false
  private var hasAskedForAlways = false
  /// The number of provisional grants of Always so far. The system's later prompt belongs to one
  /// grant. The phone ignores that prompt if there is a newer grant.
  private var provisionalGrants = 0

  init(phone: SimulatedPhone, system: PermissionParameters) {
    self.system = system
    super.init(phone: phone)
  }

  /// Schedules the system's later prompt if Always is provisional at the start of the day.
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

  /// Shows the prompt if it is allowed. Then calls `whenSettled` through the event queue, even if
  /// no prompt was shown.
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

  /// Returns true if the person has not answered this prompt before.
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

  /// Returns true if the app's manifest states the purpose of the permission.
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

  /// Shows the open prompt again after the scenario has changed the person's answers. The person
  /// then gives the new answer.
  func repliesChanged() { if !open.isEmpty { show() } }

  func processDied(_ process: AppProcess) { open.removeAll { $0.process == process.number } }

  /// Ends the permissions that were granted for as long as the app is in use.
  func useOver() {
    var permissions = phone.permissions
    permissions.hasTemporaryFullAccuracy = false
    if permissions.isOnce {
      permissions.isOnce = false
      permissions.location = .notDetermined
      phone.note(.operatingSystem, "BG-5") { "location was allowed once: the app has to ask again" }
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
    phone.note(.person, "scenario") { "answers the prompt for \(question): \(reply)" }
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
      "reports Always to the app provisionally, and will ask the person later"
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

  /// Applies the answer to the system's later prompt for Always. If the person changes to While
  /// Using, the held events are dropped.
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
