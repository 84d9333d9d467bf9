import Geodesy
import PhoneAPI

/// The delivery of fixes to the app's managers.
///
/// An app that tracks gets a fix a second. A use of a property would count references, which takes
/// some 4 % of a fix's time. So a delivery takes what it uses out of the daemon, and puts it back.
extension LocationDaemon {
  /// A manager, its delegate, and the array in which it gets fixes. Nothing copies them, and so
  /// nothing counts them.
  struct Recipient: ~Copyable {
    let client: LocationClient
    let delegate: any LocationManagerDelegate
    var fixes: [Location] = []
  }

  /// Notes that the managers or one of their delegates have changed.
  func recipientsChanged() {
    recipientsVersion += 1
    onlyRecipient = nil
    if clients.count == 1, let delegate = clients[0].delegate {
      onlyRecipient = Recipient(client: clients[0], delegate: delegate)
    }
  }

  @inline(__always)
  func distribute(_ fix: Location) {
    var isHeld = false
    if onlyRecipient != nil {
      isHeld = !offerToOnlyRecipient(fix)
      // The recipient may just have made another manager.
      if clients.count > 1, !offer(fix, toClientsFrom: 1) { isHeld = true }
    } else {
      isHeld = !offer(fix, toClientsFrom: 0)
    }
    if isHeld != isHolding {
      isHolding = isHeld && demand != .nothing
      phone.statusMayHaveChanged()
    }
  }

  /// Offers the fix to the clients from an index on. Returns false if a distance filter holds it
  /// back from one of them.
  @inline(never)
  private func offer(_ fix: Location, toClientsFrom first: Int) -> Bool {
    var isOffered = true
    var index = first
    while index < clients.count {
      let client = clients[index]
      withDelivery {
        if !offer(fix, to: client, client.delegate, in: &$0) { isOffered = false }
      }
      index += 1
    }
    return isOffered
  }

  /// Takes the recipient out, so that it exists as long as the call, and puts it back unless the
  /// app has changed its managers in the meantime.
  @inline(__always)
  private func offerToOnlyRecipient(_ fix: Location) -> Bool {
    let version = recipientsVersion
    guard var recipient = onlyRecipient.take() else { return true }
    let isOffered = offer(fix, to: recipient.client, recipient.delegate, in: &recipient.fixes)
    if version == recipientsVersion { onlyRecipient = consume recipient }
    return isOffered
  }

  /// Delivers the fix to a client that may have it. Returns false if the session's distance filter
  /// holds the fix back.
  @inline(__always)
  private func offer(
    _ fix: Location, to client: LocationClient, _ delegate: (any LocationManagerDelegate)?,
    in fixes: inout [Location]
  ) -> Bool {
    guard client.isServed else {
      if client.isMissingOut { miss(fix, client) }
      return true
    }
    let isRequested = client.oneShotEnds != nil && isGoodEnough(fix, for: client)
    if isRequested {
      client.oneShotEnds = nil
    } else {
      guard case .on = client.session else { return true }
      guard passesFilter(fix, client) else { return false }
    }
    deliver(fix, to: client, delegate, in: &fixes, for: cause)
    if isRequested { reconsider() }
    return true
  }

  @inline(never)
  private func makeRoom(in fixes: inout [Location], for fix: Location) { fixes = [fix] }

  private func isGoodEnough(_ fix: Location, for client: LocationClient) -> Bool {
    isReduced || fix.horizontalAccuracyMeters <= max(client.desiredAccuracy.meters, 20)
  }

  /// Returns true if the fix passes the session's distance filter. A filter saves the app's work,
  /// but not the energy of positioning (STD-8, STD-20).
  @inline(__always)
  private func passesFilter(_ fix: Location, _ client: LocationClient) -> Bool {
    guard let filter = client.distanceFilterMeters, let last = client.lastDelivered else {
      return true
    }
    return isFarther(fix.coordinate, than: filter, from: last)
  }

  @inline(never)
  private func isFarther(
    _ coordinate: Coordinate, than meters: Double, from last: Coordinate
  ) -> Bool {
    phone.scale(at: coordinate).distanceMeters(last, coordinate) >= meters
  }

  /// Delivers a fix to a client, at the expense of `cause` or of the daemon's present cause.
  func deliver(_ fix: Location, to client: LocationClient, for cause: EnergyCause? = nil) {
    withDelivery { deliver(fix, to: client, client.delegate, in: &$0, for: cause ?? self.cause) }
  }

  /// Takes the array of deliveries out, since a handler may cause another delivery.
  private func withDelivery(_ body: (inout [Location]) -> Void) {
    var fixes: [Location] = []
    swap(&fixes, &delivery)
    body(&fixes)
    swap(&fixes, &delivery)
  }

  @inline(__always)
  private func deliver(
    _ fix: Location, to client: LocationClient, _ delegate: (any LocationManagerDelegate)?,
    in fixes: inout [Location], for cause: EnergyCause
  ) {
    client.lastDelivered = fix.coordinate
    deliveredFixes += 1
    phone.addImpulse(processor.hostJoulesPerFixDelivered, .processor, cause)
    if fixes.isEmpty { makeRoom(in: &fixes, for: fix) }
    fixes[0] = fix
    delegate?.locationManager(client, didUpdateLocations: fixes)
  }
}
