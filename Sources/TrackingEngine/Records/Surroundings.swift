import PhoneAPI

/// What the phone knew about itself when a record was made.
public struct Surroundings: Sendable, Hashable {
  public var motion: MotionStates
  public var batteryState: BatteryState
  /// 0 to 1; -1 while not known.
  public var batteryLevel: Float
  public var network: NetworkName

  public init(
    motion: MotionStates = [], batteryState: BatteryState = .unknown, batteryLevel: Float = -1,
    network: NetworkName = .none
  ) {
    self.motion = motion
    self.batteryState = batteryState
    self.batteryLevel = batteryLevel
    self.network = network
  }
}

/// The flags of a motion activity; several may hold at once, as in a car at a traffic light.
public struct MotionStates: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let walking = MotionStates(rawValue: 1)
  public static let running = MotionStates(rawValue: 2)
  public static let cycling = MotionStates(rawValue: 4)
  public static let automotive = MotionStates(rawValue: 8)
  public static let stationary = MotionStates(rawValue: 16)

  public init(_ activity: MotionActivity) {
    self = []
    if activity.walking { insert(.walking) }
    if activity.running { insert(.running) }
    if activity.cycling { insert(.cycling) }
    if activity.automotive { insert(.automotive) }
    if activity.stationary { insert(.stationary) }
  }
}

/// A Wi-Fi network's name, held in place: 802.11 allows it 32 bytes, and a record has no strings.
public struct NetworkName: Sendable, Hashable {
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0
  private var fourth: UInt64 = 0

  /// Not joined to any network.
  public static let none = NetworkName("")

  /// Bytes beyond the 32nd are cut off.
  public init(_ name: String) {
    withUnsafeMutableBytes(of: &self) { bytes in
      for (index, byte) in name.utf8.prefix(32).enumerated() { bytes[index] = byte }
    }
  }

  public var isNone: Bool { first == 0 }

  public var text: String {
    withUnsafeBytes(of: self) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension NetworkName: CustomStringConvertible {
  public var description: String { text }
}
