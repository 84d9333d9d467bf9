extension MotionMode {
  /// As a scenario writes a leg, and as people are told of one.
  public var verb: String {
    switch self {
    case .still: "stay"
    case .walking: "walk"
    case .running: "run"
    case .cycling: "cycle"
    case .automotive: "drive"
    case .train: "train"
    case .flying: "fly"
    }
  }
}
