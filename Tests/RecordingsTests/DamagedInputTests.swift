import EventKernel
import Foundation
import TestSupport
import Testing
import Text
import Timekeeping
import World

@testable import Recordings
@testable import Scenarios

/// Damaged and hostile inputs. None may crash a reader or keep it busy: each is read, or refused
/// with a message that names its file.
@Suite("Damaged and hostile input")
struct DamagedInputTests {
  static let goodScenario = scenarioText(
    "phone: { profile: iphone-13, battery: 92 %, carried: pocket }",
    "day: [{ stay: home, until: 07:45 ± 15 min }, { drive: office, via: [[45.52, -122.6]] }]",
    "person: [{ at: 08:10, opens: app, for: 90 s }, { whenBattery: < 20 %, charges: phone, for: 1 h }]",
    "server: [{ from: 13:00, until: 13:40, outage: true }, { at: 15:00, answers: { set: { a: 1 } } }]",
    "trackers: [overland-high-resolution, { preset: ehe-pilot-1, home: home, set: { homeRadius: 9 m } }]",
    "expect: { ehe-pilot-1: { positionCoverage: '>= 0.95' } }")

  static let goodCSV = """
    time,lat,lon,accuracy,speed,trajectory
    2026-03-02T08:00:00Z,45.5,-122.6,5,1.5,a
    2026-03-02 08:00:01.25,45.5,-122.6,,,a
    1772438410,45.5,-122.6,5,1.5,a
    """

