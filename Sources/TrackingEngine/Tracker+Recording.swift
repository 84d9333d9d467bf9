import PhoneAPI
import Timekeeping

/// The steps that turn delivered fixes into stored records, and report the records to behaviors.
extension Tracker {
  /// Handles a delivery: records or drops each fix, then calls the behaviors that subscribed to
  /// deliveries.
  @inline(__always)
  func take(_ locations: [Location], at now: Instant) {
    if wifiZone == nil { takeDelivered(locations, at: now) } else { takeInZone(locations, at: now) }
  }

  @inline(never)
  private func takeInZone(_ locations: [Location], at now: Instant) {
    guard let wifiZone, wifiZone.isHere(phone.wifi) else {
      return takeDelivered(locations, at: now)
    }
    takeDelivered([wifiZone.fix(at: now)], at: now)
  }

  @inline(__always)
  private func takeDelivered(_ locations: [Location], at now: Instant) {
    if let source = requestedSource ?? streamSource {
      if locations.count == 1 {
        take(locations[0], from: source, at: now)
      } else if !settings.loggingMode.keepsAll {
        takeNewest(of: locations, from: source, at: now)
      } else {
        takeTogether(locations, from: source, at: now)
      }
      filter.deliveryEnded()
      reportQueueLength(at: now)
    } else {
      discard(locations, at: now)
    }
    if let last = locations.last { lastFix = last }
    if receivesDeliveries { notify(.delivery) { $0.delivered(locations, at: now) } }
    sendIfDue(at: now)
  }

  /// Reports fixes that the tracker does not record, since it records no delivered fixes now.
  @inline(never)
  private func discard(_ locations: [Location], at now: Instant) {
    guard let observer, !(isTracking && detectsDrives) else { return }
    let rule = ruleWithoutStreamSource
    for location in locations {
      observer.tracker(self, didDiscard: location, by: rule, at: now)
    }
  }

  @inline(never)
  private func takeNewest(of locations: [Location], from source: Record.Source, at now: Instant) {
    for location in locations.dropLast() {
      observer?.tracker(self, didDiscard: location, by: "loggingMode", at: now)
    }
    if let newest = locations.last { take(newest, from: source, at: now) }
  }

  /// Stores a delivery in one transaction, and reports its records only after the commit.
  @inline(never)
  private func takeTogether(
    _ locations: [Location], from source: Record.Source, at now: Instant
  ) {
    let details = locationDetails
    defer { locationDetails = details }
    if settings.overland.oldStats, settings.includesTrackingStatistics {
      locationDetails = LocationDetails(tripID: tripID, delivered: locations.count).json
    }
    unsafeRecords = []
    var unsaved = locations
    do {
      try store.inOneTransaction {
        for location in locations { take(location, from: source, at: now) }
        unsaved = unsafeRecords?.map(\.location) ?? []
      }
      let records = unsafeRecords ?? []
      unsafeRecords = nil
      for record in records { reportRecord(record, as: record.identifier, at: now) }
    } catch {
      unsafeRecords = nil
      replaceable = nil
      phone.note("store", "\(error)")
      for location in unsaved { couldNotStore(location, nil, at: now) }
    }
  }

  @inline(__always)
  private func take(_ location: Location, from source: Record.Source, at now: Instant) {
    if let refusal = refusal(of: location) {
      observer?.tracker(self, didDiscard: location, by: refusal.rule, at: now)
    } else {
      keep(location, kind: .location, source: source, at: now)
    }
  }

  /// Returns the reason to drop a fix, or nil to keep it.
  ///
  /// A fix that answers a request is kept even if the phone has not moved.
  @inline(__always)
  private func refusal(of location: Location) -> FixFilter.Refusal? {
    if requestedSource == nil { return filter.refusal(of: location) }
    return FixFilter.hasPosition(location) ? nil : .withoutPosition
  }

  /// Stores a single record, and reports the new queue length to the observer.
  ///
  /// - Parameter details: the record's details in JSON, such as a `TripSummary`.
  /// - Returns: True if the record is in the store.
  @discardableResult
  func record(
    _ location: Location, kind: Record.Kind = .location, source: Record.Source, at now: Instant,
    details: String? = nil
  ) -> Bool {
    let isKept = keep(location, kind: kind, source: source, at: now, details: details)
    reportQueueLength(at: now)
    return isKept
  }

  @inline(__always)
  func reportQueueLength(at now: Instant) {
    guard reportsQueue else { return }
    observer?.tracker(self, queueLengthIs: store.queueLength, at: now)
  }

