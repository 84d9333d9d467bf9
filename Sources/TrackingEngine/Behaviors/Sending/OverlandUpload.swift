import PhoneAPI

/// The behavior that sends the waiting records in Overland batches.
///
/// With the logging mode `owntracks` it sends the newest position to OwnTracks instead.
final class OverlandUpload: Behavior {
  let events: Events = [.tracking, .pause, .action, .settings]
  private unowned let tracker: Tracker
  private lazy var batches = OverlandSource(tracker)
  private lazy var ownTracks = OwnTracksSource(tracker)
  private lazy var queue = UploadQueue(tracker, .overlandUpload, source: source, policy: policy)

  init(_ tracker: Tracker) { self.tracker = tracker }

  func trackingBegan() { queue.start() }
  func trackingEnded() { queue.stop() }
  func updatesPaused() { queue.sendUnlessOff() }
  func performed(_ action: UserAction) { if TrackerAct(action) == .sendNow { queue.sendNow() } }

  func settingsChanged() {
    batches.settingsChanged()
    queue.source = source
    if queue.policy != policy { queue.policy = policy }
  }

  private var source: any UploadSource {
    tracker.settings.loggingMode == .ownTracks ? ownTracks : batches
  }

  private var policy: UploadQueue.Policy {
    let settings = tracker.settings
    return UploadQueue.Policy(
      interval: settings.endpoint == nil ? nil : settings.sendInterval,
      usesTimer: !settings.noSendTimer, sendsUnasked: !settings.noFirstSend,
      firstRetry: settings.fullIntervalRetry ? nil : settings.retryDelay,
      countsFailures: settings.fullIntervalRetry)
  }
}
