import EventKernel
import PhoneAPI
import Timekeeping
import World

/// How the phone satisfies a demand that needs satellites: which source works when.
///
/// A session starts with a coarse fix from the network while the receiver acquires (STD-6). On the
/// move under the sky the receiver then reports every second (STD-1). Where it finds nothing, network
/// positions stand in. Lying still, after a minute at full rate, fixes become rare: minutes apart with
/// sky, an hour apart indoors (STD-2, STD-19).
final class FinePositioning {
  enum State: Equatable {
    case off
    /// The receiver acquires or tracks.
    case satellites
    /// No satellites to be had here: network positions.
    case network
    /// Lying still: a rare fix.
    case resting
  }

  private unowned(unsafe) let phone: SimulatedPhone
  private let system: OperatingSystemParameters
  private let device: DeviceParameters
  private(set) var state = State.off
  @exclusivity(unchecked) var cause = EnergyCause.standardUpdates
  private var startedAt = Instant.distantPast
  private var pending: EventKernel<PhoneEvent>.Identifier?

  init(phone: SimulatedPhone, model: PhoneModel) {
    self.phone = phone
    system = model.system
    device = model.device
  }

  func setWanted(_ isWanted: Bool) {
    if !isWanted {
      guard state != .off else { return }
      state = .off
      cancelPending()
      phone.gnss.turnOff()
      return
    }
    startedAt = phone.now
    enterSatellites()
    // The first network position comes within seconds, long before a cold receiver's (STD-6).
    pending = phone.schedule(.fallbackFix, after: .seconds(device.wifiFixSeconds))
    if phone.isLyingStill { restLater() }
  }

  /// A network position: at the start of a session, and again and again where satellites are missing.
  func fallbackFix() {
    pending = nil
    guard state == .satellites || state == .network else { return }
    if !phone.gnss.isTracking, let fix = phone.networkFix(for: cause) {
      phone.location.keep(fix)
      phone.location.distribute(fix)
    }
    if state == .network {
      pending = phone.schedule(.fallbackFix, after: .seconds(system.networkFixIntervalSeconds))
    }
    phone.statusMayHaveChanged()
  }

  func satellitesNotFound() {
    guard state == .satellites else { return }
    state = phone.isLyingStill ? .resting : .network
    if state == .network { fallbackFix() } else { enterRest() }
  }

  /// A new sky: where satellites may be seen again the receiver tries again.
  func skyChanged(to span: Span) {
    phone.gnss.skyChanged(to: span)
    if state == .network, span.sky == .open || span.sky == .urban { enterSatellites() }
    phone.statusMayHaveChanged()
  }

  func phoneLiesStill() {
    guard state == .satellites || state == .network else { return }
    restLater()
  }

  func phoneMoves() {
    guard state == .resting else { return }
    phone.note(.hardware, "MOT-2") { "motion noticed: positions at full rate again" }
    cancelPending()
    enterSatellites()
  }

  /// The minute of full rate after a start or a stop is over, or a rare fix is due.
  func restFix() {
    pending = nil
    guard phone.isLyingStill, state != .off else { return }
    if state != .resting {
      enterRest()
      return
    }
    let sees = phone.span.sky == .open || phone.span.sky == .urban
    if let fix = sees ? phone.satelliteSnapshot() : phone.networkFix(for: cause) {
      phone.location.keep(fix)
      phone.location.distribute(fix)
    }
    scheduleRest()
  }

  private func enterSatellites() {
    state = .satellites
    phone.gnss.turnOn(for: cause)
    phone.statusMayHaveChanged()
  }

  private func restLater() {
    cancelPending()
    let burstEnds = startedAt + .seconds(system.startBurstSeconds)
    if phone.now < startedAt + .seconds(device.wifiFixSeconds) {
      // The session has only begun: its first network position is still due.
      if let fix = phone.networkFix(for: cause) {
        phone.location.keep(fix)
        phone.location.distribute(fix)
      }
    }
    pending = phone.schedule(.restFix, at: max(burstEnds, phone.now))
  }

  private func enterRest() {
    phone.note(.hardware, "STD-2") { "lying still: fixes become rare" }
    state = .resting
    phone.gnss.rest()
    scheduleRest()
    phone.statusMayHaveChanged()
  }

  private func scheduleRest() {
    let sees = phone.span.sky == .open || phone.span.sky == .urban
    let seconds = sees ? system.stillFixSecondsWithSky : system.stillFixSecondsIndoors
    pending = phone.schedule(.restFix, after: .seconds(seconds))
  }

  private func cancelPending() {
    if let pending { phone.cancel(pending) }
    pending = nil
  }
}
