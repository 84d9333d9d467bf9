import PhoneAPI
import Timekeeping

/// A source of FHIR batches with records of one kind of data, the newest first.
///
/// Data without the user's consent stay on the phone: they are sent again after consent, after a
/// sign-in, or a day later. An entry that the server refuses for another reason is skipped for a
/// day, so that other entries can be sent.
final class ObservationSource: UploadSource {
  private static let patience = TimeSpan.days(1)

  let kinds: RecordKinds
  private unowned let tracker: Tracker
  private let refusedKey: String
  private var passedOver: [Record.Identifier: Instant] = [:]
  /// The time before which the server asked not to be called again.
  private var notBefore = Instant.distantPast
  private var hasRenewedToken = false

  init(_ tracker: Tracker, _ name: String, kinds: RecordKinds) {
    self.tracker = tracker
    self.kinds = kinds
    refusedKey = "refusedForConsent." + name
  }

  /// The kind of data, by its code in Open mHealth.
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

  /// Makes refused records be sent again, after consent, a sign-in or a request of the user.
  func forgetRefusals() {
    letGo()
    passedOver = [:]
    notBefore = .distantPast
  }

  /// True if records are held back for lack of consent.
  var isRefused: Bool { refusedAt != nil }

  private var refusedAt: Instant? {
    tracker.phone.container.value(forKey: refusedKey).flatMap { Instant(iso8601: $0) }
  }

  /// Returns true if records may be sent now.
  ///
  /// After the clock was set back, sending must not stop for longer than a day.
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

  /// Returns the user's number; if it is unknown, requests the profile, and sends later.
  private func knownPatient() -> String? {
    if let patient = tracker.account.patient { return patient }
    tracker.account.learnPatient { [weak tracker] result in
      if case .success = result { tracker?.sendNow() }
    }
    return nil
  }

  /// Returns true if the token is valid; if it has expired, renews it, and sends later.
  private func hasFreshToken() -> Bool {
    guard tracker.account.isExpired else { return true }
    tracker.account.refresh { [weak tracker] result in
      if case .success = result { tracker?.sendNow() }
    }
    return false
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

  /// Renews the token once, to avoid an endless loop with a server that accepts no token.
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
