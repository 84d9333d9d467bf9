import Recordings
import TestSupport
import Testing
import Text
import World

@Suite("Reading recordings without other programs")
struct WithoutProgramsTests {
  static let foreign = [
    "$GPRMC,063000.00,A,5230.0000,N,01324.0000,E,0.0,0.0,020326,,,A*6B\r\n",
    "<kml><Document/></kml>",
  ]

  @Test("What another program would convert is refused", arguments: foreign)
  func refusal(text: String) throws {
    let workplace = try Workplace()
    let path = try workplace.write(text, to: "recording")
    var options = TraceOptions()
    options.runsPrograms = false
    let error = try #require(throws: InputError.self) {
      try Trace.read(path: path, options: options)
    }
    #expect(error.problem == "a file that needs a converter is not a supported format")
  }

  @Test("What is read here is read")
  func ownFormat() throws {
    let workplace = try Workplace()
    let path = try workplace.write(
      "time,latitude,longitude\n2026-03-02T06:30:00Z,52.5,13.4\n2026-03-02T06:31:00Z,52.6,13.4\n",
      to: "recording")
    var options = TraceOptions()
    options.runsPrograms = false
    #expect(try Trace.read(path: path, options: options).points.count == 2)
  }
}
