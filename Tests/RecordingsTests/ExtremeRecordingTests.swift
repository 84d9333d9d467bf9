import Geodesy
import TestSupport
import Testing
import Text
import Timekeeping
import World

@testable import Recordings

/// Recordings with each number and time at the limits of the formats, and beyond.
@Suite("Recordings with extreme numbers and times")
struct ExtremeRecordingTests {
  private static let recordings = [
    ("t.gpx", goodGPX), ("t.csv", DamagedInputTests.goodCSV), ("t.geojson", GeoJSONTests.overland),
    ("line.json", GeoJSONTests.line), ("month.json", GoogleTests.month),
    ("android.json", GoogleTests.android), ("iphone.json", GoogleTests.iPhone),
    ("records.json", GoogleTests.records), ("t.rec", OwnTracksTests.recording),
    ("t.xml", FloatingCarTests.city), ("t.jsonl", GPSDReportTests.recording),
  ]

  @Test("Each option for recordings is read or refused")
  func options() {
    let values = Extremes.numbers + Extremes.stamps + ["", ",", "90,180", "91,0", "Pacific/Apia"]
    for value in values {
      for (place, text) in [
        ("origin", value), ("origin", value + "," + value), ("start", value), ("zone", value),
      ] {
        do throws(InputError) {
          let options = try TraceOptions(
            trajectory: nil, origin: place == "origin" ? text : nil,
            start: place == "start" ? text : nil, timeZone: place == "zone" ? text : nil)
          #expect(options.origin?.isValid != false)
        } catch {
          #expect(error.description.contains("--"), "\(error)")
        }
      }
    }
  }

  @Test("Each is read within what an instant holds, or refused", arguments: recordings)
  func replaced(name: String, text: String) throws {
    let place = try Workplace()
    let options = TraceOptions(
      trajectory: name == "t.xml" ? "all" : nil, start: Instant(nanoseconds: 0))
    let variants = Extremes.variants(of: text)
    // A recording of two points has at least a time and a position for each.
    #expect(variants.count >= 2 * Extremes.numbers.count)
    var readCount = 0
    for variant in variants {
      let path = try place.write(variant, to: name)
      do throws(InputError) {
        let trace = try Trace.read(path: path, options: options)
        readCount += 1
        #expect(trace.points.allSatisfy { $0.coordinate.isValid })
      } catch {
        #expect(error.location.file == path)
      }
    }
    // Some numbers may have any value, such as a course; others none of these.
    #expect(readCount > 0 && readCount < variants.count, "\(readCount) of \(variants.count)")
  }
}
