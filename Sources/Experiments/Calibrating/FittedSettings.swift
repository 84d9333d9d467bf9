/// The settings of the nights that narrow the parameters, with a number each.
///
/// Two nights have the same setting if the same tracker ran with the same settings in the same
/// surroundings: the same rest and network, or the same scenario.
struct FittedSettings {
  private let texts: [String]

  init(_ nights: [CalibrationNight], fit: [Int]) {
    var texts: [String] = []
    for night in fit where !texts.contains(Self.text(nights[night])) {
      texts.append(Self.text(nights[night]))
    }
    self.texts = texts
  }

  var count: Int { texts.count }

  /// Returns the number of a night's setting; nil if no night that narrows the parameters has it.
  func number(of night: CalibrationNight) -> Int? { texts.firstIndex(of: Self.text(night)) }

  private static func text(_ night: CalibrationNight) -> String {
    "\(night.setting)|\(night.surroundings)"
  }
}
