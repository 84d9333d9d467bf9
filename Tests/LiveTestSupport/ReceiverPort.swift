import Foundation

/// A receiver on a test's own serial line (a pty), which sends a test's text and can be unplugged.
package final class ReceiverPort {
  /// The path that gpsd opens.
  package let path: String
  private var master: Int32

  package init() throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard master >= 0, let path = Self.unlockedLine(of: master) else { throw POSIXError(.ENODEV) }
    self.path = path
    var line = termios()
    tcgetattr(master, &line)
    cfmakeraw(&line)
    tcsetattr(master, TCSANOW, &line)
    // gpsd, started by root, reads as another user.
    chmod(path, 0o666)
  }

  private static func unlockedLine(of master: Int32) -> String? {
    #if canImport(Darwin)
      guard grantpt(master) == 0, unlockpt(master) == 0 else { return nil }
      return ptsname(master).map { String(cString: $0) }
    #else
      // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
      var locked: Int32 = 0
      var number: UInt32 = 0
      guard ioctl(master, 0x4004_5431, &locked) == 0, ioctl(master, 0x8004_5430, &number) == 0
      else { return nil }
      return "/dev/pts/\(number)"
    #endif
  }

  deinit { unplug() }

  package func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
  }

  package func unplug() {
    if master >= 0 { close(master) }
    master = -1
  }
}

/// Returns the NMEA text of one second after noon, from a receiver that goes north from 45° N, 8°
/// E.
///
/// - Parameters:
///   - dimensions: the dimensions of the fix; 0 for none.
///   - date: the receiver's date: day, month and year.
package func nmea(_ second: Int, dimensions: Int = 3, date: String = "020326") -> String {
  let time = String(format: "%02d%02d%02d.00", 12 + second / 3600, second / 60 % 60, second % 60)
  let latitude = String(format: "4500.%04d", second)
  let height = dimensions > 2 ? "240.2,M,48.0" : ",M,"
  let lines =
    dimensions > 0
    ? [
      "GPRMC,\(time),A,\(latitude),N,00800.0000,E,5.0,0.0,\(date),,,A",
      "GPGGA,\(time),\(latitude),N,00800.0000,E,1,08,0.9,\(height),M,,",
      "GPGSA,A,\(dimensions),01,02,03,04,05,06,07,08,,,,,1.8,0.9,1.5",
    ]
    : [
      "GPRMC,\(time),V,,,,,,,\(date),,,N", "GPGGA,\(time),,,,,0,00,,,M,,M,,",
      "GPGSA,A,1,,,,,,,,,,,,,,,",
    ]
  return lines.map { line in
    String(format: "$%@*%02X\r\n", line, line.utf8.reduce(0, ^))
  }.joined()
}
