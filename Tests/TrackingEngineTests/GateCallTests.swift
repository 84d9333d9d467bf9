import Geodesy
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("The request that opens the gate")
struct GateCallTests {
  /// Returns the request of a tracker that comes within 50 m of the gate.
  private func request(_ change: (inout GateCall) -> Void) throws -> HTTPRequest {
    let rig = Rig(
      .drives {
        $0.drives.gate = Rig.origin
        $0.sendInterval = .zero
        change(&$0.drives.gateCall)
      })
    rig.launch()
    for north in [1000.0, 180, 50] { rig.deliver(rig.fix(north: north)) }
    return try #require(rig.phone.web.requests.first)
  }

  private func text(_ request: HTTPRequest) -> String {
    String(decoding: request.body, as: UTF8.self)
  }

  @Test("By default it is POST /gate of JSON with the bearer token")
  func usual() throws {
    let request = try request { _ in }
    #expect(request.method == "POST" && request.url == "https://example.org/gate")
    #expect(request.header("Authorization") == "Bearer secret")
    #expect(request.header("Content-Type") == "application/json")
    #expect(text(request).hasPrefix(#"{"latitude":45.5"#))
  }

  @Test("Method, address, headers and body are as set, with the values of the position")
  func template() throws {
    let request = try request {
      $0.method = .put
      $0.address = "https://gate.example/open?lat=%LAT&acc=%ACC"
      $0.headers = "Content-Type: application/x-www-form-urlencoded | X-Time: %TS\nX-Key: a:b"
      $0.body = "To=%2B371&Twiml=%ALT"
      $0.authorization = .basic
      $0.user = "account"
      $0.token = "password"
    }
    // 50 m north of 45.5 are 45.50045 degrees, in full precision.
    #expect(request.method == "PUT")
    #expect(request.url.hasPrefix("https://gate.example/open?lat=45.5004"))
    #expect(request.url.hasSuffix("&acc=5"))
    #expect(request.header("Content-Type") == "application/x-www-form-urlencoded")
    #expect(request.header("X-Time") == "2026-03-02T09:00:00Z")
    #expect(request.header("X-Key") == "a:b")
    #expect(text(request) == "To=%2B371&Twiml=20")
    // echo -n account:password | base64
    #expect(request.header("Authorization") == "Basic YWNjb3VudDpwYXNzd29yZA==")
  }

  @Test("GET has no body of its own; another server does not get the endpoint's token")
  func get() throws {
    let request = try request {
      $0.method = .get
      $0.address = "https://gate.example/gate?latitude=%LAT&longitude=%LON"
    }
    #expect(request.method == "GET" && request.body.isEmpty)
    #expect(request.header("Content-Type") == nil && request.header("Authorization") == nil)
    #expect(try self.request { $0.authorization = .none }.header("Authorization") == nil)
    #expect(try self.request { $0.token = "own" }.header("Authorization") == "Bearer own")
  }

  @Test(
    "A template that cannot work is refused",
    arguments: [
      ("gateAddress", "gate.example/open", false), ("gateAddress", "https://", false),
      ("gateAddress", "https://g.example/a b", false),
      ("gateAddress", "https://g.example/?x=%LONG", false),
      ("gateAddress", "https://g.example/?x=%2F%LAT", true),
      ("gateHeaders", "no header", false), ("gateHeaders", "A b: c", false),
      ("gateHeaders", "A: b|C: %WHERE", false), ("gateHeaders", "A: b|C: %LON", true),
      ("gateBody", #"{"time": %TS}"#, false), ("gateBody", #"{"time": "%TS", "x": %LAT}"#, true),
      ("gateBody", "%SPEED", false), ("gateBody", "100 % of %SPD", true),
      ("gateUser", "a:b", false), ("gateToken", "a\nb", false),
    ])
  func refused(_ name: String, _ value: String, _ isValid: Bool) throws {
    let definition = try #require(TrackerSettings.definition(named: name))
    #expect((definition.refusal?(value) == nil) == isValid, "\(definition.refusal?(value) ?? "")")
  }

  @Test("Headers and token are secrets")
  func secrets() {
    let secrets = TrackerSettings.definitions.filter(\.isSecret).map(\.name)
    #expect(secrets == ["accessToken", "gateHeaders", "gateToken"])
  }
}
