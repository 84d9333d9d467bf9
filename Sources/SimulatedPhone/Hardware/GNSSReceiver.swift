import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// The satellite receiver: off, acquiring, tracking, resting, or in the tail after its last client.
///
/// The time to the first fix depends on the data that the receiver still has: see `GNSSStart`. It
/// is longer under an obstructed sky. Without a view of the sky the receiver finds no fix and gives
/// up.
final class GNSSReceiver {
  enum State: Equatable {
    case off
    case acquiring(attempt: Int)
    case tracking
    /// Still on without a client. The receiver turns off when the tail is over (GNSS-5).
    case tail
    /// On for a share of the time, because the phone lies still.
    case resting
  }

  @exclusivity(unchecked) private(set) var state = State.off
  @exclusivity(unchecked) private var errors: GNSSErrorModel
  private unowned(unsafe) let phone: SimulatedPhone
  private let parameters: GNSSParameters
  private let starts: Chance
  /// The cause to which the receiver's energy is charged.
  var cause = EnergyCause.standardUpdates {
    willSet { if newValue != cause { setPower(0) } }
    didSet { if oldValue != cause { updatePower() } }
  }
  private var attempts = 0
  private var lastTracking: Instant?
  private var pending: EventKernel<PhoneEvent>.Identifier?
  private var ticking: EventKernel<PhoneEvent>.Identifier?
  private var sky = SkyView.open

  init(phone: SimulatedPhone, parameters: GNSSParameters, chance: Chance) {
    self.phone = phone
    self.parameters = parameters
    errors = GNSSErrorModel(parameters: parameters, chance: chance)
    starts = chance.stream("gnss.start")
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

  /// Begins the rest: the phone lies still and fixes are rare. No source gives the receiver's power
  /// between them; the model uses a share of the tracking power (judgement).
  func rest() {
    leaveTracking()
    cancelPending()
    state = .resting
    updatePower()
  }

  /// Returns one fix of a resting receiver, after a short start.
  func snapshot() -> Location {
    sky = phone.span.sky
    phone.addImpulse(
      (parameters.acquiringWatts + secondFrequencyWatts) * secondsToFirstFix(.hot), .gnss, cause)
    lastTracking = phone.now
    errors.turnOn(at: phone.now)
    return currentFix(of: phone)
  }

  /// Begins the tail after the last client, after which the receiver turns off.
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

  /// Handles a change of the sky view.
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

  private func firstFix(attempt: Int) {
    guard state == .acquiring(attempt: attempt) else { return }
    phone.note(.hardware, "STD-14") { "GNSS gets its first fix" }
    state = .tracking
    errors.turnOn(at: phone.now)
    ticking = phone.scheduleRepeating(
      .gnss(.tick), first: phone.now + .seconds(1 as Int64), every: .seconds(1 as Int64))
    updatePower()
    phone.location.take(currentFix(of: phone), on: phone)
  }

  @inline(__always)
  private func tick() {
    Uncounted(phone).follow { phone in
      errors.step(at: phone.now)
      guard case .tracking = state else { return }
      let fix = currentFix(of: phone)
      phone.locationUncounted.follow { $0.take(fix, on: phone) }
    }
  }

  private func giveUp(attempt: Int) {
    guard state == .acquiring(attempt: attempt) else { return }
    phone.note(.hardware, "GNSS-17") { "GNSS finds no satellites and gives up" }
    powerDown()
    phone.location.fine.satellitesNotFound()
  }

  // MARK: Details

  @inline(__always)
  private func currentFix(of phone: SimulatedPhone) -> Location {
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

  /// The power for a second frequency (GNSS-11).
  private var secondFrequencyWatts: Double {
    sky.showsSatellites
      ? parameters.secondFrequencyOutdoorsWatts : parameters.secondFrequencyIndoorsWatts
  }

  private func setPower(_ watts: Double) { phone.setPower(watts, .gnss, cause) }

  private func cancelPending() {
    if let pending { phone.cancel(pending) }
    pending = nil
  }

  /// Stops tracking. The data that the receiver has now make the next start a hot one.
  private func leaveTracking() {
    guard let ticking else { return }
    phone.cancel(ticking)
    self.ticking = nil
    lastTracking = phone.now
  }
}

/// Events of the satellite receiver. Events of an attempt that has ended are ignored.
enum GNSSEvent: Sendable {
  case firstFix(attempt: Int)
  /// Every second while it tracks.
  case tick
  case giveUp(attempt: Int)
  case tailOver
}
