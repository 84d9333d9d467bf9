import Accounts
import PhoneAPI
import Timekeeping

/// The behavior that keeps the user signed in.
///
/// It renews the access token in a background task and while the app is open. It also carries out
/// the user's acts that concern the account.
final class AccountUpkeep: Behavior {
  let events: Events = [.launch, .tracking, .foreground, .action, .settings]
  private unowned let tracker: Tracker
  private var timer: TimerToken?
  private lazy var task: RecurringTask = RecurringTask(
    tracker, .accountUpkeep, kind: .processing,
    identifier: tracker.settings.health.refreshTaskIdentifier
  ) { [unowned self] in run() }

  init(_ tracker: Tracker) { self.tracker = tracker }

  func launched(_ launch: Launch) { task.register { [unowned self] in interval } }
  func trackingBegan() { followForeground() }

  func trackingEnded() {
    task.cancel()
    followForeground()
  }

  func foregroundChanged() {
    followForeground()
    if tracker.isTracking, !tracker.isInForeground { task.submit(after: interval) }
  }

  func settingsChanged() { tracker.account.server = tracker.settings.healthServer }

  func performed(_ action: UserAction) {
    let account = tracker.account
    switch TrackerAct(action) {
    case .signIn:
      if let code = action.parameters["code"] {
        account.signIn(code: code) { [weak self] in self?.notify("signed in", $0) }
      } else {
        account.signIn(invitation: action.parameters["invitation"] ?? "") { [weak self] in
          self?.notify("signed in", $0)
        }
      }
    case .signOut:
      account.signOut()
      tracker.note(.accountUpkeep, "signed out")
    case .giveConsent, .withdrawConsent:
      let isGiven = TrackerAct(action) == .giveConsent
      account.answerStudies(to: action.parameters["to"], isGiven: isGiven) { [weak self] in
        self?.notify(isGiven ? "consent is given" : "consent is withdrawn", $0)
      }
    default: break
    }
  }

  private func notify(_ success: String, _ result: Result<Void, AccountError>) {
    switch result {
    case .success: tracker.note(.accountUpkeep, success)
    case .failure(let error): tracker.note(.accountUpkeep, "failed: \(error)")
    }
  }

  // MARK: Renewing

  private var interval: TimeSpan { tracker.settings.health.refreshInterval }

  private func run() {
    refresh { [weak self] isFine in self?.task.complete(success: isFine) }
  }

  /// Renews the access token, then sends the waiting records, even if the renewal failed.
  ///
  /// The function calls `completion` without waiting until the records are sent, because sending
  /// has a background task of its own.
  private func refresh(_ completion: @escaping (_ isFine: Bool) -> Void) {
    tracker.account.refresh { [weak self] result in
      guard let self else { return }
      var isFine = true
      switch result {
      case .success: tracker.note(.accountUpkeep, "renewed the token")
      case .failure(.notSignedIn): tracker.note(.accountUpkeep, "has no token to renew")
      case .failure(let error):
        isFine = false
        tracker.note(.accountUpkeep, "could not renew the token: \(error)")
      }
      tracker.account.notify(.refreshed)
      tracker.sendNow()
      completion(isFine)
    }
  }

  private func followForeground() {
    if tracker.isTracking, tracker.isInForeground {
      guard timer == nil else { return }
      timer = tracker.clock.schedule(
        after: tracker.settings.health.openRefreshInterval, repeats: true
      ) { [weak self] in self?.refresh { _ in } }
    } else if let running = timer {
      tracker.clock.cancel(running)
      timer = nil
    }
  }
}
