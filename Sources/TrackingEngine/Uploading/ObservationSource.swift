import Accounts
import PhoneAPI
import Timekeeping

/// A source of FHIR batches with records of one kind of data, the newest first.
///
/// If the user has not consented to the data, the server refuses the records, and they stay on the
/// phone. The source tries them again after consent, after a sign-in, or a day later. If the server
/// refuses an entry for another reason, the source skips that entry for a day. Other entries can
/// then be sent.
final class ObservationSource: UploadSource {
  private static let patience = TimeSpan.days(1)
  /// The wait after a failed renewal of the token or a failed request of the profile.
  private static let accountPause = TimeSpan.minutes(1)

  let kinds: RecordKinds
  private unowned let tracker: Tracker
  private let refusedKey: String
  private var passedOver: [Record.Identifier: Instant] = [:]
  /// The time until which no request may be sent, because the server asked to wait or the
  /// account failed.
  private var notBefore = Instant.distantPast
  private var hasRenewedToken = false

  init(_ tracker: Tracker, _ name: String, kinds: RecordKinds) {
    self.tracker = tracker
    self.kinds = kinds
    refusedKey = "refusedForConsent." + name
  }

  /// The Open mHealth code of this source's kind of data.
  var code: String { kinds == .location ? "omh:geoposition:1.0" : "omh:time-interval:1.0" }

  private var settings: TrackerSettings { tracker.settings }
  private var quirks: EHEPilotQuirks { settings.pilotQuirks }

  // MARK: UploadSource

  var hasFullBatch: Bool { false }

  func nextUpload() -> Upload? {
    guard let endpoint = settings.healthEndpoint, maySend(at: tracker.clock.now),
      let token = tracker.account.accessToken
    else { return nil }
    let entries = nextRecords().compactMap(entry)
    guard !entries.isEmpty, hasFreshToken(), let patient = knownPatient() else { return nil }
    return Upload(
      request: HTTPRequest(
        method: "POST", url: endpoint,
        headers: [
          HTTPHeader("Content-Type", "application/fhir+json"),
          HTTPHeader("Authorization", "Bearer " + token),
        ], body: bundle(for: patient).body(entries)),
      records: entries.map(\.record.identifier))
  }

  func verdict(on response: HTTPResponse, to upload: Upload) -> Upload.Verdict {
    guard response.isSuccess else { return refusal(response) }
    hasRenewedToken = false
    if kinds == .timeOutdoors, quirks.httpStatusOnly { return .acknowledged(upload.records) }
    guard let answer = BatchResponse(response, entries: upload.records.count) else {
      return .refused("the answer is not a FHIR batch response")
    }
    return verdict(on: answer, to: upload)
  }

  // MARK: Reasons not to send

  /// Allows refused records to be sent again. Called after consent, a sign-in or a request of the
  /// user.
  func forgetRefusals() {
    letGo()
    passedOver = [:]
    notBefore = .distantPast
  }

  /// True while records are not sent because the user has not consented.
  var isRefused: Bool { refusedAt != nil }

  private var refusedAt: Instant? {
    tracker.phone.container.value(forKey: refusedKey).flatMap { Instant(iso8601: $0) }
  }

  /// Returns true if the source may send records now.
  ///
  /// The source waits as long as the server asks. It also waits for a day after a refusal for
  /// missing consent, except under the quirk `retriesRefused`. If the phone's clock is set back
  /// during a wait, the source waits for at most one more day.
  private func maySend(at now: Instant) -> Bool {
    guard now >= notBefore || notBefore - now > Self.patience else { return false }
    guard let refusedAt, !quirks.retriesRefused else { return true }
    return now < refusedAt || now - refusedAt >= Self.patience
  }

  private func nextRecords() -> [Record] {
    let now = tracker.clock.now
    if !passedOver.isEmpty { passedOver = passedOver.filter { now - $0.value < Self.patience } }
    do {
      let count = settings.pointsPerBatch
      return Array(
        try tracker.store.newest(count + passedOver.count, of: kinds)
          .filter { passedOver[$0.identifier] == nil }.prefix(count))
    } catch {
      tracker.note(.fhirUpload, "\(error)")
      return []
    }
  }

