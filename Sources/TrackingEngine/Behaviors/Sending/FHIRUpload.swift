import Accounts
import PhoneAPI

/// The behavior that sends positions and time outdoors to a server of health data.
///
/// It sends at each record, when the app is opened, and after the app's background tasks. Each kind
/// of data has its own queue, because the user consents to each kind separately.
final class FHIRUpload: Behavior {
  let events: Events = [.tracking, .foreground, .record, .action, .settings]
  private unowned let tracker: Tracker
  private let sources: [ObservationSource]
  private let queues: [UploadQueue]

  init(_ tracker: Tracker) {
    self.tracker = tracker
    let policy = FHIRUpload.policy(tracker.settings)
    let positions = ObservationSource(tracker, "location", kinds: .location)
    let days = ObservationSource(tracker, "timeOutdoors", kinds: .timeOutdoors)
    sources = [positions, days]
    queues = [
      UploadQueue(
        tracker, .fhirUpload, name: "lastSend.location", source: positions, policy: policy),
      UploadQueue(
        tracker, .fhirUpload, name: "lastSend.timeOutdoors", source: days, policy: policy),
    ]
    tracker.account.observe { [weak self] in self?.accountChanged($0) }
  }

  func trackingBegan() {
    for queue in queues { queue.start() }
    if tracker.isInForeground { sendNow() }
  }

  func trackingEnded() { for queue in queues { queue.stop() } }
  func foregroundChanged() { if tracker.isInForeground { sendNow() } }
  func recorded(_ record: Record) { if record.isLocation { queues[0].sendNow() } }

  func performed(_ action: UserAction) {
    if TrackerAct(action) == .sendNow { sendAll() }
  }

  func settingsChanged() {
    for queue in queues { queue.policy = FHIRUpload.policy(tracker.settings) }
  }

  private func accountChanged(_ event: Account.Event) {
    switch event {
    case .signedIn, .consentGiven: sendAll()
    case .refreshed: lookForConsent()
    }
  }

  /// Sends the kinds of data that the server refused, if the user has consented to them since then,
  /// for example on another device.
  private func lookForConsent() {
    let refused = sources.filter(\.isRefused)
    guard !refused.isEmpty else { return }
    tracker.account.fetchConsents { [weak self] result in
      guard let self, case .success(let consents) = result else { return }
      let codes = consents.consolidatedConsentedScopes.map(\.codingCode)
      for source in refused where codes.contains(source.code) { source.forgetRefusals() }
      sendNow()
    }
  }

  /// Sends all kinds of data, including kinds that the server refused before.
  private func sendAll() {
    for source in sources { source.forgetRefusals() }
    sendNow()
  }

  private func sendNow() { for queue in queues { queue.sendNow() } }

  private static func policy(_ settings: TrackerSettings) -> UploadQueue.Policy {
    UploadQueue.Policy(interval: settings.sendInterval, isTriggered: true)
  }
}
