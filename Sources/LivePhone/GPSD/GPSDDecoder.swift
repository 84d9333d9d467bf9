#if canImport(CGPS)
  import CGPS
  import Foundation
  import Geodesy
  import Timekeeping

  /// A decoder that turns lines from gpsd into events with libgps, one line at a time.
  ///
  /// Use it from one thread.
  package final class GPSDDecoder {
    /// The structure in which libgps stores every kind of report; 24 KB in release 3.22.
    private let data = UnsafeMutablePointer<gps_data_t>.allocate(capacity: 1)

    package init?() {}
    deinit { data.deallocate() }

    /// Returns the events that a line from gpsd reports.
    ///
    /// - Parameter line: The line without its line break.
    package func events(of line: [UInt8]) -> [GPSDEvent] {
      // A proxy may write spaces where JSON allows them, or members in another order.
      guard let canonical = CanonicalLine.written(line) else {
        return [.rejected(Self.excerpt(line))]
      }
      return events(of: canonical, rejected: Self.excerpt(line))
    }

    /// Returns the events of a canonical line.
    ///
    /// - Parameter rejected: The text to report if libgps cannot read the line.
    private func events(of line: [UInt8], rejected: String) -> [GPSDEvent] {
      var text = line.map { CChar(bitPattern: $0) } + [0]
      guard text.withUnsafeMutableBufferPointer({ odograph_unpack($0.baseAddress, data) }) else {
        if Self.isPassedOver(line) { return [] }
        return [unplugged(line) ?? .rejected(rejected)]
      }
      if odograph_is_position(data) { return [.position(position)] }
      if odograph_is_sky(data) { return [.sky(sky)] }
      if odograph_is_version(data) {
        return [.connected(release: String(cString: odograph_release(data)))]
      }
      if odograph_is_device(data), let device {
        return [.device(path: device, isActive: odograph_device_is_active(data))]
      }
      if odograph_is_device_list(data) { return devices }
      if odograph_is_error(data) {
        return [
          .rejected("gpsd: " + Self.excerpt(Array(String(cString: odograph_error(data)).utf8)))
        ]
      }
      return []
    }

    /// True if the line is a report that libgps cannot read and the app does not need.
    ///
    /// These are fixes from a receiver's memory (LOG) and reports of motion sensors (IMU, from
    /// release 3.23 on).
    private static func isPassedOver(_ line: [UInt8]) -> Bool {
      ["LOG", "IMU"].contains { line.starts(with: #"{"class":"\#($0)","#.utf8) }
    }

    /// Returns the event of a removed device; nil if the line reports no removed device.
    ///
    /// gpsd reports the removal as "activated":0, a number. libgps (3.22) accepts only a text as
    /// this value and rejects the line. Before that, libgps stores the device's path. This function
    /// makes the event from the stored path.
    private func unplugged(_ line: [UInt8]) -> GPSDEvent? {
      guard let device, String(decoding: line, as: UTF8.self).contains(#""class":"DEVICE","#) else {
        return nil
      }
      return odograph_device_is_active(data) ? nil : .device(path: device, isActive: false)
    }

    // MARK: The result of libgps

    private var device: String? {
      let path = String(cString: odograph_device_path(data))
      return path.isEmpty ? nil : path
    }

    private var devices: [GPSDEvent] {
      let listed = (0..<odograph_device_count(data)).map { index in
        (
          path: String(cString: odograph_listed_path(data, index)),
          isActive: odograph_listed_is_active(data, index)
        )
      }
      return [.devices(listed.map(\.path))]
        + listed.map { .device(path: $0.path, isActive: $0.isActive) }
    }

    private var position: PositionReport {
      let fix = odograph_position(data)
      let mode = FixMode(rawValue: Int(fix.mode)) ?? .unknown
      let coordinate = Coordinate(latitude: fix.latitude, longitude: fix.longitude)
      return PositionReport(
        device: device, mode: mode, time: Self.instant(fix.seconds, fix.nanoseconds),
        coordinate: mode >= .twoDimensional && coordinate.isValid ? coordinate : nil,
        altitudeMeters: fix.altitude_msl.known, ellipsoidalHeightMeters: fix.altitude_hae.known,
        speedMetersPerSecond: fix.speed.known, courseDegrees: fix.track.known,
        climbMetersPerSecond: fix.climb.known,
        horizontalAccuracyMeters: fix.eph.known
          ?? (fix.epx * fix.epx + fix.epy * fix.epy).squareRoot().known,
        verticalAccuracyMeters: fix.epv.known, speedAccuracyMetersPerSecond: fix.eps.known,
        courseAccuracyDegrees: fix.epd.known)
    }

    private var sky: SkyReport {
      var seconds: Int64 = 0
      var nanoseconds: Int64 = 0
      odograph_sky_time(data, &seconds, &nanoseconds)
      return SkyReport(
        device: device, time: Self.instant(seconds, nanoseconds),
        satellites: (0..<odograph_satellite_count(data)).map { index in
          let seen = odograph_satellite_at(data, index)
          return Satellite(
            prn: Int(seen.prn), gnss: Satellite.System(rawValue: Int(seen.gnss)),
            elevationDegrees: seen.elevation.known, azimuthDegrees: seen.azimuth.known,
            signalDecibelHertz: seen.signal.known, isUsed: seen.used)
        },
        horizontalDilution: odograph_hdop(data).known)
    }

    /// Returns an instant, rounded to the microsecond; nil if the receiver reported no valid time.
    ///
    /// libgps computes the fraction of a second with doubles and truncates it, so the last digits
    /// are wrong. For an invalid text, libgps returns an instant before 1970.
    private static func instant(_ seconds: Int64, _ nanoseconds: Int64) -> Instant? {
      guard (1...9_000_000_000).contains(seconds) else { return nil }
      return Instant(nanoseconds: seconds * 1_000_000_000 + (nanoseconds + 500) / 1000 * 1000)
    }

    private static func excerpt(_ line: [UInt8]) -> String { line.excerpt }
  }

  extension Double {
    fileprivate var known: Double? { isFinite ? self : nil }
  }
#else
  /// The decoder for builds without libgps. It cannot be created.
  package final class GPSDDecoder {
    package init?() { return nil }
    package func events(of line: [UInt8]) -> [GPSDEvent] { [] }
  }
#endif
