import Documents
import Recordings
import Testing
import Text

@testable import Scenarios

@Suite("What an app's description says about its records and its server")
struct AppRecordingTests {
  private func node(_ name: String, _ text: String) throws -> SourceNode {
    let root = try YAMLDocument.read(
      bytes: Array("\(name): \(text)\n".utf8), file: "app.yaml", asWhat: "an app")
    return try #require(root[name])
  }

  private func recording(_ text: String) throws -> AppRecording {
    try AppRecording(try node("recorded", text))
  }

  private func refusal(_ text: String) throws -> String {
    let node = try node("recorded", text)
    return (#expect(throws: InputError.self) { try AppRecording(node) })?.description ?? ""
  }

  private func refusal(ofServer text: String) throws -> String {
    let node = try node("server", text)
    return (#expect(throws: InputError.self) { try AppServer(node) })?.description ?? ""
  }

  @Test("Words, paths in uploads and files are read")
  func forms() throws {
    #expect(try recording("positions") == .positions)
    #expect(try recording("calls") == .calls)
    #expect(try recording("uploads") == .uploads)
    #expect(
      try recording(
        "{ uploads: { each: \"$.l[*]\", time: t, latitude: \"p[0]\", longitude: \"p[1]\" } }")
        == .uploadedJSON(
          JSONPositions(
            each: try #require(JSONPath("$.l[*]")),
            columns: PositionColumns(
              time: try #require(JSONPath("t")), latitude: try #require(JSONPath("p[0]")),
              longitude: try #require(JSONPath("p[1]"))))))
    #expect(
      try recording("{ file: Documents/track.GPX }")
        == .file(AppRecordFile(path: "Documents/track.GPX", form: .gpx)))
    let columns = PositionColumns(time: "t", latitude: "a", longitude: "b", accuracy: "h")
    let named = "time: t, latitude: a, longitude: b, accuracy: h"
    #expect(
      try recording("{ file: x.csv, \(named) }")
        == .file(AppRecordFile(path: "x.csv", form: .csv(columns))))
    #expect(
      try recording("{ file: x.db, table: p, \(named) }")
        == .file(AppRecordFile(path: "x.db", form: .sqlite(table: "p", columns))))
  }

  @Test("Mistakes are named with their line and what is accepted")
  func mistakes() throws {
    #expect(try refusal("upload").contains("app.yaml:1: 'recorded' is 'upload'; accepted: "))
    #expect(try refusal("upload").contains("did you mean 'uploads'?"))
    #expect(try refusal("{ file: ../x.gpx }").contains("without '..'"))
    #expect(try refusal("{ file: \"*/x.gpx\" }").contains("with '*' in its name alone"))
    #expect(try refusal("{ file: /etc/x.gpx }").contains("a path in the app's home folder"))
    #expect(try refusal("{ file: x.csv }").contains("no column is named"))
    #expect(try refusal("{ file: x.csv, time: t }").contains("key 'latitude' is missing"))
    #expect(try refusal("{ file: x.gpx, uploads: {} }").contains("both given"))
    #expect(try refusal("{ fil: x.gpx }").contains("did you mean 'file'?"))
    #expect(
      try refusal("{ uploads: { each: $..a, time: t, latitude: a, longitude: b } }")
        .contains("a JSON path of members, indexes and [*]"))
    #expect(
      try refusal("{ uploads: { each: a }, time: t }").contains("'time' inside of 'uploads'"))
  }

  @Test("A server is a word or an address of this machine")
  func servers() throws {
    func server(_ text: String) throws -> AppServer { try AppServer(try node("server", text)) }
    #expect(try server("accepting") == .accepting)
    #expect(try server("overland") == .contract(.overland))
    #expect(try server("none") == AppServer.none)
    for (text, port, isVersion6) in [
      ("http://127.0.0.1:8080", 8080, false), ("http://localhost", 80, false),
      ("http://[::1]:9/", 9, true),
    ] {
      let address = try #require(LoopbackAddress(text))
      #expect(Int(address.port) == port && address.isVersion6 == isVersion6)
      #expect(try server("\"\(text)\"") == .loopback(address))
    }
    for text in [
      "http://example.org", "https://127.0.0.1", "http://127.0.0.1.example.org:80",
      "http://127.0.0.1:0", "http://127.0.0.1:99999", "http://127.0.0.1/path",
      "http://localhost@example.org",
    ] {
      #expect(
        try refusal(ofServer: "\"\(text)\"").contains("servers elsewhere are never contacted"))
    }
    #expect(try refusal(ofServer: "overlnd").contains("did you mean 'overland'?"))
  }
}
