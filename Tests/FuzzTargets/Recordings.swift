import Foundation
import Geodesy
import LivePhone
import Recordings
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