  /// Returns the text with some bytes changed, left out, doubled or moved.
  private func mutated(_ text: String, _ chance: SeededRandom) -> [UInt8] {
    var bytes = Array(text.utf8)
    let slips = 1 + Int(chance.uniform(at: 0) * 4)
    for slip in 0..<slips where !bytes.isEmpty {
      let at = Int(chance.uniform(at: Int64(slip * 4 + 1)) * Double(bytes.count))
      let other = UInt8(truncatingIfNeeded: chance.bits(at: Int64(slip * 4 + 2)))
      let length = Int(chance.uniform(at: Int64(slip * 4 + 4)) * 20)
      switch Int(chance.uniform(at: Int64(slip * 4 + 3)) * 6) {
      case 0: bytes[at] = other
      case 1: bytes.remove(at: at)
      case 2: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + length)], at: at)
      case 3: bytes.removeSubrange(at..<min(bytes.count, at + length))
      case 4: bytes.removeSubrange(at...)
      default: bytes.insert(contentsOf: "{}[]&*-:#<>\"',!|%@\n\t9".utf8.randomByte(other), at: at)
      }
    }
    return bytes
  }

  @Test("A scenario with changed bytes is read or refused", arguments: 0..<8)
  func scenarios(_ block: Int) throws {
    for seed in 0..<150 {
      let bytes = mutated(
        DamagedInputTests.goodScenario, SeededRandom(seed: UInt64(block * 150 + seed)))
      do throws(InputError) {
        let root = try YAMLDocument.read(bytes: bytes, file: "day.yaml", asWhat: "a scenario")
        guard let text = String(validating: bytes, as: UTF8.self) else { continue }
        _ = root
        _ = try reader.readForTests(text)
      } catch {
        #expect(error.location.file != nil, "\(error)")
      }
    }
  }

  @Test(
    "A recording with changed bytes is read or refused, gzipped or not",
    arguments: [
      (goodGPX, "gpx"), (goodCSV, "csv"), (GeoJSONTests.overland, "geojson"),
      (GeoJSONTests.line, "json"), (GoogleTests.month, "json"), (GoogleTests.android, "json"),
      (GoogleTests.iPhone, "json"), (GoogleTests.records, "json"),
      (OwnTracksTests.recording, "rec"), (FloatingCarTests.city, "xml"),
      (GPSDReportTests.recording, "jsonl"), (FHIRTests.recording, "json"),
    ])
  func traces(_ text: String, _ kind: String) throws {
    let place = try Workplace()
    let options = TraceOptions(
      trajectory: kind == "xml" ? "all" : nil, start: Instant(nanoseconds: 0))
    for seed in 0..<400 {
      let bytes = mutated(text, SeededRandom(seed: UInt64(seed)))
      let path = try place.write(Data(bytes), to: "t." + kind)
      do throws(InputError) {
        let trace = try Trace.read(path: path, options: options)
        #expect(trace.points.count >= 2)
      } catch {
        #expect(error.location.file == path)
      }
    }
  }

  @Test(
    "So is one that GPSBabel has to be asked about",
    .enabled(if: GPSBabel.isInstalled, "skipped: gpsbabel is not installed"),
    arguments: GPSBabelTests.small)
  func foreignTraces(_ text: String) throws {
    let place = try Workplace()
    for seed in 0..<40 {
      let bytes = mutated(text, SeededRandom(seed: UInt64(seed)))
      let path = try place.write(Data(bytes), to: "t")
      do throws(InputError) {
        let trace = try Trace.read(path: path)
        #expect(trace.points.count >= 2)
      } catch {
        #expect(error.location.file == path)
      }
    }
  }

  @Test(
    "So is a receiver's log", .enabled(if: ReceiverLogTests.isReadable, ReceiverLogTests.skipped))
  func receiverLogs() throws {
    let place = try Workplace()
    for seed in 0..<40 {
      let bytes = mutated(ReceiverLogTests.sentences, SeededRandom(seed: UInt64(seed)))
      let path = try place.write(Data(bytes), to: "t.log")
      do throws(InputError) {
        let trace = try Trace.read(path: path)
        #expect(trace.points.count >= 2)
      } catch {
        #expect(error.location.file == path)
      }
    }
  }

  @Test("JSON that is nested too deeply is refused")
  func deepJSON() {
    for depth in [600, 100_000] {
      let inner = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect(traceRefusal("{\"features\": [\(inner)]}", "t.json").hasPrefix("t.json:1: "))
    }
  }

  @Test("A gzipped file that is cut short or damaged says so")
  func gzip() throws {
    let whole = try #require(gzipped(goodGPX))
    let place = try Workplace()
    #expect(try Trace.read(path: place.write(whole, to: "t.gpx.gz")).points.count == 2)
    #expect(try Trace.read(path: place.write(whole, to: "misnamed.csv")).points.count == 2)
    let rest = try #require(gzipped("1,45.5,-122.6\n2,45.5,-122.6\n"))
    let joined = try #require(gzipped("time,lat,lon\n")) + rest
    #expect(try Trace.read(path: place.write(joined, to: "joined.gz")).points.count == 2)
    let cut = try place.write(whole.dropLast(12), to: "cut.gz")
    #expect(
      message { try Trace.read(path: cut) }
        == "\(cut): the gzipped file ends too early; was it copied whole?")
    var bad = whole
    bad[bad.count - 6] ^= 0xFF
    let damaged = try place.write(bad, to: "bad.gz")
    #expect(message { try Trace.read(path: damaged) } == "\(damaged): the gzipped file is damaged")
    for length in 0..<whole.count {
      let path = try place.write(whole.prefix(length), to: "p.gz")
      #expect(throws: InputError.self) { try Trace.read(path: path) }
    }
  }

  @Test("A small file of YAML that would unfold to billions of values is refused")
  func aliasBomb() {
    var text = "a: &a [x, x, x, x, x, x, x, x, x]\n"
    for (name, inner) in zip("bcdefghi", "abcdefgh") {
      let aliases = Array(repeating: "*\(inner)", count: 9).joined(separator: ", ")
      text += "\(name): &\(name) [\(aliases)]\n"
    }
    #expect(message { try scenario(text) }.hasPrefix("day.yaml:1: anchors (&name)"))
  }

  @Test(
    "An ampersand or asterisk within a text is no anchor",
    arguments: ["\"x *star* y\"", "it's *so*", "walk *one* & |<b>", "'&c' # of: \"*x\""])
  func markedWords(name: String) throws {
    let rest = "start: 2026-03-02T08:00:00Z\nday: [{ stay: home }]\n"
    let places = "places: { home: { at: [52.5, 13.4] } }\n"
    let read = try scenario("odograph: 1\nname: \(name)\n" + rest + places)
    #expect(read.name.contains("*") || read.name == "&c")
  }

  @Test("YAML that is nested too deeply is refused")
  func deepNesting() {
    for depth in [100, 900, 5000, 100_000] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect(message { try scenario(text) }.hasPrefix("day.yaml"))
    }
  }

  @Test("Text in another encoding is refused with its line, and with the program that converts it")
  func encodings() throws {
    let place = try Workplace()
    let latin = try place.write(Data("a: 1\nname: ".utf8) + [0xFC], to: "latin.yaml")
    #expect(
      message { try reader.read(path: latin) }
        == "\(latin):2: the line is not UTF-8 text; accepted: a scenario in YAML in UTF-8, to "
        + "which 'iconv -f LATIN1 -t UTF-8' converts Latin-1")
    let header = "time,lat,lon,Länge\n2026-03-02T08:00:00Z,52.5,13.4,1\n"
    let units = try #require(header.data(using: .utf16LittleEndian))
    let wide = try place.write(Data([0xFF, 0xFE]) + units, to: "a")
    #expect(message { try Trace.read(path: wide) }.hasPrefix("\(wide): this is UTF-16 text; "))
    let narrow = try place.write(#require(header.data(using: .isoLatin1)), to: "b.csv")
    #expect(
      message { try Trace.read(path: narrow) }
        .hasPrefix("\(narrow):1: the line is not UTF-8 text; accepted: a recording in UTF-8"))
    // The first eight bytes of a PNG: the first line has no control character.
    let image = try place.write(
      Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D]), to: "a.png")
    #expect(
      message { try Trace.read(path: image) }.hasPrefix("\(image): not a supported format; "))
  }

  @Test("What is not a file of text is refused by name")
  func notAFile() throws {
    let place = try Workplace()
    let folder = place.url.path
    #expect(
      message { try reader.read(path: folder) }
        == "\(folder): this is a folder; accepted: a scenario in YAML")
    #expect(
      message { try Trace.read(path: "/dev/zero") }.hasPrefix(
        "/dev/zero: this is not an ordinary file"))
    let empty = try place.write("", to: "empty.yaml")
    #expect(
      message { try reader.read(path: empty) }
        == "\(empty): the file is empty; accepted: a scenario in YAML")
    let comment = try place.write("# nothing\n", to: "comment.yaml")
    #expect(
      message { try reader.read(path: comment) }
        == "\(comment): the file is empty; accepted: a scenario in YAML")
    #expect(
      message { try Trace.read(path: empty) }.hasPrefix(
        "\(empty): the file is empty; accepted: GPX"))
    let near = place.url.appendingPathComponent("emty.yaml").path
    #expect(
      message { try reader.read(path: near) }
        == "\(near): there is no such file; did you mean 'empty.yaml'?")
  }

  @Test("A scenario may have four million bytes and not one more")
  func scenarioLimit() throws {
    let place = try Workplace()
    let path = place.url.appendingPathComponent("long").path
    // 4 MB in the message means powers of ten: 4,000,000 bytes.
    for (length, isTooLong) in [(4_000_000, false), (4_000_001, true)] {
      let content = "#" + String(repeating: "\n", count: length - 1)
      #expect(FileManager.default.createFile(atPath: path, contents: Data(content.utf8)))
      let refusal = message { try reader.read(path: path) }
      #expect(refusal.contains("of at most 4 MB") == isTooLong, "\(length): \(refusal)")
    }
  }

  @Test("Two hundred megabytes of something else are refused without being read")
  func junk() throws {
    try expectRefused("some text without an end", "not a supported format")
    try expectRefused("{\"features\": [", "not well-formed JSON")
    try expectRefused("[{\"startTime\": ", "not well-formed JSON")
    try expectRefused("<fcd-export><timestep time=\"1\">", "not well-formed XML")
    try expectRefused("<gpx><trk>", "not well-formed XML")
    try expectRefused("{\"class\":\"TPV\",", "the line has over")
    try expectRefused("2026-03-02T08:00:00Z\t*\t{", "the line has over")
    try expectRefused("time,lat,lon\n", "not a supported format")
  }

  private func expectRefused(_ beginning: String, _ problem: String) throws {
    let place = try Workplace()
    let path = place.url.appendingPathComponent("junk").path
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data(beginning.utf8))
    try handle.truncate(atOffset: 200_000_000)  // sparse: takes no room on the disk
    try handle.close()
    let start = threadSeconds()
    let options = TraceOptions(start: Instant(nanoseconds: 0))
    #expect(message { try Trace.read(path: path, options: options) }.contains(problem))
    #expect(
      message { try reader.read(path: path) }
        == "\(path): the file has 200 MB; accepted: a scenario in YAML of at most 4 MB")
    // The file is searched once at most. The limit is for the thread's own time, with room for a
    // busy machine.
    #expect(threadSeconds() - start < 3, "\(beginning)")
  }

  /// Returns the processor time of this thread.
  private func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

extension String.UTF8View {
  fileprivate func randomByte(_ random: UInt8) -> [UInt8] { [Array(self)[Int(random) % count]] }
}

extension ScenarioReader {
  fileprivate func readForTests(_ text: String) throws(InputError) -> Scenario {
    try read(text: text, file: "day.yaml")
  }
}
