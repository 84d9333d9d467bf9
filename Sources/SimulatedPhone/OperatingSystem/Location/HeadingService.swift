import EventKernel
import PhoneAPI
import Timekeeping

/// Headings for the managers that asked for them, once a second at most, each past its own filter.
///
/// They need no permission, since a direction tells no place, and come in the foreground and wherever else
/// the process runs; they do not keep it running.
final class HeadingService {
  private unowned(unsafe) let phone: SimulatedPhone
  private let compass: Compass
  private let watts: Double
  private var ticking: EventKernel<PhoneEvent>.Identifier?
  private var isOn = false

  init(phone: SimulatedPhone, device: CompassParameters, chance: Chance) {
    self.phone = phone
    compass = Compass(accuracyDegrees: device.accuracyDegrees, chance: chance)
    watts = device.watts
  }

  /// On while a process that runs wants headings; they are made while somebody hears them.
  func setWanted(_ isWanted: Bool, isHeard: Bool) {
    if isWanted != isOn {
      isOn = isWanted
      phone.setPower(isWanted ? watts : 0, .motion, .heading)
      if isWanted { phone.note(.hardware, "heading") { "the compass is on" } }
    }
    guard isHeard != (ticking != nil) else { return }
    if let ticking { phone.cancel(ticking) }
    ticking = nil
    guard isHeard else { return }
    ticking = phone.scheduleRepeating(
      .heading, first: phone.now + .milliseconds(100), every: .seconds(1 as Int64))
  }

  /// What the compass says now; nil while it is off.
  var current: Heading? {
    guard isOn else { return nil }
    return compass.heading(
      phone.truth(), position: phone.location.latestFix?.coordinate, at: phone.now)
  }

  func tick() {
    guard let heading = current else { return }
    for client in phone.location.clients where client.wantsHeading && client.hasTurned(to: heading)
    {
      client.lastHeading = heading
      client.delegate?.locationManager(client, didUpdateHeading: heading)
    }
  }
}

extension LocationClient {
  /// Whether the heading differs by the filter from the last that was delivered.
  fileprivate func hasTurned(to heading: Heading) -> Bool {
    guard let filter = headingFilterDegrees, let last = lastHeading else { return true }
    let turn = abs(heading.magneticDegrees - last.magneticDegrees)
    return min(turn, 360 - turn) >= filter
  }
}
