import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

/// The satellite receiver: off, acquiring, tracking, or in the tail after its last client let go.
///
/// Time to first fix follows what the receiver still knows (STD-14): hot with a fix and ephemeris of
/// minutes ago, warm within the ephemeris' life, cold after it; with a data connection the network
/// assists. Under a hard sky it takes longer; without any it never comes, and the receiver gives up.
final class GNSSReceiver {
  enum State: Equatable {
    case off
    case acquiring(attempt: Int)
    case tracking
    /// Nobody needs it; it sleeps when the tail is over (GNSS-5).
    case tail
    /// Its client's phone lies still: on for a share of the time.
    case resting
  }

  @exclusivity(unchecked) private(set) var state = State.off
  @exclusivity(unchecked) private var errors: GNSSErrorModel
  private unowned(unsafe) let phone: SimulatedPhone
  private let device: DeviceParameters
  private let starts: Chance
  private var cause = EnergyCause.standardUpdates
  private var attempts = 0
  private var lastTracking: Instant?
  private var pending: EventKernel<PhoneEvent>.Identifier?
  private var ticking: EventKernel<PhoneEvent>.Identifier?
  private var sky = SkyView.open

  init(phone: SimulatedPhone, device: DeviceParameters, chance: Chance) {
    self.phone = phone
    self.device = device
    errors = GNSSErrorModel(device: device, chance: chance)
    starts = chance.stream("gnss.start")
  }

  var isTracking: Bool { state == .tracking }

  /// Turns it on, or changes only for whom it works.
  func turnOn(for cause: EnergyCause) {
    if cause != self.cause { setPower(0) }
    self.cause = cause
    switch state {
    case .acquiring, .tracking: updatePower()
    case .tail where ticking != nil:
      state = .tracking
      cancelPending()
      updatePower()
    case .off, .tail, .resting: acquire()
    }
  }

  /// The phone lies still and fixes are rare. What the receiver draws between them nobody has
  /// published; a share of tracking power by judgement.
  func rest() {
    if state == .tracking || state == .tail { lastTracking = phone.now }
    cancelPending()
    stopTicking()
    state = .resting
    updatePower()
  }

  /// Nobody needs it any more; power goes after the tail.
  func turnOff() {
    switch state {
    case .off, .tail: return
    case .acquiring, .resting: powerDown()
    case .tracking:
      state = .tail
      lastTracking = phone.now
      cancelPending()
      pending = phone.schedule(.gnssTailOver, after: .seconds(device.gnssTailSeconds))
    }
  }

  func powerDown() {
    if state == .tracking || state == .tail { lastTracking = phone.now }
    cancelPending()
    stopTicking()
    state = .off
    setPower(0)
  }

  /// The phone has come under another sky.
  func skyChanged(to span: Span) {
    sky = span.sky
    let sees = span.sky == .open || span.sky == .urban
    switch state {
    case .off, .tail, .resting: return
    case .tracking where sees: updatePower()
    case .tracking, .acquiring:
      stopTicking()
      acquire()
    }
  }

  // MARK: Events

  func firstFix(attempt: Int) {
    guard state == .acquiring(attempt: attempt) else { return }
    phone.note(.hardware, "STD-14") { "GNSS has its first fix" }
    state = .tracking
    errors.turnOn(at: phone.now)
    ticking = phone.scheduleRepeating(
      .gnssTick, first: phone.now + .seconds(1 as Int64), every: .seconds(1 as Int64))
    updatePower()
    phone.location.satelliteFix(currentFix())
  }

  @inline(__always)
  func tick() {
    errors.step(at: phone.now)
    guard state == .tracking else { return }
    phone.location.satelliteFix(currentFix())
  }

  func giveUp(attempt: Int) {
    guard state == .acquiring(attempt: attempt) else { return }
    phone.note(.hardware, "GNSS-17") { "GNSS finds no satellites and gives up" }
    powerDown()
    phone.location.satellitesNotFound()
  }

  // MARK: Inner workings

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
    let assisted = span.network != .none
    if let seconds = secondsToFirstFix(span: span, assisted: assisted) {
      pending = phone.schedule(.gnssFirstFix(attempt: attempts), after: .seconds(seconds))
    } else {
      let patience =
        assisted ? device.gnssGiveUpSeconds : device.gnssGiveUpUnassistedSeconds
      pending = phone.schedule(.gnssGiveUp(attempt: attempts), after: .seconds(patience))
    }
  }

  /// Nil when this sky shows too few satellites for any fix.
  private func secondsToFirstFix(span: Span, assisted: Bool) -> Double? {
    guard span.sky == .open || span.sky == .urban else { return nil }
    let age = lastTracking.map { (phone.now - $0).seconds } ?? .infinity
    let base =
      age < 600
      ? device.gnssHotStartSeconds
      : age < device.ephemerisSeconds
        ? device.gnssWarmStartSeconds
        : assisted ? device.gnssColdStartSeconds : device.gnssColdUnassistedSeconds
    // Among buildings one start in four meets a hard sky (share: judgement).
    let isHard =
      span.sky == .urban && starts.happens(withProbability: 0.25, at: phone.now.wholeSeconds)
    return isHard ? max(base, device.gnssHardSkySeconds) : base
  }

  private func updatePower() {
    switch state {
    case .off: setPower(0)
    case .acquiring: setPower(device.gnssAcquiringWatts)
    case .resting: setPower(device.gnssTrackingGoodWatts * device.gnssStillShare)
    case .tracking, .tail:
      setPower(sky == .open ? device.gnssTrackingGoodWatts : device.gnssTrackingWeakWatts)
    }
  }

  private func setPower(_ watts: Double) { phone.setPower(watts, .gnss, cause) }

  private func cancelPending() {
    if let pending { phone.cancel(pending) }
    pending = nil
  }

  private func stopTicking() {
    if let ticking { phone.cancel(ticking) }
    ticking = nil
  }
}
