import ModelParameters

/// The model's values for the connection between the phone and a car.
package struct CarParameters: Sendable {
  /// The time from the start of a drive until the car's audio and accessory are connected.
  package let connectSeconds: Double
  /// The time from the end of a drive until the phone reports that they are disconnected.
  package let disconnectSeconds: Double
  /// The time for which a connection of an accessory lets the app run in the background.
  package let accessoryWakeSeconds: Double

  package init(draw: inout ParameterDraw) {
    connectSeconds = draw.ranged("car.connectSeconds", 5...40, "CAR-3 (judgement)")
    disconnectSeconds = draw.ranged("car.disconnectSeconds", 1...20, "CAR-3 (judgement)")
    accessoryWakeSeconds = draw.known("car.accessoryWakeSeconds", 10, "CAR-2")
  }
}