  /// Returns the user's number at the server.
  ///
  /// If it is unknown, the function returns nil and requests it; the queue sends after the answer.
  private func knownPatient() -> String? {
    if let patient = tracker.account.patient { return patient }
    tracker.account.learnPatient { [weak self] in self?.accountAnswered($0) }
    return nil
  }

  /// Returns true if the access token is valid.
  ///
  /// If it has expired, the function returns false and renews the token. The queue sends after the
  /// renewal.
  private func hasFreshToken() -> Bool {
    guard tracker.account.isExpired else { return true }
    tracker.account.refresh { [weak self] in self?.accountAnswered($0) }
    return false
  }

  /// Sends after a success. After a failure, waits before the account is asked again, since each
  /// new record would ask.
  private func accountAnswered(_ result: Result<Void, AccountError>) {
    switch result {
    case .success: tracker.sendNow()
    case .failure: notBefore = max(notBefore, tracker.clock.now + Self.accountPause)
    }
  }

  // MARK: Writing

  private func entry(_ record: Record) -> FHIRBundle.Entry? {
    FHIRBundle.Entry(
      record: record,
      details: record.isLocation ? nil : try? tracker.store.details(of: record.identifier))
  }

  private func bundle(for patient: String) -> FHIRBundle {
    var bundle = FHIRBundle(patient: patient, device: settings.health.deviceNumber)
    bundle.origin = tracker.phone.device.identifierForVendor
    bundle.openMHealth.exchange = settings.health.exchange
    bundle.openMHealth.inventsSignal = quirks.madeUpSignal
    if quirks.minusFiveHours { bundle.openMHealth.endShift = .hours(-5) }
    if quirks.randomIdentifiers {
      bundle.randomIdentifier = { [tracker] in
        randomUUID(tracker.phone.cryptography.randomBytes(16))
      }
    }
    return bundle
  }

  // MARK: Reading

  private func refusal(_ response: HTTPResponse) -> Upload.Verdict {
    switch response.status {
    case 401: renewToken()
    case 403: holdBack("HTTP 403")
    default: break
    }
    if let wait = response.retryAfter { notBefore = tracker.clock.now + wait }
    return .refused("HTTP \(response.status)", retryAfter: response.retryAfter)
  }

  /// Renews the access token, but only once until a request succeeds.
  ///
  /// This avoids an endless loop with a server that accepts no token.
  private func renewToken() {
    guard !hasRenewedToken else { return }
    hasRenewedToken = true
    tracker.account.refresh { [weak tracker] result in
      if case .success = result { tracker?.sendNow() }
    }
  }

  private func verdict(on answer: BatchResponse, to upload: Upload) -> Upload.Verdict {
    var taken: [Record.Identifier] = []
    var complaint: String?
    var withheld: String?
    for (identifier, outcome) in zip(upload.records, answer.outcomes) {
      switch outcome {
      case .taken: taken.append(identifier)
      case .notConsented(let reason):
        complaint = complaint ?? reason
        withheld = withheld ?? reason
      case .refused(let reason):
        complaint = complaint ?? reason
        if !quirks.wholeBatchFails { passedOver[identifier] = tracker.clock.now }
        tracker.note(.fhirUpload, "record \(identifier.rawValue) was refused: \(reason)")
      }
    }
    if let withheld { holdBack(withheld) } else if isRefused { letGo() }
    if let complaint, taken.isEmpty || quirks.wholeBatchFails { return .refused(complaint) }
    return .acknowledged(taken)
  }

  private func letGo() { tracker.phone.container.set(nil, forKey: refusedKey) }

  private func holdBack(_ reason: String) {
    guard !quirks.retriesRefused else { return }
    tracker.phone.container.set(tracker.clock.now.iso8601(), forKey: refusedKey)
    tracker.note(.fhirUpload, "keeps its records on the phone for lack of consent (\(reason))")
  }
}
