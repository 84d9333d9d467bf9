import PhoneAPI

/// Sends all that waits in a store, once and as fast as the server answers: for a store that no tracker is
/// at work on.
///
/// What a tracker sends with is at work here too: its wire formats, its queues, its account. A record is
/// tried once, and again only after a token was renewed for it; whatever is not acknowledged stays in the
/// queue. Answers come as callbacks of the phone's; whoever runs the phone's loop runs it until `isOver`.
package final class QueueUpload {
  package enum Failure: Error, Sendable, Hashable {
    case network(HTTPError)
    /// The server's answer was no acknowledgement; in few words.
    case refused(String)
    case account(AccountError)
    case store(RecordStoreError)
  }

  package private(set) var isOver = false
  package private(set) var sentCount = 0
  /// The first of all.
  package private(set) var failure: Failure?
  /// Told after each acknowledgement how many have been sent.
  package var onProgress: ((Int) -> Void)?

  private let tracker: Tracker
  private let behavior: BehaviorKind
  private let settings: TrackerSettings
  private var sources: [TriedOnce] = []
  private var queues: [UploadQueue] = []

  /// - Parameters:
  ///   - behavior: one that sends; any other sends nothing, nor does `gateUpload`: a gate is not to open
  ///     long after somebody stood before it.
  ///   - store: keeps acknowledged records, out of its queue.
  package init(
    _ behavior: BehaviorKind, settings: TrackerSettings, phone: any Phone,
    store: any RecordStore
  ) {
    self.behavior = behavior
    self.settings = settings
    tracker = Tracker(
      phone: phone,
      configuration: TrackerConfiguration(
        name: "upload", manifest: AppManifest(name: "upload"), behaviors: [], settings: settings),
      store: store)
    store.keepsAcknowledgedRecords = true
    sources = Self.sources(behavior, tracker, settings)
    queues = sources.enumerated().map { index, source in
      UploadQueue(
        tracker, behavior, name: "lastSend.upload-\(index)", source: source,
        policy: UploadQueue.Policy(interval: nil, isTriggered: true))
    }
    for (queue, source) in zip(queues, sources) {
      queue.onAnswer = { [weak self] failure in self?.answered(failure, by: source) }
      queue.start()
    }
  }

  private static func sources(
    _ behavior: BehaviorKind, _ tracker: Tracker, _ settings: TrackerSettings
  ) -> [TriedOnce] {
    switch behavior {
    case .overlandUpload where settings.loggingMode == .ownTracks:
      [TriedOnce(OwnTracksSource(tracker))]
    case .overlandUpload: [TriedOnce(OverlandSource(tracker))]
    case .fhirUpload:
      [("location", .location), ("timeOutdoors", .timeOutdoors)].map { name, kinds in
        TriedOnce(ObservationSource(tracker, name, kinds: kinds))
      }
    case .checkInUpload: [TriedOnce(CheckInUpload(tracker))]
    default: []
    }
  }

  /// How many records wait, of whatever kind.
  package var waitingCount: Int { tracker.store.queueLength }

  /// How many of them are of kinds that this upload sends.
  package func sendableCount() throws(RecordStoreError) -> Int {
    try tracker.store.queueLength(of: sentKinds)
  }

  private var sentKinds: RecordKinds {
    switch behavior {
    // A batch takes all that waits, whatever was queued.
    case .overlandUpload: settings.loggingMode == .ownTracks ? .location : .all
    default: behavior.sentKinds
    }
  }

  /// Names of settings that the server's answers asked for, and that nobody heeds here.
  package var settingsAskedFor: [String] {
    ChangedSettings(from: settings, to: tracker.chosenSettings).names
  }

  // MARK: Sending

  package func begin() {
    guard behavior == .fhirUpload else { return goOn() }
    guard tracker.account.isSignedIn else { return fail(.account(.notSignedIn)) }
    guard tracker.account.isExpired else { return learnPatient() }
    tracker.account.refresh { [weak self] result in
      switch result {
      case .success: self?.learnPatient()
      case .failure(let error): self?.fail(.account(error))
      }
    }
  }

  private func learnPatient() {
    guard tracker.account.patient == nil else { return goOn() }
    tracker.account.learnPatient { [weak self] result in
      switch result {
      case .success: self?.goOn()
      case .failure(let error): self?.fail(.account(error))
      }
    }
  }

  private func fail(_ failure: Failure) {
    self.failure = self.failure ?? failure
    isOver = true
  }

  /// One queue after the other, until none has anything to send that was not tried.
  private func goOn() {
    for queue in queues {
      if !queue.isSending { queue.sendNow() }
      if queue.isSending { return }
    }
    isOver = true
  }

  private func answered(_ failure: UploadQueue.Failure?, by source: TriedOnce) {
    sentCount += source.takeAcknowledged()
    onProgress?(sentCount)
    if tracker.account.isRefreshing {
      // Whoever asked for the new token tries once more when it is there.
      source.forgetTries()
      return tracker.account.refresh { [weak self] result in
        if case .failure = result { self?.note(failure) }
        self?.goOn()
      }
    }
    note(failure)
    goOn()
  }

  private func note(_ failure: UploadQueue.Failure?) {
    guard self.failure == nil, let failure else { return }
    self.failure = Failure(failure)
  }
}

extension QueueUpload.Failure {
  init(_ failure: UploadQueue.Failure) {
    self =
      switch failure {
      case .network(let error): .network(error)
      case .refused(let reason, _): .refused(reason)
      case .store(let error): .store(error)
      case .notTaken: .refused("\(failure)")
      }
  }
}

/// A source that offers no record a second time.
private final class TriedOnce: UploadSource {
  private let source: any UploadSource
  private var tried: Set<Record.Identifier> = []
  /// Which an answer has acknowledged, and how many of such have left the queue.
  private var leaving: [Record.Identifier] = []
  private var acknowledgedCount = 0

  init(_ source: any UploadSource) { self.source = source }

  var hasFullBatch: Bool { false }

  func forgetTries() { tried = [] }

  /// How many since it was last asked.
  func takeAcknowledged() -> Int {
    defer { acknowledgedCount = 0 }
    return acknowledgedCount
  }

  func nextUpload() -> Upload? {
    guard let upload = source.nextUpload(), tried.isDisjoint(with: upload.records) else {
      return nil
    }
    tried.formUnion(upload.records)
    return upload
  }

  func verdict(on response: HTTPResponse, to upload: Upload) -> Upload.Verdict {
    let verdict = source.verdict(on: response, to: upload)
    if case .acknowledged(let identifiers) = verdict { leaving = identifiers }
    return verdict
  }

  func acknowledged() {
    acknowledgedCount += leaving.count
    tried.subtract(leaving)
    leaving = []
    source.acknowledged()
  }
}
