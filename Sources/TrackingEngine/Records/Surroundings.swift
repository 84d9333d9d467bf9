import PhoneAPI

/// What the phone knew about itself when a record was made.
package struct Surroundings: Sendable, Hashable {
  package var motion: MotionStates
  package var batteryState: BatteryState
  /// 0 to 1; -1 while not known.
  package var batteryLevel: Float
  package var network: NetworkName

  package init(
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
package struct MotionStates: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let walking = MotionStates(rawValue: 1)
  package static let running = MotionStates(rawValue: 2)
  package static let cycling = MotionStates(rawValue: 4)
  package static let automotive = MotionStates(rawValue: 8)
  package static let stationary = MotionStates(rawValue: 16)

  package init(_ activity: MotionActivity) {
    self = []
    if activity.walking { insert(.walking) }
    if activity.running { insert(.running) }
    if activity.cycling { insert(.cycling) }
    if activity.automotive { insert(.automotive) }
    if activity.stationary { insert(.stationary) }
  }
}

/// A Wi-Fi network's name, held in place: 802.11 allows it 32 bytes, and a record has no strings.
package struct NetworkName: Sendable, Hashable {
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0
  private var fourth: UInt64 = 0

  /// Not joined to any network.
  package static let none = NetworkName("")

  /// Bytes beyond the 32nd are cut off.
  package init(_ name: String) {
    withUnsafeMutableBytes(of: &self) { bytes in
      for (index, byte) in name.utf8.prefix(32).enumerated() { bytes[index] = byte }
    }
  }

  package var isNone: Bool { first == 0 }

  package var text: String {
    withUnsafeBytes(of: self) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension NetworkName: CustomStringConvertible {
  package var description: String { text }
}
