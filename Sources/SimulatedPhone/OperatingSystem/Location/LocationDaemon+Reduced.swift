import Geodesy
import PhoneAPI

/// Times at which apps do not get the positions that the phone has: only the area may be known (BG-7), or
/// nothing is delivered in the background (BG-4).
extension LocationDaemon {
  /// What an app may know of the position, instead of the position itself (BG-7).
  func area() -> Location { reduced.fix(at: phone.truth().coordinate, now: phone.now) }

  func area(around place: Coordinate) -> Location { reduced.area(around: place, now: phone.now) }

  /// A fix of the system's own: it stays there while no position is delivered, or an area goes out in its
  /// stead.
  func takeOutOfTheOrdinary(_ fix: Location) {
    if isReduced { return takeArea() }
    if phone.app?.process?.state == .foreground { return hand(out: fix) }
    isWithholding = true
    keep(fix, on: phone)
  }

  func setSilent(_ isSilent: Bool) {
    self.isSilent = isSilent
    isWithholding = false
    isOutOfTheOrdinary = isReduced || isSilent
    isHolding = isSilent && demand != .nothing
    phone.statusMayHaveChanged()
  }

  /// Positions come again (BG-4), with the newest first: of a phone at rest the next may be far
  /// away.
  func silenceEnds() {
    let isOwed = isWithholding && demand != .nothing
    setSilent(false)
    guard isOwed else { return }
    if isReduced { takeArea() } else if let latestFix { distribute(latestFix, on: phone) }
  }

  private func takeArea() {
    let area = area()
    guard !isSilent || phone.app?.process?.state == .foreground else {
      isWithholding = true
      return firstFixIsHere()
    }
    guard area != latestFix else { return firstFixIsHere() }
    phone.note(.operatingSystem, "BG-7") {
      "with reduced accuracy the app is given an area of \(Int(area.horizontalAccuracyMeters)) m"
    }
    hand(out: area)
  }

  /// Positions of another accuracy than the present one must not be handed out.
  func accuracyChanged() {
    isReduced = phone.permissions.isAccuracyReduced
    isOutOfTheOrdinary = isReduced || isSilent
    latestFix = nil
    scheduleNetworkFix(isFirst: true)
  }

  private func hand(out fix: Location) {
    isWithholding = false
    keep(fix, on: phone)
    distribute(fix, on: phone)
  }
}
