import EventKernel
import Geodesy
import PhoneAPI
import PhoneProfiles
import Timekeeping
import World

/// The satellite receiver. It is off, acquiring, tracking, resting, or still on for some seconds
/// although nothing needs it.
///
/// The time to the first fix depends on the data that the receiver still has: see `GNSSStart`. This
/// time is longer under an obstructed sky. Without a view of the sky the receiver finds no fix and
/// gives up.
final class GNSSReceiver: PhonePart {
  enum State: Equatable {
    case off
    case acquiring(attempt: Int)
    case tracking
    /// The receiver is still on although nothing uses it. It turns off after some seconds (GNSS-5).
    case tail
    /// The receiver is on only for a share of the time, because the phone lies still.
    case resting
  }

  @exclusivity(unchecked) private(set) var state = State.off
  @exclusivity(unchecked) private var errors: GNSSErrorModel
  private let parameters: GNSSParameters
  private let starts: SeededRandom
  /// The cause to which the ledger charges the receiver's energy.
  var cause = EnergyCause.standardUpdates {
    willSet { if newValue != cause { setPower(0) } }
    didSet { if oldValue != cause { updatePower() } }
  }
  private var attempts = 0
  private var lastTracking: Instant?
  private var pending: EventKernel<PhoneEvent>.Identifier?
  private var ticking: EventKernel<PhoneEvent>.Identifier?
  private var sky = SkyView.open

  init(phone: SimulatedPhone, parameters: GNSSParameters, chance: SeededRandom) {
    self.parameters = parameters
    errors = GNSSErrorModel(parameters: parameters, chance: chance)
    starts = chance.stream("gnss.start")
    super.init(phone: phone)
  }

  var isTracking: Bool { state == .tracking }

  func turnOn() {
    switch state {
    case .acquiring, .tracking: return
    case .tail:
      cancelPending()
      state = .tracking
    case .off, .resting: acquire()
    }
  }

  /// Begins a period of rare fixes, because the phone lies still.
  ///
  /// Between these fixes, the receiver draws a share of the tracking power. The share is a judgment
  /// without a source.
  func rest() {
    leaveTracking()
    cancelPending()
    state = .resting
    updatePower()
  }

  /// Returns one fix of a resting receiver. Adds the energy of the hot start that the fix needs.
  func snapshot() -> Location {
    sky = phone.span.sky
    phone.addImpulse(
      (parameters.acquiringWatts + secondFrequencyWatts) * secondsToFirstFix(.hot), .gnss, cause)
    lastTracking = phone.now
    errors.turnOn(at: phone.now)
    return currentFix()
  }

  /// Turns the receiver off because nothing uses it any more. A receiver that is tracking stays on
  /// for some more seconds.
  func turnOff() {
    switch state {
    case .off, .tail: return
    case .acquiring, .resting: powerDown()
    case .tracking:
      state = .tail
      cancelPending()
      pending = phone.schedule(.gnss(.tailOver), after: .seconds(parameters.tailSeconds))
    }
  }

  func powerDown() {
    leaveTracking()
    cancelPending()
    state = .off
    updatePower()
  }

  /// Handles a change of the view of the sky.
  func skyChanged(to span: Span) {
    sky = span.sky
    switch state {
    case .off, .resting: return
    case .tracking where sky.showsSatellites: updatePower()
    case .tail: if sky.showsSatellites { updatePower() } else { powerDown() }
    case .tracking, .acquiring:
      leaveTracking()
      acquire()
    }
  }

  // MARK: Events

  @inline(__always)
  func handle(_ event: GNSSEvent) {
    switch event {
    case .tick: tick()
    case .firstFix(let attempt): firstFix(attempt: attempt)
    case .giveUp(let attempt): giveUp(attempt: attempt)
    case .tailOver: powerDown()
    }
  }

  /// Handles a tick, and the next ones as long as nothing else happens between them.
  func ticks(until deadline: Instant) {
    repeat { tick() } while phone.repeatsSeries(until: deadline)
  }

