import Foundation
import Geodesy
import Recordings
import Text
import Timekeeping
import World

/// Recordings of days, and of an accelerometer.
extension FuzzReader {
  static let traces: [FuzzReader] = [
    FuzzReader("gpx", "GPX") { trace($0) },
    FuzzReader("csv", "CSV with a header line: positions and a diary") { trace($0) },
    FuzzReader("floating-cars", "SUMO's floating-car data in XML") { trace($0) },
    FuzzReader("geojson", "GeoJSON") { trace($0) },
    FuzzReader("google", "Google's Timeline: months, records, the phone's own") { trace($0) },
    FuzzReader("owntracks", "OwnTracks' .rec and its JSON") { trace($0) },
    FuzzReader("gpsd-reports", "gpsd's reports in lines") { trace($0) },
    FuzzReader("nmea", "a receiver's log: recognized, and its day") { bytes in
      guard ReceiverLog(beginning: bytes) != nil else { return }
      _ = ReceiverLog.day(of: Data(bytes))
    },
    FuzzReader("accelerometer", "an accelerometer's samples in CSV") { bytes in
      ScratchFile.with(bytes, named: "accelerometer.csv") { path in
        _ = try? AccelerometerRecording.read(path: path)
      }
    },
  ]

  /// With all that an option can say, then without.
  private static func trace(_ bytes: [UInt8]) {
    var options = TraceOptions()
    options.runsPrograms = false
    ScratchFile.with(bytes, named: "trace") { path in
      do throws(InputError) {
        check(try Trace.read(path: path, options: options))
      } catch {
        require(!error.problem.isEmpty, "a refusal has a message")
        options.origin = Coordinate(latitude: 52.5, longitude: 13.4)
        options.start = Instant(nanoseconds: 1_700_000_000_000_000_000)
        if let trace = try? Trace.read(path: path, options: options) { check(trace) }
      }
    }
  }

  private static func check(_ trace: Trace) {
    require(!trace.points.isEmpty, "a recording that is read has a position")
    require(trace.points.allSatisfy(\.coordinate.isValid), "positions are on the globe")
    require(
      zip(trace.points, trace.points.dropFirst()).allSatisfy { $0.time < $1.time },
      "times increase")
  }
}
