import PhoneAPI

/// The phone's motion, battery and network at the time of a record.
package struct Surroundings: Sendable, Hashable {
  package var motion: MotionStates
  package var batteryState: BatteryState
  /// The battery level from 0 to 1; -1 if unknown.
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

/// The flags of a motion activity.
///
/// Several may be set at once: in a car at a traffic light, the phone reports automotive and
/// stationary.
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

/// The name of a Wi-Fi network, in at most 32 bytes, which is the limit of IEEE 802.11.
///
/// The name is stored as bytes, because a string in a record could need an allocation.
package struct NetworkName: Sendable, Hashable {
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0
  private var fourth: UInt64 = 0

  /// The empty name, which means that the phone is not on a Wi-Fi network.
  package static let none = NetworkName("")

  /// Makes a network name from the first 32 bytes of `name`.
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