  private func firstFix(attempt: Int) {
    guard state == .acquiring(attempt: attempt) else { return }
    phone.note(.hardware, "STD-14") { "GNSS gets its first fix" }
    state = .tracking
    errors.turnOn(at: phone.now)
    ticking = phone.scheduleRepeating(
      .gnss(.tick), first: phone.now + .seconds(1 as Int64), every: .seconds(1 as Int64))
    updatePower()
    phone.location.take(currentFix())
  }

  @inline(__always)
  private func tick() {
    errors.step(at: phone.now)
    guard case .tracking = state else { return }
    let fix = currentFix()
    phone.locationUncounted.follow { $0.take(fix) }
  }

  private func giveUp(attempt: Int) {
    guard state == .acquiring(attempt: attempt) else { return }
    phone.note(.hardware, "GNSS-17") { "GNSS finds no satellites and gives up" }
    powerDown()
    phone.location.fine.satellitesNotFound()
  }

  // MARK: Details

  @inline(__always)
  private func currentFix() -> Location {
    let truth = phone.truth()
    return errors.fix(truth, sky: sky, scale: phone.scale(at: truth.coordinate), at: phone.now)
  }

  private func acquire() {
    attempts += 1
    state = .acquiring(attempt: attempts)
    cancelPending()
    let span = phone.span
    sky = span.sky
    updatePower()
    let isAssisted = span.network != .none
    if span.sky.showsSatellites {
      let start = GNSSStart(
        age: lastTracking.map { phone.now - $0 }, isAssisted: isAssisted, parameters)
      let seconds = secondsToFirstFix(start)
      phone.note(.hardware, "STD-14") {
        "GNSS starts \(start.words)"
          + (start.isDelayed(at: seconds, parameters) ? ", under an obstructed sky" : "")
          + ": its first fix takes \(Int(seconds.rounded())) s"
      }
      pending = phone.schedule(.gnss(.firstFix(attempt: attempts)), after: .seconds(seconds))
    } else {
      let patience = isAssisted ? parameters.giveUpSeconds : parameters.giveUpUnassistedSeconds
      phone.note(.hardware, "GNSS-17") {
        "GNSS searches without a view of the sky, for at most \(Int(patience)) s"
      }
      pending = phone.schedule(.gnss(.giveUp(attempt: attempts)), after: .seconds(patience))
    }
  }

  private func secondsToFirstFix(_ start: GNSSStart) -> Double {
    start.secondsToFirstFix(
      isAmongBuildings: phone.span.sky == .urban, at: phone.now, parameters, chance: starts)
  }

  private func updatePower() {
    switch state {
    case .off: setPower(0)
    case .acquiring: setPower(parameters.acquiringWatts + secondFrequencyWatts)
    case .resting:
      setPower(
        (parameters.trackingGoodWatts + secondFrequencyWatts) * parameters.stillShare)
    case .tracking, .tail:
      let watts = sky == .open ? parameters.trackingGoodWatts : parameters.trackingWeakWatts
      setPower(watts + secondFrequencyWatts)
    }
  }

  /// The power that the receiver draws in addition for its second frequency [W] (GNSS-11).
  private var secondFrequencyWatts: Double {
    sky.showsSatellites
      ? parameters.secondFrequencyOutdoorsWatts : parameters.secondFrequencyIndoorsWatts
  }

  private func setPower(_ watts: Double) { phone.setPower(watts, .gnss, cause) }

  private func cancelPending() {
    if let pending { phone.cancel(pending) }
    pending = nil
  }

  /// Stops tracking. The next start can be a hot start, because the receiver has fresh data now.
  private func leaveTracking() {
    guard let ticking else { return }
    phone.cancel(ticking)
    self.ticking = nil
    lastTracking = phone.now
  }
}

/// The events of the satellite receiver.
///
/// Each search for satellites is an attempt with its own number. `firstFix` and `giveUp` have no
/// effect if their attempt has already ended.
enum GNSSEvent: Sendable {
  case firstFix(attempt: Int)
  /// This event comes every second while the receiver tracks.
  case tick
  case giveUp(attempt: Int)
  case tailOver
}
