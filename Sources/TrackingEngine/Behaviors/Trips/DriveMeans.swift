import PhoneAPI

/// The means by which the tracker detects drives.
package enum DriveMeans: Sendable, Equatable {
  case motion
  /// The car's connection alone, because motion is refused or missing. The text is the reason.
  case carAlone(String)
  /// The speed of fixes, because the phone has no motion sensors. The text is the reason.
  case speed(String)
  /// Nothing. The text is the reason.
  case nothing(String)

  /// The message to the user; nil if drives are detected as usual.
  package var message: String? {
    switch self {
    case .motion: nil
    case .carAlone(let reason): "Drives are detected by the car's connection alone: \(reason)."
    case .speed(let reason): "Drives are detected by speed: \(reason)."
    case .nothing(let reason): "Drives are not detected: \(reason)."
    }
  }
}

extension Tracker {
  /// The means by which drives are detected now.
  ///
  /// A refusal mentions Settings only if the phone has motion sensors. Without motion sensors,
  /// Settings would not help.
  package var driveMeans: DriveMeans {
    let drives = settings.drives
    let reason: String
    if case .unavailable(let lack) = phone.motionActivity.availability {
      if drives.speedWithoutMotion { return .speed(lack) }
      reason = lack
    } else if motionIsRefused {
      reason = "motion is off for this app. Turn it on in Settings, under Privacy"
    } else {
      return .motion
    }
    let seesCar =
      drives.carAudio && phone.audioSession.availability.isAvailable
      || drives.carAccessory != nil && phone.bluetooth.availability.isAvailable
    return seesCar ? .carAlone(reason) : .nothing(reason)
  }

  /// The remark for a display that drives are not detected or are detected in another way than
  /// usual; nil if there is nothing to remark.
  package var driveRemark: String? { detectsDrives ? driveMeans.message : nil }

  /// True if the car's accessory may have woken the app, and nothing keeps the app running.
  var isWokenByCarOnly: Bool {
    settings.drives.carAccessory != nil && !isInForeground
      && phone.application.backgroundTimeRemainingSeconds.isFinite
  }

  /// True if the tracker can detect drives.
  var detectsDrivesNow: Bool {
    if case .nothing = driveMeans { false } else { true }
  }
}

extension DriveSettings {
  /// True if the car's connection is a signal of a drive.
  var detectsCar: Bool { carAudio || carAccessory != nil }
}
