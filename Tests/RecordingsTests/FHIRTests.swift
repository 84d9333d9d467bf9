import Foundation
import Testing
import Timekeeping
import World

@testable import Recordings

@Suite("Reading FHIR bundles")
struct FHIRTests {
  /// Returns a data point of Open mHealth.
  static func position(_ latitude: Double, at time: String) -> String {
    #"{"latitude":{"value":\#(latitude),"unit":"deg"},"longitude":{"value":13.4,"unit":"deg"},"#
      + #""positioning_system":"GPS","effective_time_frame":{"date_time":"\#(time)"}}"#
  }

  static func observation(_ dataPoint: String, of patient: String = "Patient/40010") -> String {
    #"{"resourceType":"Observation","status":"final","subject":{"reference":"\#(patient)"},"#
      + #""effectiveDateTime":"2026-03-02T08:00:00Z","valueAttachment":"#
      + #"{"contentType":"application/json","data":"\#(Data(dataPoint.utf8).base64EncodedString())"}}"#
  }

  static func bundle(_ observations: String...) -> String {
    let entries = observations.map {
      #"{"resource":\#($0),"request":{"method":"POST","url":"Observation"}}"#
    }
    return #"{"resourceType":"Bundle","type":"batch","entry":["#
      + entries.joined(separator: ",") + "]}"
  }

  /// Two uploads, each with the newest record first, as a tracker sends them.
  static let recording =
    bundle(
      observation(position(52.6, at: "2026-03-02T08:00:10Z")),
      observation(position(52.5, at: "2026-03-02T08:00:00Z"))) + "\n"
    + bundle(
      observation(
        #"{"header":{"uuid":"a"},"body":\#(position(52.7, at: "2026-03-02T08:00:20.5Z"))}"#),
      observation(#"{"end_date_time":"2026-03-02T08:00:00Z","duration":{"value":9,"unit":"min"}}"#))
    + "\n"

  @Test("Bundles one a line are read in the order of time, with and without a header")
  func lines() throws {
    let trace = try readTrace(FHIRTests.recording, "me.jsonl")
    #expect(trace.points.map(\.coordinate.latitude) == [52.5, 52.6, 52.7])
    #expect(trace.points.map(\.coordinate.longitude) == [13.4, 13.4, 13.4])
    #expect(trace.points[2].time.iso8601(fractionDigits: 1) == "2026-03-02T08:00:20.5Z")
    // An accuracy that EHE-Pilot computes from an invented signal strength is none.
    #expect(trace.points.allSatisfy { $0.horizontalAccuracyMeters == nil })
    #expect(trace.remarks == ["1 entries without a position were left out."])
  }

  @Test("A bundle over several lines, and Observations without a bundle, are read too")
  func otherForms() throws {
    let first = FHIRTests.observation(FHIRTests.position(52.5, at: "2026-03-02T08:00:00Z"))
    let second = FHIRTests.observation(FHIRTests.position(52.6, at: "2026-03-02T08:00:10Z"))
    let spread = FHIRTests.bundle(first, second).replacing(",\"", with: ",\n  \"")
    for text in [spread, first + "\n" + second, "[\(first),\n\(second)]"] {
      #expect(try readTrace(text, "me.json").points.map(\.coordinate.latitude) == [52.5, 52.6])
    }
  }

  @Test("The time of an Observation counts if its geoposition has none")
  func effectiveTime() throws {
    let dataPoint = #"{"latitude":{"value":52.5},"longitude":{"value":13.4}}"#
    let text = FHIRTests.bundle(
      FHIRTests.observation(dataPoint),
      FHIRTests.observation(FHIRTests.position(52.6, at: "2026-03-02T08:00:10Z")))
    #expect(
      try readTrace(text, "me.json").points.map(\.time.description) == [
        "2026-03-02T08:00:00Z", "2026-03-02T08:00:10Z",
      ])
  }

  @Test("Several subjects are trajectories")
  func subjects() throws {
    func point(_ second: Int, _ patient: Int) -> String {
      FHIRTests.observation(
        FHIRTests.position(Double(50 + patient), at: "2026-03-02T08:00:0\(second)Z"),
        of: "Patient/\(patient)")
    }
    let text = FHIRTests.bundle(point(0, 1), point(1, 2), point(2, 1), point(3, 2))
    #expect(
      traceRefusal(text, "me.json").hasPrefix("me.json: the file holds 2 trajectories; accepted:"))
    let second = try readTrace(
      text, "me.json", options: TraceOptions(trajectory: "Patient/2"))
    #expect(second.points.map(\.coordinate.latitude) == [52, 52])
  }

  @Test("A message names the line of the damaged entry")
  func refusals() {
    let good = FHIRTests.observation(FHIRTests.position(52.6, at: "2026-03-02T08:00:10Z"))
    let accepted = "a data point of Open mHealth in JSON, in base64"
    for damaged in [
      FHIRTests.observation("{"), good.replacing("\"data\":\"", with: "\"data\":\"?"),
    ] {
      #expect(
        traceRefusal(good + "\n" + damaged, "me.jsonl")
          == "me.jsonl:2: the attachment of an Observation cannot be read; accepted: \(accepted)")
    }
    #expect(
      traceRefusal(
        good + "\n" + FHIRTests.observation(FHIRTests.position(95, at: "2026-03-02T08:00:11Z")),
        "me.jsonl"
      ).hasPrefix("me.jsonl:2: the position is 95.0, 13.4; accepted: latitude"))
    #expect(
      traceRefusal(FHIRTests.observation(FHIRTests.position(5, at: "noon")), "me.jsonl")
        .hasPrefix("me.jsonl:1: the time of a geoposition is 'noon'; accepted: 2026-03-02T"))
  }
}
