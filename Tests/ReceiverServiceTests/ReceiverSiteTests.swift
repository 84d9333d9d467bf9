import Cryptography
import Foundation
import Geodesy
import PhoneAPI
import Receiver
import Testing
import Text
import Timekeeping

@testable import ReceiverService

@Suite("What odograph serve answers")
struct ReceiverSiteTests {
  private let folder = TemporaryFolder()
  private static let now = Instant(nanoseconds: 1_772_452_800_000_000_000)
  private let tokens = ReceiverTokens(device: "device-token-1234", admin: "admin-token-12345")

  private func site(isOpen: Bool = false) throws -> ReceiverSite {
    let store = try SQLiteReceiverStore(path: folder.path + "/store.sqlite")
    if !isOpen { try tokens.set(in: store, patient: 40001, at: Self.now) }
    var configuration = ReceiverConfiguration(isOpen: isOpen)
    configuration.hash = sha256
    return try ReceiverSite(
      store: store, contracts: ReceiverContract.allCases, configuration: configuration,
      now: { Self.now })
  }

  private func request(
    _ method: String, _ path: String, _ headers: [String: String] = [:], body: String = ""
  ) -> HTTPRequest {
    let host = headers["Host"] == nil ? [HTTPHeader("Host", "127.0.0.1:8765")] : []
    return HTTPRequest(
      method: method, url: "http://127.0.0.1:8765" + path,
      headers: host + headers.map { HTTPHeader($0.key, $0.value) }, body: Array(body.utf8))
  }

  private func batch(_ device: String = "phone", token: String? = "device-token-1234")
    -> HTTPRequest
  {
    let body = """
      {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.6,45.5]},\
      "properties":{"timestamp":"2026-03-02T11:59:00Z","device_id":"\(device)","speed":2}}]}
      """
    return request(
      "POST", "/overland", token.map { ["Authorization": "Bearer \($0)"] } ?? [:], body: body)
  }

  private var admin: [String: String] { ["Authorization": "Bearer \(tokens.admin)"] }

  // MARK: Refused

  @Test(
    "A stamp that no phone can have written is refused, and days with one from before are told",
    arguments: ["1678-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2200-01-01T00:00:00Z"])
  func implausibleStamp(stamp: String) async throws {
    let site = try site()
    var request = batch()
    let body = String(decoding: request.body, as: UTF8.self)
    request.body = Array(body.replacingOccurrences(of: "2026-03-02T11:59:00Z", with: stamp).utf8)
    let answer = await site.answer(request)
    #expect(answer.status == 400)
    #expect(answer.text.contains("of the years 1970 to 2199"))
  }

  @Test("Days are told of a store that holds the first instant of all")
  func firstInstant() async throws {
    let store = try SQLiteReceiverStore(path: folder.path + "/store.sqlite")
    for nanoseconds in [Int64.min, .min / 2 - 1, 0, .max] {
      _ = try store.insert([
        ReceivedRecord(
          device: "phone", type: "location", timestamp: Instant(nanoseconds: nanoseconds),
          coordinate: Coordinate(latitude: 1, longitude: 2), horizontalAccuracyMeters: 5,
          arrivedAt: Self.now)
      ])
    }
    try store.close()
    let site = try site(isOpen: true)
    for zone in ["UTC", "UTC-12", "Asia/Kathmandu"] {
      let path = "/admin/days?device=phone&zone=" + Escaping.percent(zone)
      #expect(await site.answer(request("GET", path)).status == 200, "\(zone)")
    }
  }

