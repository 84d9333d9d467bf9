import Foundation
import Geodesy
import Recordings
import Scenarios
import Simulation
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
    FuzzReader("fhir-bundles", "FHIR bundles of geopositions") { trace($0) },
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
    FuzzReader("draft", "a recording that becomes a scenario, which is read back") { bytes in
      ScratchFile.with(bytes, named: "draft") { path in
        guard let text = draft(of: path) else { return }
        do throws(InputError) {
          _ = try ScenarioReader(vocabulary: .simulatedPhone).read(text: text, file: path)
        } catch {
          fatalError("a property does not hold: a draft is a scenario; \(error)\n\(text)")
        }
      }
    },
  ]

  private static func draft(of path: String) -> String? {
    var options = TraceOptions()
    options.runsPrograms = false
    guard let scenario = try? Scenario.traceDefaults(trace: path, options: options),
      case .replay(let trace) = scenario.course,
      let first = trace.points.first, let last = trace.points.last,
      // Of a longer one seven days are taken; to replay years of it takes minutes.
      last.time - first.time < .days(30),
      let day = try? SimulatedDay(scenario: scenario, seed: 1, inferringStays: true),
      let draft = try? ScenarioDraft(
        of: trace, replayedAs: day.world, calendar: scenario.calendar)
    else { return nil }
    return draft.yaml(isZoneGuessed: true, trackers: Scenario.defaultPresets)
  }

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
      checkLog(path, options)
    }
  }

  /// Reads the file as the log of a tracker, whose positions need not increase in time.
  private static func checkLog(_ path: String, _ options: TraceOptions) {
    do throws(InputError) {
      let log = try TrackerLog.read(path: path, device: nil, options: options, range: nil)
      require(
        zip(log.positions, log.positions.dropFirst()).allSatisfy { $0.recordedAt <= $1.recordedAt },
        "positions are in the order of recording")
      require(
        log.positions.allSatisfy { log.span.contains($0.timestamp) }, "the span has all positions")
    } catch {
      require(!error.problem.isEmpty, "a refusal has a message")
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