  @inline(__always)
  @discardableResult
  private func keep(
    _ location: Location, kind: Record.Kind, source: Record.Source, at now: Instant,
    details: String? = nil
  ) -> Bool {
    if now >= currentSurroundings.due { currentSurroundings.read(at: now) }
    let record = Record(
      kind: kind, source: source, location: location, recordedAt: now,
      surroundings: currentSurroundings.values,
      home: homeZone?.relation(to: location.coordinate))
    let identifier: Record.Identifier
    do {
      identifier = try store(record, details)
    } catch {
      couldNotStore(location, error, at: now)
      return false
    }
    if unsafeRecords == nil {
      reportRecord(record, as: identifier, at: now)
    } else {
      awaitCommit(of: record, as: identifier)
    }
    return true
  }

  @inline(__always)
  private func store(
    _ record: Record, _ details: String?
  ) throws(RecordStoreError) -> Record.Identifier {
    guard record.isLocation else { return try store.append(record, details: details) }
    guard details == nil, hasLocationDetails else { return try storePosition(record, details) }
    return try storePosition(record, locationDetails)
  }

  @inline(__always)
  private func storePosition(
    _ record: Record, _ details: String?
  ) throws(RecordStoreError) -> Record.Identifier {
    if settings.loggingMode.keepsAll, !settings.wholeSecondKeys {
      return try store.append(record, details: details)
    }
    return try storeInPlaceOfOthers(record, details)
  }

  @inline(never)
  private func storeInPlaceOfOthers(
    _ record: Record, _ details: String?
  ) throws(RecordStoreError) -> Record.Identifier {
    if settings.loggingMode.keepsAll { return try storeBySecond(record, details) }
    let doomed: RecordKinds = settings.overland.latestPurges ? .all : .location
    return try store.append(record, details: details, insteadOfWaiting: doomed)
  }

  @inline(__always)
  private func reportRecord(_ record: Record, as identifier: Record.Identifier, at now: Instant) {
    observer?.tracker(self, didRecord: record, as: identifier, at: now)
    if receivesRecords { notifyBehaviors(of: record, as: identifier) }
  }

  @inline(never)
  private func notifyBehaviors(of record: Record, as identifier: Record.Identifier) {
    let identified = record.identified(as: identifier)
    notify(.record) { $0.recorded(identified) }
  }

  @inline(never)
  private func awaitCommit(of record: Record, as identifier: Record.Identifier) {
    unsafeRecords?.append(record.identified(as: identifier))
  }

  /// Reports a fix that could not be stored, and makes the filter keep the next fix.
  @inline(never)
  private func couldNotStore(_ location: Location, _ error: RecordStoreError?, at now: Instant) {
    if let error { phone.note("store", "\(error)") }
    observer?.tracker(self, didDiscard: location, by: "store", at: now)
    filter.forget()
  }

  /// Stores a record under its time in whole seconds, under the quirk `wholeSecondKeys`.
  ///
  /// A later record of the same second replaces the earlier record, even while the earlier one is
  /// being sent. The server's acknowledgment then removes the later record too.
  @inline(never)
  private func storeBySecond(
    _ record: Record, _ details: String?
  ) throws(RecordStoreError) -> Record.Identifier {
    let second = record.location.timestamp.wholeSeconds
    if let replaceable, replaceable.second == second {
      var replacement = record
      replacement.identifier = replaceable.identifier
      if try store.replace(replacement) { return replaceable.identifier }
    }
    let identifier = try store.append(record, details: details)
    replaceable = (identifier, second)
    return identifier
  }

  /// Sends the waiting records of all queues, except queues whose sending is off.
  func sendUnlessOff() { for queue in uploadQueues { queue.sendUnlessOff() } }

  /// Reports to the observer that a behavior dropped a fix by the rule named `rule`.
  func discard(_ location: Location, by rule: StaticString) {
    observer?.tracker(self, didDiscard: location, by: rule, at: clock.now)
  }

  func reportDrive(_ drive: DriveSummary) { observer?.tracker(self, didDetect: drive) }

  func reportFence(_ fence: CircularRegion?) {
    observer?.tracker(self, fenceIs: fence, at: clock.now)
  }

  func acknowledged(_ records: [Record.Identifier], at now: Instant) {
    observer?.tracker(self, didAcknowledge: records, at: now)
    reportQueueLength(at: now)
  }
}
