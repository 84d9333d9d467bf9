/// A kind of reading that a device may send over the network.
///
/// The raw values are the names in a message. Names and values are those of the app Sensor Logger
/// (github.com/tszheichoi/awesome-sensor-logger, PUSHING.md and UNITS.md), so that this app sends
/// to Odograph without a program in between. Readings of other names are ignored.
package enum SensorKind: String, Sendable, CaseIterable {
  case accelerometer
  case rawAccelerometer = "accelerometeruncalibrated"
  case gravity
  case location
  case barometer
  case battery
  case pedometer

  /// A number among the values of a reading.
  package struct Quantity: Sendable {
    package var name: String
    package var meaning: String
    package var range: ClosedRange<Double>
    /// True if a reading without the number, or with a number outside of `range`, is refused.
    /// Otherwise such a number is left out.
    package var isRequired: Bool

    init(
      _ name: String, _ range: ClosedRange<Double>, _ meaning: String, isRequired: Bool = false
    ) {
      self.name = name
      self.range = range
      self.meaning = meaning
      self.isRequired = isRequired
    }
  }

  /// The kind's meaning, for the reference page.
  package var meaning: String {
    switch self {
    case .accelerometer:
      "The acceleration. If the device also sends `gravity`, the two are added. It is ignored "
        + "while the device also sends `accelerometeruncalibrated`."
    case .rawAccelerometer: "The acceleration with gravity, as the sensor measures it."
    case .gravity: "The part of gravity in the acceleration."
    case .location: "A position. It is used with `--gpsd none`."
    case .barometer: "The air pressure, for the altimeter."
    case .battery: "The battery of the device."
    case .pedometer: "The steps that the device has counted since its recording began."
    }
  }

  /// The numbers of a reading, in the order of the reference page.
  package var quantities: [Quantity] {
    switch self {
    case .accelerometer, .rawAccelerometer, .gravity: Self.axes
    case .location: Self.position
    case .barometer:
      [Quantity("pressure", 300...1100, "in hPa (millibar)", isRequired: true)]
    case .battery: [Quantity("batteryLevel", 0...1, "1 is full")]
    case .pedometer: [Quantity("steps", 0...1e9, "a whole number", isRequired: true)]
    }
  }

  /// The axes of an acceleration. No phone measures 200 g.
  private static let axes = ["x", "y", "z"].map {
    Quantity($0, -2000...2000, "in m/s², or all in g", isRequired: true)
  }

  private static let position = [
    Quantity("latitude", -90...90, "in degrees", isRequired: true),
    Quantity("longitude", -180...180, "in degrees", isRequired: true),
    Quantity("horizontalAccuracy", 0...1e7, "in m"),
    Quantity("altitudeAboveMeanSeaLevel", -12_000...1e6, "in m"),
    Quantity("altitude", -12_000...1e6, "in m above the WGS 84 ellipsoid"),
    Quantity("verticalAccuracy", 0...1e7, "in m"),
    Quantity("speed", 0...12_000, "in m/s"),
    Quantity("speedAccuracy", 0...12_000, "in m/s"),
    Quantity("bearing", 0...360, "in degrees, clockwise from north"),
    Quantity("bearingAccuracy", 0...360, "in degrees"),
  ]

  /// The kind's name in displays.
  package var words: String { self == .rawAccelerometer ? "accelerometer" : rawValue }
}
