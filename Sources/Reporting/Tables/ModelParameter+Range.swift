import ModelParameters
import PhoneProfiles
import SimulatedPhone

extension ModelParameter {
  /// The text on the values from which the parameter was drawn; empty for a single known value.
  var rangeText: String {
    if isFixed { return "set by the scenario" }
    let ends =
      low < high ? "\(FigureText.shortest(low)) to \(FigureText.shortest(high))" : ""
    let calibrated: String? =
      switch calibration {
      case .moved: "calibrated"
      case .undecided: "undecided by logs"
      case .given: "given by the phone's profile"
      case nil: nil
      }
    return [ends, calibrated ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
