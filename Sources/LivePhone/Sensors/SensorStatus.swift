import Timekeeping

/// The state of the feed of sensor readings, for displays. Instants refer to the machine's clock.
package struct SensorStatus: Sendable, Hashable {
  /// The address of the feed, as the user typed it.
  package var address: String
  /// The arrival of the newest reading of each kind.
  package var receivedAt: [SensorKind: Instant] = [:]
  package var rejectedCount = 0
  /// The reason why the last of the rejected messages could not be used.
  package var lastRejected: ReceiverStatus.Received<String>?
  /// The reason why no readings can arrive, such as a broker that does not answer; nil if there is
  /// none.
  package var connectionTrouble: String?
  /// The reason why the accelerations show no motion; nil if there is none.
  package var motionTrouble: String?

  package init(address: String) { self.address = address }

  /// The time at which the last reading arrived; nil before the first.
  package var newest: Instant? { receivedAt.values.max() }

  /// Returns the kinds whose readings have arrived within a time, in the order of `SensorKind`.
  package func kinds(since instant: Instant) -> [SensorKind] {
    SensorKind.allCases.filter { kind in receivedAt[kind].map { $0 >= instant } ?? false }
  }
}
