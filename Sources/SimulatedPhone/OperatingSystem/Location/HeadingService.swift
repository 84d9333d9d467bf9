import EventKernel
import PhoneAPI
import PhoneProfiles
import Timekeeping

/// Delivers headings to the managers that requested them, at most once a second. Each manager has
/// its own filter.
///
/// Headings need no permission, because a direction does not reveal a position. They come while the
/// process runs, in the foreground and in the background, but do not keep the process running.
final class HeadingService: PhonePart {
  private let compass: Compass
  private let watts: Double
  private var ticking: EventKernel<PhoneEvent>.Identifier?
  private var isOn = false

  init(phone: SimulatedPhone, device: CompassParameters, chance: SeededRandom) {
    compass = Compass(accuracyDegrees: device.accuracyDegrees, chance: chance)
    watts = device.watts
    super.init(phone: phone)
  }

  /// Turns the compass on while a running process requests headings (`isWanted`). The service
  /// computes headings only while a delegate has a callback for them (`isDelivered`).
  func setWanted(_ isWanted: Bool, isDelivered: Bool) {
    if isWanted != isOn {
      isOn = isWanted
      phone.setPower(isWanted ? watts : 0, .motion, .heading)
      if isWanted { phone.note(.hardware, "heading") { "the compass is on" } }
    }
    guard isDelivered != (ticking != nil) else { return }
    if let ticking { phone.cancel(ticking) }
    ticking = nil
    guard isDelivered else { return }
    ticking = phone.scheduleRepeating(
      .heading, first: phone.now + .milliseconds(100), every: .seconds(1 as Int64))
  }

  /// The current heading; nil while the compass is off.
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
  /// Returns true if the heading differs from the last delivered heading by at least the filter.
  fileprivate func hasTurned(to heading: Heading) -> Bool {
    guard let filter = headingFilterDegrees, let last = lastHeading else { return true }
    let turn = abs(heading.magneticDegrees - last.magneticDegrees)
    return min(turn, 360 - turn) >= filter
  }
}
