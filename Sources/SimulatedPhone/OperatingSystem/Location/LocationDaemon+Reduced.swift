import Geodesy
import PhoneAPI

/// The rules that change or withhold positions. With reduced accuracy the app gets only the area
/// (BG-7). In some periods the system delivers no positions in the background (BG-4).
extension LocationDaemon {
  /// Returns the area that an app with reduced accuracy gets instead of the position (BG-7).
  func area() -> Location { reduced.fix(at: phone.truth().coordinate, now: phone.now) }

  func area(around place: Coordinate) -> Location { reduced.area(around: place, now: phone.now) }

  /// Handles a fix while `isReduced` or `isSilent` is true.
  ///
  /// With reduced accuracy, the app gets an area instead of the fix (BG-7). While the system
  /// delivers no positions in the background, the fix is stored for later (BG-4).
  func takeOutOfTheOrdinary(_ fix: Location) {
    if isReduced { return takeArea() }
    if phone.app?.process?.state == .foreground { return hand(out: fix) }
    isWithholding = true
    keep(fix)
  }

  func setSilent(_ isSilent: Bool) {
    self.isSilent = isSilent
    isWithholding = false
    isOutOfTheOrdinary = isReduced || isSilent
    isHolding = isSilent && demand != .nothing
    phone.statusMayHaveChanged()
  }

  /// Resumes the delivery of positions (BG-4). The newest position is delivered at once, because at
  /// rest the next one may come much later.
  func silenceEnds() {
    let isOwed = isWithholding && demand != .nothing
    setSilent(false)
    guard isOwed else { return }
    if isReduced { takeArea() } else if let latestFix { distribute(latestFix) }
  }

  private func takeArea() {
    let area = area()
    guard !isSilent || phone.app?.process?.state == .foreground else {
      isWithholding = true
      return firstFixIsHere()
    }
    guard area != latestFix else { return firstFixIsHere() }
    phone.note(.operatingSystem, "BG-7") {
      "with reduced accuracy the app gets an area of \(Int(area.horizontalAccuracyMeters)) m"
    }
    hand(out: area)
  }

  /// Drops the latest fix, because the app may now get fixes of another accuracy.
  func accuracyChanged() {
    isReduced = phone.permissions.isAccuracyReduced
    isOutOfTheOrdinary = isReduced || isSilent
    latestFix = nil
    scheduleNetworkFix(isFirst: true)
  }

  private func hand(out fix: Location) {
    isWithholding = false
    keep(fix)
    distribute(fix)
  }
}
