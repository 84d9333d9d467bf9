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
  private(set) var latest: Heading?

  init(phone: SimulatedPhone, device: CompassParameters, chance: Chance) {
    self.phone = phone
    compass = Compass(accuracyDegrees: device.accuracyDegrees, chance: chance)
    watts = device.watts
  }

  /// On while a process that runs wants headings.
  func setWanted(_ isWanted: Bool) {
    guard isWanted != (ticking != nil) else { return }
    phone.setPower(isWanted ? watts : 0, .motion, .heading)
    if let ticking { phone.cancel(ticking) }
    ticking = nil
    guard isWanted else { return }
    phone.note(.hardware, "heading") { "the compass is on" }
    ticking = phone.scheduleRepeating(
      .heading, first: phone.now + .milliseconds(100), every: .seconds(1 as Int64))
  }

  func tick() {
    let heading = compass.heading(
      phone.truth(), position: phone.location.latestFix?.coordinate, at: phone.now)
    latest = heading
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
