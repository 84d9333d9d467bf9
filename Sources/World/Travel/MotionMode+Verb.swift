extension MotionMode {
  /// The verb for a move in this mode, in scenarios and in texts.
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
