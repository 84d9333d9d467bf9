/// The activities that the classifier distinguishes.
public enum Activity: Int, Sendable, Hashable, CaseIterable {
  case stationary, walking, running, cycling, automotive

  public var name: String {
    switch self {
    case .stationary: "stationary"
    case .walking: "walking"
    case .running: "running"
    case .cycling: "cycling"
    case .automotive: "automotive"
    }
  }

  public var isOnFoot: Bool { self == .walking || self == .running }
  var isVehicle: Bool { self == .cycling || self == .automotive }
}
