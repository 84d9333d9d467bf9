import Foundation
import Text

extension PhoneCalibration {
  /// The sentences about the calibration for reports.
  package var remarks: [String] {
    let name = URL(fileURLWithPath: file).lastPathComponent
    let logs = counted(profile.logs.count { !$0.isHeldBack }, "log")
    let own = "The phone is calibrated by \(logs) (\(name)); \(profile.outcomes)."
    return [own, otherUnit, profile.excursions].compactMap { $0 }
  }

  private var otherUnit: String? {
    switch unit {
    case .same: nil
    case .another:
      "The phone is another unit than the calibrated one: parameters of a single unit, such as the "
        + "battery's health, are drawn from the model's own ranges."
    }
  }
}

extension PhoneProfileDocument {
  /// The sentence about draws outside of the prior; nil if there are none.
  package var excursions: String? {
    let names = parameters.filter { $0.outsideCount > 0 }.map(\.name)
    guard !names.isEmpty else { return nil }
    return "The profile has draws outside of the prior range of "
      + names.joined(separator: ", ") + "."
  }
}
