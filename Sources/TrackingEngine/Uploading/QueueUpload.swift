import Accounts
import PhoneAPI

/// An upload of all waiting records of a store that no running tracker uses.
///
/// The upload uses a tracker's formats, queues and account, and sends without pauses. Each record
/// is sent once, and again only after a renewal of the access token. Records that the server does
/// not acknowledge stay in the queue. Results come through callbacks; the caller runs the phone's
/// event loop until `isOver`.
package final class QueueUpload {
  package enum Failure: Error, Sendable, Hashable {
    case network(HTTPError)
    /// The server answered but did not acknowledge the records, for the given reason.
    case refused(String)
    case account(AccountError)
    case store(RecordStoreError)
  }

  package private(set) var isOver = false
  package private(set) var sentCount = 0
  /// The first failure of the upload; nil if there was none.
  package private(set) var failure: Failure?
  /// Called after each answer, with the number of records acknowledged so far.
  package var onProgress: ((Int) -> Void)?

  private let tracker: Tracker
  private let behavior: BehaviorKind
  private let settings: TrackerSettings
  private var sources: [OneTimeSource] = []
  private var queues: [UploadQueue] = []

  /// Prepares an upload of the waiting records of a store.
  ///
  /// - Parameters:
  ///   - behavior: the behavior whose records are sent. Nothing is sent for a behavior that sends
  ///     no records, and nothing for `gateUpload`: a gate must not open long after the user was
  ///     there.
  ///   - store: the store with the waiting records. The store keeps acknowledged records; they only
  ///     leave the queue.
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
  ) -> [OneTimeSource] {
    switch behavior {
    case .overlandUpload where settings.loggingMode == .ownTracks:
      [OneTimeSource(OwnTracksSource(tracker))]
    case .overlandUpload: [OneTimeSource(OverlandSource(tracker))]
    case .fhirUpload:
      [("location", .location), ("timeOutdoors", .timeOutdoors)].map { name, kinds in
        OneTimeSource(ObservationSource(tracker, name, kinds: kinds))
      }
    case .checkInUpload: [OneTimeSource(CheckInUpload(tracker))]
    default: []
    }
  }

  /// The number of records in the store that wait to be sent, of all kinds.
  package var waitingCount: Int { tracker.store.queueLength }

  /// Returns the number of waiting records of the kinds that this upload sends.
  package func sendableCount() throws(RecordStoreError) -> Int {
    try tracker.store.queueLength(of: sentKinds)
  }

  private var sentKinds: RecordKinds {
    switch behavior {
    // A batch takes waiting records of all kinds.
    case .overlandUpload: settings.loggingMode == .ownTracks ? .location : .all
    default: behavior.sentKinds
    }
  }

  /// The names of settings that the server asked to change; an upload changes no stored setting.
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

  /// Sends the next request of the first queue that has records not tried yet. If there is no such
  /// queue, the upload ends.
  private func goOn() {
    for queue in queues {
      if !queue.isSending { queue.sendNow() }
      if queue.isSending { return }
    }
    isOver = true
  }

  private func answered(_ failure: UploadQueue.Failure?, by source: OneTimeSource) {
    sentCount += source.takeAcknowledged()
    onProgress?(sentCount)
    if tracker.account.isRefreshing {
      // The source that requested a new token tries once more when it has come.
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

/// A source that offers each record only once.
private final class OneTimeSource: UploadSource {
  private let source: any UploadSource
  private var tried: Set<Record.Identifier> = []
  /// The acknowledged records that have not been removed from the queue yet.
  private var leaving: [Record.Identifier] = []
  /// The number of acknowledged records since the last call of `takeAcknowledged`.
  private var acknowledgedCount = 0

  init(_ source: any UploadSource) { self.source = source }

  var hasFullBatch: Bool { false }

  func forgetTries() { tried = [] }

  /// Returns the number of records acknowledged since the last call of this function.
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
