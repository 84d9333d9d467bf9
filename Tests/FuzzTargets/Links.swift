import Geodesy
import PhoneAPI
import PhoneLink

/// The lines of an app in another process.
extension FuzzReader {
  static let links = [
    FuzzReader("link", "a line of an app's process, and the values in its members") { bytes in
      guard let line = try? LinkObject(line: bytes) else { return }
      // A number beyond a double is written as null, so that only the second text has to agree.
      let written = line.line
      require(written.last == 10 && !written.dropLast().contains(10), "a message is one line")
      require(
        (try? LinkObject(line: written.dropLast()))?.line == written,
        "a line is read back as it was written")
      read(line)
      for name in objectNames {
        if let object = line[name].object { read(object) }
      }
    }
  ]

  static let objectNames = ["location", "region", "request", "notification"]

  /// Reads the object as each kind of value that an app may send.
  private static func read(_ object: LinkObject) {
    if let location = object.location {
      require(location.coordinate.isValid, "a position is on the earth")
      let numbers = [
        location.horizontalAccuracyMeters, location.altitudeMeters,
        location.verticalAccuracyMeters, location.speedMetersPerSecond,
        location.speedAccuracyMetersPerSecond, location.courseDegrees,
        location.courseAccuracyDegrees,
      ]
      require(numbers.allSatisfy { ($0 * $0).isFinite }, "a position's squares are finite")
      require(LinkObject(location).location == location, "a position is read as it was written")
    }
    if let region = object.region { require(region.center.isValid, "a circle is on the earth") }
    _ = (object.request, object.notification, object.taskRequest)
  }
}