  @Test("Another site's page can write nothing, neither by a form nor by a picture")
  func foreignPage() async throws {
    let site = try site(isOpen: true)
    let signs = [
      ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "http://127.0.0.1:9"],
      ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
    ]
    for sign in signs {
      var posted = batch(token: nil)
      posted.headers += sign.map { HTTPHeader($0.key, $0.value) }
      #expect(await site.answer(posted).status == 403, "\(sign)")
      let checkIn = request("GET", "/check-in?userId=a&latitude=1&longitude=2", sign)
      #expect(await site.answer(checkIn).status == 403, "\(sign)")
      #expect(await site.answer(request("POST", "/admin/set", sign)).status == 403)
      // Reading is allowed: browsers keep the answer from that page, and links have to work.
      #expect(await site.answer(request("GET", "/", sign)).status == 200)
    }
    var own = batch(token: nil)
    own.headers.append(HTTPHeader("Origin", "http://127.0.0.1:8765"))
    own.headers.append(HTTPHeader("Sec-Fetch-Site", "same-origin"))
    #expect(await site.answer(own).status == 200)
    // A browser that keeps the page's address to itself sends the origin "null".
    own.headers[own.headers.count - 2] = HTTPHeader("Origin", "null")
    #expect(await site.answer(own).status == 200)
    var named = batch(token: nil)
    named.headers = [HTTPHeader("Host", "evil.example")]
    #expect(await site.answer(named).status == 403)
  }

  @Test("A body is read of those only who may send it")
  func admission() async throws {
    let site = try site()
    func isRefused(_ request: HTTPRequest) async -> Int? {
      guard case .refused(let answer) = await site.admission(of: request) else { return nil }
      return answer.status
    }
    #expect(await isRefused(batch()) == nil)
    #expect(await isRefused(batch(token: "wrong")) == 401)
    #expect(await isRefused(batch(token: nil)) == 401)
    guard case .limited(let most) = await site.admission(of: request("POST", "/login")) else {
      Issue.record("the form of a sign-in is not limited")
      return
    }
    #expect(most == 16_384)
  }

  // MARK: Contracts

  @Test("The devices' list has the trip in progress, and the current position as the last one")
  func deviceState() async throws {
    let site = try site(isOpen: true)
    func feature(_ second: Int, _ latitude: Double) -> String {
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.6,\#(latitude)]},"#
        + #""properties":{"timestamp":"2026-03-02T11:59:0\#(second)Z","device_id":"phone"}}"#
    }
    func devices(_ members: String) async -> String {
      let body = #"{"locations":[\#(feature(1, 45.5))]\#(members)}"#
      #expect(await site.answer(request("POST", "/overland", body: body)).status == 200)
      return await site.answer(request("GET", "/admin/devices")).text
    }
    let plain = await devices("")
    #expect(plain.contains(#""last":{"latitude":45.5,"#))
    #expect(!plain.contains(#""trip""#))
    let trip =
      #""trip":{"mode":"bicycle","start":"2026-03-02T11:50:00Z","distance":900.5,"#
      + #""start_location":null,"current_location":null}"#
    let riding = await devices(#","current":\#(feature(9, 45.75)),\#(trip)"#)
    #expect(
      riding.contains(
        #""last":{"latitude":45.75,"longitude":-122.6,"time":"2026-03-02T11:59:09.000Z"},"#))
    #expect(
      riding.contains(
        #""trip":{"distanceMeters":900.5,"mode":"bicycle","#
          + #""reportedAt":"2026-03-02T12:00:00.000Z","start":"2026-03-02T11:50:00.000Z"}"#))
    // A current position that is older than a record is not the last position.
    let older = await devices(#","current":\#(feature(0, 45.25))"#)
    #expect(older.contains(#""last":{"latitude":45.5,"#))
    #expect(!older.contains(#""trip""#))
  }

  @Test("The address of Open Humans ends with the token")
  func tokenInPath() async throws {
    let site = try site()
    let body = String(decoding: batch().body, as: UTF8.self)
    for (path, text) in [
      ("/open-humans/device-token-1234/", #"{"result":"ok"}"#),
      ("/open-humans/wrong/", "In receiver: no user"),
    ] {
      let request = request("POST", path, body: body)
      #expect(await site.answer(request).text == text)
      guard case .refused(let refusal) = await site.admission(of: request) else { continue }
      #expect(refusal.status == 200 && refusal.text == text && path.contains("wrong"))
    }
  }

  @Test("A contract lies at its path and asks for the phone's token")
  func contract() async throws {
    let site = try site()
    #expect(await site.answer(batch()).text == #"{"result":"ok"}"#)
    for token in [nil, "wrong", tokens.admin] {
      #expect(await site.answer(batch(token: token)).status == 401)
    }
    #expect(await site.answer(request("POST", "/nowhere")).status == 401)
    #expect(await site.answer(request("POST", "/nowhere", admin)).status == 404)
    #expect(await site.answer(request("POST", "/overland/")).status == 401)
  }

  @Test("A batch that comes again is stored once, also after a restart")
  func twice() async throws {
    for _ in 0..<2 {
      let site = try site()
      for _ in 0..<2 { #expect(await site.answer(batch()).status == 200) }
    }
    let devices = await (try site()).answer(request("GET", "/admin/devices", admin)).text
    #expect(devices.contains(#""recordCount":1"#))
  }

  @Test("Of the contracts that share a path the first that is served answers there")
  func sharedPath() async throws {
    let site = try site()
    var request = batch()
    request.url = "http://127.0.0.1:8765/api/input"
    #expect(await site.answer(request).text == #"{"result":"ok"}"#)
    request.url = "http://127.0.0.1:8765/compass"
    #expect(await site.answer(request).text.contains(#""saved":"#))
  }

  @Test("An invited patient signs in, sends a position, and the page has it")
  func health() async throws {
    let site = try site()
    let json = ["Content-Type": "application/json"]
    let invitation = await site.answer(
      request("POST", "/admin/invitation", admin.merging(json) { $1 }, body: "{}"))
    let secret = try #require(invitation.object["invitation"] as? String)
    #expect(await site.answer(request("POST", "/admin/invitation", json, body: "{}")).status == 401)
    let redeemed = await site.answer(request("POST", "/api/v1/invitation/\(secret)"))
    let grant = try #require(redeemed.object["grant"] as? [String: String])
    let verifier = base64URL(Array(secret.utf8))
    let form =
      "grant_type=authorization_code&client_id=\(grant["client_id"] ?? "")&code=\(grant["code"] ?? "")"
      + "&redirect_uri=ehepilot%3A%2F%2Foauth%2Fcallback&code_verifier=\(verifier)"
    let signedIn = await site.answer(
      request(
        "POST", "/o/token/", ["Content-Type": "application/x-www-form-urlencoded"], body: form))
    let token = try #require(signedIn.object["access_token"] as? String, "\(signedIn.text)")
    let content = Data(
      #"{"latitude":{"value":45.5,"unit":"deg"},"longitude":{"value":-122.6,"unit":"deg"},"effective_time_frame":{"date_time":"2026-03-02T11:00:00Z"}}"#
        .utf8
    ).base64EncodedString()
    let bundle = """
      {"resourceType":"Bundle","type":"batch","entry":[{"resource":{"resourceType":"Observation",\
      "status":"final","subject":{"reference":"Patient/40001"},"device":{"reference":"Device/70001"},\
      "code":{"coding":[{"system":"https://w3id.org/openmhealth","code":"omh:geoposition:1.0"}]},\
      "identifier":[{"system":"urn:x","value":"1"}],"effectiveDateTime":"2026-03-02T11:00:00Z",\
      "valueAttachment":{"contentType":"application/json","data":"\(content)"}},\
      "request":{"method":"POST","url":"Observation"}}]}
      """
    let consent = """
      {"studyScopeConsents":[{"studyId":30001,"scopeConsents":[{"codingSystem":\
      "https://w3id.org/openmhealth","codingCode":"omh:geoposition:1.0","consented":true}]}]}
      """
    let bearer = ["Authorization": "Bearer \(token)"].merging(json) { $1 }
    let consented = await site.answer(
      request("POST", "/api/v1/patients/40001/consents", bearer, body: consent))
    #expect(consented.status / 100 == 2, "\(consented.text)")
    let taken = await site.answer(request("POST", "/fhir/r5/", bearer, body: bundle))
    #expect(taken.text.contains("201"), "\(taken.text)")
    let devices = await site.answer(request("GET", "/admin/devices", admin)).text
    #expect(devices.contains(#""name":"Patient/40001""#))
    let intruder = await site.answer(request("GET", "/admin/devices", bearer))
    #expect(intruder.status == 401)
  }

  // MARK: Access

  @Test("Without the admin token there is nothing to be seen")
  func closed() async throws {
    let site = try site()
    _ = await site.answer(batch())
    let front = await site.answer(request("GET", "/"))
    #expect(front.status == 303 && front.headers.first(named: "Location") == "/login")
    for path in ["devices", "days?device=phone", "records?device=phone", "track"] {
      for token in ["", "wrong", tokens.device] {
        let answer = await site.answer(
          request("GET", "/admin/\(path)", ["Authorization": "Bearer \(token)"]))
        #expect(answer.status == 401)
        #expect(!answer.text.contains("phone"))
      }
    }
    let set = request(
      "POST", "/admin/set", ["Content-Type": "application/json", "Cookie": "odograph=guess"],
      body: #"{"device":"phone","set":{"send_interval":"1m"}}"#)
    #expect(await site.answer(set).status == 401)
  }

  @Test(
    "The form's token brings a cookie that scripts and other sites cannot use; logging out ends it")
  func login() async throws {
    let site = try site()
    #expect(await site.answer(request("GET", "/login")).text.contains("Admin token"))
    for body in ["token=%", "token=%zz", "token=a b", "token=ä", "=", "&&"] {
      #expect(await site.answer(request("POST", "/login", body: body)).status == 401)
    }
    let wrong = await site.answer(request("POST", "/login", body: "token=%22%3E%3Cscript%3E"))
    #expect(wrong.status == 401)
    #expect(wrong.headers.first(named: "Set-Cookie") == nil)
    #expect(!wrong.text.contains("<script>"))
    let right = await site.answer(request("POST", "/login", body: "token=\(tokens.admin)"))
    #expect(right.status == 303 && right.headers.first(named: "Location") == "/")
    let cookie = try #require(right.headers.first(named: "Set-Cookie"))
    #expect(cookie.contains("; HttpOnly; SameSite=Strict"))
    let session = ["Cookie": "other=1; " + cookie.prefix { $0 != ";" }]
    let page = await site.answer(request("GET", "/", session))
    #expect(page.status == 200 && page.text.contains("Odograph receiver"))
    #expect(await site.answer(request("GET", "/admin/devices", session)).text == "[]")
    #expect(await site.answer(request("POST", "/logout", session)).status == 303)
    #expect(await site.answer(request("GET", "/admin/devices", session)).status == 401)
  }

  @Test("A cookie is good for seven days")
  func sessionEnds() throws {
    let access = ReceiverAccess(isOpen: false, tokenHash: sha256(Array(tokens.admin.utf8)))
    let header = try #require(access.begin(tokens.admin, at: Self.now))
    let visit = request("GET", "/", ["Cookie": String(header.value.prefix { $0 != ";" })])
    let end = Self.now + .days(7)
    #expect(access.isGranted(to: visit, at: end - .seconds(1 as Int64)))
    #expect(!access.isGranted(to: visit, at: end))
  }

  @Test("New tokens end the old, of phones and of the page")
  func newTokens() async throws {
    _ = try site()
    let store = try SQLiteReceiverStore(path: folder.path + "/store.sqlite")
    try ReceiverTokens(device: "another-device-token", admin: "another-admin-token")
      .set(in: store, patient: 40001, at: Self.now)
    var configuration = ReceiverConfiguration()
    configuration.hash = sha256
    let site = try ReceiverSite(
      store: store, contracts: [.overland], configuration: configuration, now: { Self.now })
    #expect(await site.answer(batch()).status == 401)
    #expect(await site.answer(batch(token: "another-device-token")).status == 200)
    #expect(await site.answer(request("GET", "/admin/devices", admin)).status == 401)
  }

  @Test("The page's parts are there to be read")
  func assets() async throws {
    let site = try site()
    for path in [
      "/page.js", "/settings.js", "/day.js", "/facts.js", "/details.js", "/map.js", "/page.css",
    ] {
      #expect(await site.answer(request("GET", path)).status == 200, "\(path)")
    }
    #expect(await site.answer(request("HEAD", "/page.js")).status == 200)
    #expect(await site.answer(request("POST", "/page.js")).status == 405)
  }

  @Test("An open receiver asks for no token, but does not let a foreign name point at it")
  func open() async throws {
    let site = try site(isOpen: true)
    #expect(await site.answer(batch(token: nil)).status == 200)
    for host in ["127.0.0.1:8765", "localhost", "[::1]:8765", "192.168.1.5:8765"] {
      #expect(await site.answer(request("GET", "/", ["Host": host])).status == 200, "\(host)")
    }
    for host in ["evil.example", "127.0.0.1.evil.example", "1.evil"] {
      #expect(await site.answer(request("GET", "/admin/devices", ["Host": host])).status == 403)
    }
  }

  @Test("Every page forbids what it does not need")
  func protections() async throws {
    let answer = await (try site()).answer(request("GET", "/login"))
    let policy = try #require(answer.headers.first(named: "Content-Security-Policy"))
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self';"))
    #expect(!policy.contains("unsafe"))
    #expect(answer.headers.first(named: "X-Content-Type-Options") == "nosniff")
    #expect(answer.headers.first(named: "Cache-Control") == "no-store")
  }

  /// The look of the page is tested by hand. This tests that it makes no markup of phones' data.
  @Test("The page's scripts know no way to make markup of a text")
  func noMarkup() {
    for script in [
      PackageResources.page_js, PackageResources.map_js, PackageResources.facts_js,
      PackageResources.details_js, PackageResources.day_js, PackageResources.settings_js,
    ] {
      let text = String(decoding: script, as: UTF8.self)
      for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
        #expect(!text.contains(word))
      }
    }
  }

  // MARK: Admin calls

  @Test("Settings are queued and go out with the device's next answer, once")
  func set() async throws {
    let site = try site()
    _ = await site.answer(batch())
    func set(_ body: String, _ type: String = "application/json") async -> HTTPResponse {
      await site.answer(
        request("POST", "/admin/set", admin.merging(["Content-Type": type]) { $1 }, body: body))
    }
    let good = #"{"device":"phone","set":{"main":{"tracking_mode":"both"},"send_interval":"1m"}}"#
    #expect(await set(good).text == #"{"queued":1}"#)
    #expect(await set(good, "text/plain").status == 400)
    #expect(await set(#"{"device":"unknown","set":{"send_interval":"1m"}}"#).status == 400)
    for body in ["", "[]", "{}", #"{"device":"phone","set":{}}"#, #"{"device":"phone","set":"x"}"#]
    {
      #expect(await set(body).status == 400, "\(body)")
    }
    let nonsense = await set(#"{"device":"phone","set":{"main":{"logging_mode":"al\"l"}}}"#)
    #expect(nonsense.status == 400)
    #expect(
      nonsense.text
        == #"{"error":"main.logging_mode cannot be 'al\"l'; accepted: all, latest, owntracks; "#
        + #"nearest: all"}"#)
    #expect(
      await site.answer(batch()).text
        == #"{"result":"ok","set":{"main":{"tracking_mode":"both"},"send_interval":"1m"}}"#)
    #expect(await site.answer(batch()).text == #"{"result":"ok"}"#)
  }

  @Test("Devices, days, records and tracks are told in JSON")
  func reading() async throws {
    let site = try site()
    let name = #"<script>alert(1)</script>"#
    _ = await site.answer(batch(name))
    func get(_ path: String) async throws -> Any {
      let answer = await site.answer(request("GET", "/admin/" + path, admin))
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.headers.first(named: "Content-Type") == "application/json")
      return try JSONSerialization.jsonObject(with: Data(answer.body))
    }
    let device = "device=%3Cscript%3Ealert(1)%3C/script%3E"
    let devices = try #require(try await get("devices") as? [[String: Any]])
    #expect(devices.first?["name"] as? String == name)
    let days = try #require(try await get("days?zone=Asia/Tokyo&\(device)") as? [[String: Any]])
    #expect(days.first?["date"] as? String == "2026-03-02")
    #expect(days.first?["from"] as? String == "2026-03-01T15:00:00Z")
    let records = try #require(try await get("records?\(device)") as? [[String: Any]])
    #expect((records.first?["source"] as? String)?.contains(#""speed":2"#) == true)
    #expect(try await (get("records?after=1&\(device)") as? [Any])?.isEmpty == true)
    let span = "from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z"
    let track = try #require(try await get("track?\(span)&\(device)") as? [String: Any])
    #expect(track["total"] as? Int == 1)
  }

  @Test(
    "What is asked wrongly is refused with the reason",
    arguments: [
      "days", "days?device=a&zone=Nowhere", "records", "records?device=a&before=x",
      "records?device=a&after=x", "track?device=a", "track?device=a&from=2026-03-02T00:00:00Z",
    ])
  func wrong(_ path: String) async throws {
    let answer = await (try site()).answer(request("GET", "/admin/" + path, admin))
    #expect(answer.status == 400)
    #expect(answer.text.hasPrefix(#"{"error":""#))
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
  var object: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:]
  }
}
