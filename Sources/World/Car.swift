/// The person's car, to which the phone connects during every drive.
public struct Car: Sendable, Hashable {
  /// The name of the car's hands-free audio over Bluetooth; nil if the phone connects to none.
  public var bluetoothName: String?
  /// True if the car has CarPlay and the phone uses it.
  public var hasCarPlay: Bool
  /// The name of a Bluetooth Low Energy accessory that the car powers, such as a plug for
  /// diagnostics; nil if there is none.
  public var accessoryName: String?

  public init(
    bluetoothName: String? = nil, hasCarPlay: Bool = false, accessoryName: String? = nil
  ) {
    self.bluetoothName = bluetoothName
    self.hasCarPlay = hasCarPlay
    self.accessoryName = accessoryName
  }
}
