import Cryptography
import Foundation
import PhoneAPI
import Receiver
import TestSupport
import Testing
import Text
import Timekeeping

@testable import ReceiverService

/// Requests with each number and time at the limits of the formats, and beyond.
@Suite("Requests with extreme numbers and times")
struct ExtremeRecordTests {
  private let folder = TemporaryFolder()
  private static let now = Instant(nanoseconds: 1_772_452_800_000_000_000)

  private static let bodies: [(path: String, body: String)] = [
    (
      "/overland",
      """
      {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.6,45.5]},\
      "properties":{"timestamp":"2026-03-02T11:59:00Z","device_id":"a","speed":2,"altitude":12,\
      "horizontal_accuracy":5,"battery_level":0.5}}],"current":{"timestamp":"2026-03-02T11:59:00Z"}}
      """
    ),
    ("/pub", #"{"_type":"location","lat":1.5,"lon":2.5,"tst":1772452700,"acc":5,"vel":7}"#),
    (
      "/compass",
      """
      {"locations":[{"geometry":{"coordinates":[1,2]},"properties":{"timestamp":1772452700}}]}
      """
    ),
  ]

  private func request(_ method: String, _ path: String, _ body: String = "") -> HTTPRequest {
    HTTPRequest(
      method: method, url: "http://127.0.0.1:8765" + path,
      headers: [HTTPHeader("Host", "127.0.0.1:8765")], body: Array(body.utf8))
  }

  private func site() throws -> ReceiverSite {
    var configuration = ReceiverConfiguration(isOpen: true)
    configuration.hash = sha256
    return try ReceiverSite(
      store: SQLiteReceiverStore(path: folder.path + "/store.sqlite"),
      contracts: ReceiverContract.allCases, configuration: configuration, now: { Self.now })
  }

  @Test("Each is answered, and all that was stored can be shown", arguments: bodies)
  func stored(path: String, body: String) async throws {
    let site = try site()
    var acceptedCount = 0
    for variant in Extremes.variants(of: body) {
      let answer = await site.answer(request("POST", path, variant))
      #expect([200, 400].contains(answer.status), "\(answer.text) to \(variant)")
      if answer.status == 200 { acceptedCount += 1 }
    }
    #expect(acceptedCount > 0)
    let devices = await site.answer(request("GET", "/admin/devices"))
    let named = try JSONSerialization.jsonObject(with: Data(devices.body)) as? [[String: Any]]
    for device in named ?? [] {
      let name = (device["name"] as? String ?? "").addingPercentEncoding(
        withAllowedCharacters: .alphanumerics)
      for call in [
        "days?zone=Pacific/Apia&", "days?", "records?",
        "track?from=1969-12-31T00:00:00Z&to=2199-12-31T00:00:00Z&",
      ] {
        let answer = await site.answer(request("GET", "/admin/\(call)device=\(name ?? "")"))
        #expect(answer.status == 200, "\(answer.text)")
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(answer.body)) }
      }
    }
  }

  @Test("A device's name is kept without characters that do not show, and at most 200 long")
  func names() async throws {
    let site = try site()
    let long = String(repeating: "x", count: 1_000_000)
    for name in [#"a\u0000b"#, #"a\u0000c"#, #"\u001b[31m"#, long, "Zoë 😀"] {
      let body = Self.bodies[0].body
        .replacing(#""device_id":"a""#, with: #""device_id":"\#(name)""#)
      #expect(await site.answer(request("POST", "/overland", body)).status == 200)
    }
    let answer = await site.answer(request("GET", "/admin/devices"))
    let devices = try #require(
      try JSONSerialization.jsonObject(with: Data(answer.body)) as? [[String: Any]])
    let names = devices.compactMap { $0["device"] as? String ?? $0["name"] as? String }
    let expected = ["?[31m", "Zoë 😀", "a?b", "a?c", String(long.prefix(200))]
    #expect(names.sorted() == expected.sorted(), "\(answer.text.prefix(300))")
  }

  @Test("What is asked of the pages is answered or refused at every extreme")
  func asked() async throws {
    let site = try site()
    _ = await site.answer(request("POST", Self.bodies[0].path, Self.bodies[0].body))
    let calls =
      Extremes.numbers.flatMap {
        ["records?device=a&before=\($0)", "records?device=a&after=\($0)"]
      }
      + Extremes.stamps.flatMap { stamp in
        let text = stamp.replacing("+", with: "%2B")
        return [
          "track?device=a&from=\(text)&to=2026-03-03T00:00:00Z",
          "track?device=a&from=2026-03-01T00:00:00Z&to=\(text)",
        ]
      }
    for call in calls {
      let answer = await site.answer(request("GET", "/admin/" + call))
      #expect([200, 400].contains(answer.status), "\(answer.text) to \(call)")
    }
  }
}
