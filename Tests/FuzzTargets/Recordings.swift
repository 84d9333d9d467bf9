import Foundation
import Geodesy
import LivePhone
import Recordings
import Text
import Timekeeping
import World

/// Lines that come from gpsd, and the files that a live tracker goes on with.
extension FuzzReader {
  static let recordings = [
    FuzzReader("gpsd", "gpsd's lines, through libgps") { bytes in
      guard let decoder = GPSDDecoder() else { return }
      for line in bytes.split(separator: 10).prefix(64) {
        _ = decoder.events(of: Array(line))
      }
    },
    FuzzReader("torn-gpx", "a recording in GPX that a live tracker goes on with") {
      resume($0, "torn.gpx")
    },
    FuzzReader("torn-geojson", "a recording in GeoJSON that a live tracker goes on with") {
      resume($0, "torn.geojson")
    },
    FuzzReader("torn-jsonl", "a recording in lines of JSON that a live tracker goes on with") {
      resume($0, "torn.jsonl")
    },
    FuzzReader("sensor-feed", "messages of another device's sensors, one in a line") { bytes in
      let feed = SensorFeed(address: "tcp://127.0.0.1:1")
      for line in bytes.split(separator: 10).prefix(64) {
        feed.take(Array(line))
        guard let message = try? SensorMessage(Array(line)) else { continue }
        require(
          message.readings.allSatisfy { $0.device == $0.device.printable },
          "a device's name cannot control a terminal")
        require(
          message.readings.allSatisfy { reading in
            guard case .location(let report) = reading.value, let place = report.coordinate else {
              return true
            }
            return (-90...90).contains(place.latitude) && (-180...180).contains(place.longitude)
          }, "a position is on the globe")
      }
      require(feed.status.rejectedCount <= 64, "a line is rejected once")
    },
    FuzzReader("netlink", "the kernel's answers about networks") { bytes in
      guard let message = NetlinkMessage(bytes) else { return }
      _ = message.bytes
    },
  ]

  private static func resume(_ bytes: [UInt8], _ name: String) {
    ScratchFile.with(bytes, named: name) { path in
      guard let recording = try? Recording(path: path) else { return }
      recording.write(.position(report))
      try? recording.close()
    }
  }

  private static let report = PositionReport(
    device: "/dev/ttyACM0", mode: .threeDimensional,
    time: Instant(nanoseconds: 1_700_000_000_000_000_000),
    coordinate: Coordinate(latitude: 52.5, longitude: 13.4), altitudeMeters: 34,
    horizontalAccuracyMeters: 5)
}
