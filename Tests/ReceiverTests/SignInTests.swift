import Foundation
import PhoneAPI
import ReceiverMemory
import Testing
import Text
import Timekeeping

@testable import Receiver

/// A user who signs in to an app.
private struct Visitor {
  let receiver: Receiver
  var now = ReceiverTesting.halfPastTwo
  /// The example of RFC 7636, appendix B.
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  static let redirect = "odograph://oauth/callback"

  init(_ contract: ReceiverContract = .fhirJupyterHealth) {
    var configuration = ReceiverConfiguration()
    configuration.hash = sha256
    configuration.clients.append(OAuthClient(identifier: "second", redirectURIs: [Self.redirect]))
    receiver = Receiver(
      contract: contract, configuration: configuration, store: InMemoryReceiverStore())
    receiver.randomness = SplitMix(state: 7)
  }

  func request(
    _ method: String, _ path: String, _ body: String = "", token: String? = nil,
    after wait: TimeSpan = .zero
  ) -> HTTPResponse {
    var request = ReceiverTesting.post(body, token: token, method: method)
    request.url = "https://receiver.example" + path
    return receiver.handle(request, at: now + wait)
  }

  func authorize(_ changes: [String: String] = [:], after wait: TimeSpan = .zero) -> HTTPResponse {
    var fields = [
      "response_type": "code", "client_id": "odograph", "redirect_uri": Self.redirect,
      "scope": "openid", "state": "x y", "code_challenge": Self.challenge,
      "code_challenge_method": "S256",
    ]
    for (name, value) in changes { fields[name] = value }
    let query = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\(Escaping.percent($0.value))" }
    return request("GET", "/o/authorize/?" + query.joined(separator: "&"), after: wait)
  }

  /// Returns the text after `code=` in the address to which the user is redirected.
  func code(invitation: String, after wait: TimeSpan = .zero) throws -> String {
    let response = authorize(["invitation": invitation], after: wait)
    let location = try #require(response.headers.first(named: "Location"))
    let fields = RequestTarget(location).query
    return try #require(fields["code"])
  }

  func exchange(
    _ code: String, verifier: String = Visitor.verifier, redirect: String = Visitor.redirect,
    client: String = "odograph", after wait: TimeSpan = .zero
  ) -> HTTPResponse {
    request(
      "POST", "/o/token/",
      "grant_type=authorization_code&client_id=\(client)&code=\(code)"
        + "&redirect_uri=\(Escaping.percent(redirect))&code_verifier=\(verifier)", after: wait)
  }

  func refresh(
    _ token: String, client: String = "odograph", after wait: TimeSpan = .zero
  ) -> HTTPResponse {
    request(
      "POST", "/o/token/",
      "grant_type=refresh_token&client_id=\(client)&refresh_token=\(token)", after: wait)
  }

  func profileStatus(_ token: String?, after wait: TimeSpan = .zero) -> Int {
    request("GET", "/api/v1/users/profile", token: token, after: wait).status
  }
}

private struct Tokens: Decodable {
  var accessToken: String
  var refreshToken: String
  var expiresIn: Int
  var tokenType: String
  var scope: String

  init(_ response: HTTPResponse) throws {
    try #require(response.status == 200)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(Tokens.self, from: Data(response.body))
  }
}

@Suite("Signing in")
struct SignInTests {
  private func refusal(_ response: HTTPResponse) -> String? {
    guard response.status == 400 else { return nil }
    return (try? JSONValue(response.body))?["error"]?.string
  }

  @Test("Only the first question mark of a target begins the query")
  func questionMarks() {
    // RFC 3986, section 3.4: a query may have question marks of its own.
    let target = RequestTarget("https://receiver.example/authorize/?state=a?b&scope=c?d")
    #expect(target.path == "/authorize")
    #expect(target.query["state"] == "a?b")
    #expect(target.query["scope"] == "c?d")
  }

  @Test("A combining mark does not hide the separator before it")
  func combiningMark() {
    let target = RequestTarget("/a/?b=c&\u{301}d=e+f%20g&h&=i#j")
    #expect(target.path == "/a")
    #expect(target.query.values == ["b": "c", "\u{301}d": "e f g", "h": "", "": "i"])
  }

  @Test("The hash of the tests is SHA-256")
  func hash() {
    func hex(_ text: String) -> String {
      sha256(Array(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }
    #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let long = String(repeating: "a", count: 119)
    #expect(hex(long) == "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb")
  }

  @Test("The discovery document says where and how")
  func discovery() {
    let expected =
      #"{"issuer":"https://receiver.example/o","#
      + #""authorization_endpoint":"https://receiver.example/o/authorize/","#
      + #""token_endpoint":"https://receiver.example/o/token/","#
      + #""revocation_endpoint":"https://receiver.example/o/revoke_token/","#
      + #""response_types_supported":["code"],"#
      + #""grant_types_supported":["authorization_code","refresh_token"],"#
      + #""code_challenge_methods_supported":["S256"],"#
      + #""token_endpoint_auth_methods_supported":["none"],"#
      + #""scopes_supported":["openid","email"]}"#
    #expect(Visitor().request("GET", "/o/.well-known/openid-configuration").text == expected)
  }

  @Test("A revoked token takes the whole sign-in with it; another client's request changes nothing")
  func revocation() throws {
    let visitor = Visitor()
    let invitation = try #require(try visitor.receiver.invite(patient: 40001, at: visitor.now))
    let tokens = try Tokens(visitor.exchange(try visitor.code(invitation: invitation)))
    func revoke(_ token: String, _ client: String = "odograph") -> Int {
      visitor.request("POST", "/o/revoke_token/", "token=\(token)&client_id=\(client)").status
    }
    #expect(revoke(tokens.refreshToken, "second") == 200)
    #expect(revoke("unknown") == 200)
    #expect(revoke("", "odograph") == 400)
    #expect(revoke(tokens.refreshToken, "stranger") == 400)
    #expect(visitor.request("GET", "/o/revoke_token/").status == 405)
    #expect(visitor.profileStatus(tokens.accessToken) == 200)
    #expect(revoke(tokens.refreshToken) == 200)
    #expect(visitor.profileStatus(tokens.accessToken) == 401)
    #expect(refusal(visitor.refresh(tokens.refreshToken)) == "invalid_grant")
  }

  @Test("The token of a device, which belongs to no sign-in, is not revoked by a client")
  func unrevoked() throws {
    let visitor = Visitor()
    let tokens = try [1, 2].map { _ in
      try #require(
        try visitor.receiver.issueToken(to: "odograph", patient: 40001, at: visitor.now))
    }
    _ = visitor.request("POST", "/o/revoke_token/", "token=\(tokens[0])&client_id=odograph")
    #expect(tokens.map { visitor.profileStatus($0) } == [200, 200])
  }

  @Test(
    "An invitation at the page brings a code, the code with its verifier tokens, a token the profile"
  )
  func wholeWay() throws {
    let visitor = Visitor()
    let page = visitor.authorize()
    #expect(page.status == 200)
    #expect(page.headers.first(named: "Content-Type") == "text/html; charset=utf-8")
    #expect(page.text.contains(#"<input type="hidden" name="state" value="x y">"#))
    let invitation = try #require(
      try visitor.receiver.invite(patient: 40001, at: visitor.now))
    #expect(invitation.count == 32)
    let redirect = visitor.authorize(["invitation": invitation])
    #expect(redirect.status == 302)
    let location = try #require(redirect.headers.first(named: "Location"))
    #expect(location.hasPrefix("odograph://oauth/callback?code="))
    #expect(location.hasSuffix("&state=x%20y"))
    let code = try #require(RequestTarget(location).query["code"])
    let response = visitor.exchange(code)
    #expect(response.headers.first(named: "Cache-Control") == "no-store")
    let tokens = try Tokens(response)
    #expect(tokens.expiresIn == 1_209_600)
    #expect(tokens.tokenType == "Bearer")
    #expect(tokens.scope == "openid")
    let profile = visitor.request("GET", "/api/v1/users/profile", token: tokens.accessToken)
    #expect(
      profile.text
        == #"{"id":40001,"email":"patient@receiver.example","firstName":"Pat","lastName":"Example","#
        + #""patient":{"id":40001,"nameFamily":"Example","nameGiven":"Pat"}}"#)
    // A refresh token gives no access, and no token is valid forever.
    #expect(visitor.profileStatus(tokens.refreshToken) == 401)
    #expect(visitor.profileStatus(nil) == 401)
    let almost = TimeSpan.seconds(1_209_599 as Int64)
    #expect(visitor.profileStatus(tokens.accessToken, after: almost) == 200)
    #expect(visitor.profileStatus(tokens.accessToken, after: .seconds(1_209_600 as Int64)) == 401)
  }

  @Test("Without a browser an invitation is its own verifier")
  func invitationLink() throws {
    let visitor = Visitor()
    let invitation = try #require(try visitor.receiver.invite(patient: 40001, at: visitor.now))
    let response = visitor.request("POST", "/api/v1/invitation/\(invitation)")
    #expect(response.status == 200)
    let grant = try #require(try JSONValue(response.body)["grant"])
    #expect(grant["grant_type"] == .string("authorization_code"))
    #expect(grant["client_id"] == .string("odograph"))
    let verifier = Data(invitation.utf8).base64EncodedString().replacingOccurrences(
      of: "=", with: "")
    #expect(verifier.count == 43)
    let tokens = try Tokens(
      visitor.exchange(
        try #require(grant["code"]?.string), verifier: verifier,
        redirect: try #require(grant["redirect_uri"]?.string)))
    #expect(tokens.scope == "openid email")
    #expect(visitor.profileStatus(tokens.accessToken) == 200)
  }

  @Test("An invitation waits seven days, and from its redemption is good for twelve hours")
  func invitationLifetime() throws {
    let visitor = Visitor()
    func status(_ invitation: String?, after wait: TimeSpan) throws -> Int {
      visitor.request("POST", "/api/v1/invitation/\(try #require(invitation))", after: wait).status
    }
    let second = TimeSpan.seconds(1 as Int64)
    let first = try visitor.receiver.invite(patient: 40001, at: visitor.now)
    #expect(try status(first, after: .days(7)) == 410)
    #expect(try status(first, after: .days(7) - second) == 200)
    #expect(try status(first, after: .days(7) - second + .hours(12)) == 200)
    #expect(try status(first, after: .days(7) + .hours(12)) == 409)
    #expect(try status("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", after: .zero) == 404)
    let page = visitor.authorize(["invitation": try #require(first)], after: .days(8))
    #expect(page.status == 409)
    #expect(page.text.contains("the invitation has been used"))
  }

  @Test("An invitation is good for one sign-in, however often one was begun")
  func usedInvitation() throws {
    let visitor = Visitor()
    let invitation = try #require(try visitor.receiver.invite(patient: 40001, at: visitor.now))
    let (first, second) = (
      try visitor.code(invitation: invitation), try visitor.code(invitation: invitation)
    )
    _ = try Tokens(visitor.exchange(second))
    #expect(visitor.request("POST", "/api/v1/invitation/\(invitation)").status == 409)
    #expect(visitor.authorize(["invitation": invitation]).status == 409)
    #expect(
      visitor.exchange(first).text
        == #"{"error":"invalid_grant","error_description":"the invitation has been used"}"#)
  }

  @Test("An invitation that was made reusable is good for many sign-ins, for its seven days")
  func reusableInvitation() throws {
    let visitor = Visitor()
    let invitation = try #require(
      try visitor.receiver.invite(patient: 40001, isReusable: true, at: visitor.now))
    for day in [0 as Int64, 1, 6] {
      _ = try Tokens(
        visitor.exchange(
          try visitor.code(invitation: invitation, after: .days(day)), after: .days(day)))
    }
    #expect(visitor.authorize(["invitation": invitation], after: .days(7)).status == 410)
  }

  @Test("A refresh brings new tokens; an old one that comes again takes all of its sign-in with it")
  func rotation() throws {
    let visitor = Visitor()
    let invitation = try #require(
      try visitor.receiver.invite(patient: 40001, isReusable: true, at: visitor.now))
    let first = try Tokens(visitor.exchange(try visitor.code(invitation: invitation)))
    let other = try Tokens(visitor.exchange(try visitor.code(invitation: invitation)))
    let second = try Tokens(visitor.refresh(first.refreshToken, after: .hours(2)))
    #expect(second.refreshToken != first.refreshToken)
    let third = try Tokens(visitor.refresh(second.refreshToken, after: .hours(4)))
    #expect(visitor.profileStatus(third.accessToken) == 200)
    let again = visitor.refresh(second.refreshToken, after: .hours(5))
    #expect(again.status == 400)
    #expect(
      again.text
        == #"{"error":"invalid_grant","error_description":"the refresh token has been used"}"#)
    #expect(visitor.profileStatus(third.accessToken) == 401)
    #expect(refusal(visitor.refresh(third.refreshToken)) == "invalid_grant")
    // Another sign-in of the same patient stays valid.
    #expect(visitor.profileStatus(other.accessToken) == 200)
    _ = try Tokens(visitor.refresh(other.refreshToken))
  }

  @Test("A code is good once, for ten minutes, for its client, redirect and verifier")
  func code() throws {
    let visitor = Visitor()
    let invitation = try #require(try visitor.receiver.invite(patient: 40001, at: visitor.now))
    let code = try visitor.code(invitation: invitation)
    #expect(refusal(visitor.exchange(code, verifier: "x")) == "invalid_grant")
    #expect(
      refusal(visitor.exchange(code, redirect: "ehepilot://oauth/callback")) == "invalid_grant")
    #expect(refusal(visitor.exchange(code, client: "other")) == "invalid_client")
    #expect(refusal(visitor.exchange(code, client: "second")) == "invalid_grant")
    #expect(refusal(visitor.exchange(code + "x")) == "invalid_grant")
    #expect(refusal(visitor.exchange(code, after: .minutes(10))) == "invalid_grant")
    let fresh = try visitor.code(invitation: invitation)
    let tokens = try Tokens(visitor.exchange(fresh))
    #expect(visitor.profileStatus(tokens.accessToken) == 200)
    #expect(refusal(visitor.refresh(tokens.refreshToken, client: "second")) == "invalid_grant")
    #expect(refusal(visitor.exchange(fresh)) == "invalid_grant")
    #expect(visitor.profileStatus(tokens.accessToken) == 401)
  }

  @Test("The page redirects to no unknown address, and asks for PKCE by S256")
  func authorizeRefusals() {
    let visitor = Visitor()
    #expect(visitor.authorize(["redirect_uri": "https://evil.example/"]).status == 400)
    #expect(visitor.authorize(["client_id": "other"]).status == 400)
    func error(_ changes: [String: String]) -> String? {
      visitor.authorize(changes).headers.first(named: "Location")
    }
    let invalid = "odograph://oauth/callback?error=invalid_request&state=x%20y"
    #expect(error(["code_challenge_method": "plain"]) == invalid)
    #expect(error(["code_challenge": "short"]) == invalid)
    #expect(
      error(["response_type": "token"])
        == "odograph://oauth/callback?error=unsupported_response_type&state=x%20y")
    let page = visitor.authorize(["state": #""><script>"#])
    #expect(page.text.contains("&quot;&gt;&lt;script&gt;"))
    #expect(!page.text.contains("<script"))
    // U+0600 and the mark after it are one character.
    let joined = visitor.authorize(["state": "\u{600}\"\u{600}><script>"])
    #expect(joined.text.contains("\u{600}&quot;\u{600}&gt;&lt;script&gt;"))
  }

  @Test("Out of band, the code is shown to the person")
  func outOfBand() throws {
    let visitor = Visitor()
    let invitation = try #require(try visitor.receiver.invite(patient: 40001, at: visitor.now))
    let page = visitor.authorize([
      "invitation": invitation, "redirect_uri": OAuthClient.outOfBand,
    ])
    #expect(page.status == 200)
    let code = try #require(page.text.firstMatch(of: /<code>([A-Za-z0-9]{30})<\/code>/)?.1)
    _ = try Tokens(visitor.exchange(String(code), redirect: OAuthClient.outOfBand))
  }

  @Test("A form that is not understood is refused with a reason")
  func malformedForms() {
    let visitor = Visitor()
    #expect(refusal(visitor.request("POST", "/o/token/", "")) == "invalid_client")
    #expect(
      refusal(visitor.request("POST", "/o/token/", "client_id=odograph&grant_type=password"))
        == "unsupported_grant_type")
    #expect(visitor.request("GET", "/o/token/").status == 405)
    var request = ReceiverTesting.post("", token: nil)
    request.url = "https://receiver.example/o/token/"
    request.body = [0xFF]
    #expect(visitor.receiver.handle(request, at: visitor.now).status == 400)
  }

  @Test("A receiver without randomness signs no user in")
  func closed() {
    let visitor = Visitor()
    visitor.receiver.randomness = nil
    #expect(visitor.authorize().status == 401)
    #expect((try? visitor.receiver.invite(patient: 40001, at: visitor.now)) == .some(nil))
  }

  @Test("A device's own token opens an Overland receiver, and none that speaks for patients")
  func deviceToken() throws {
    let overland = Visitor(.overland)
    let token = try overland.receiver.issueToken(to: "Ann's phone", at: overland.now)
    #expect(
      overland.request("POST", "/api/input", #"{"locations":[]}"#, token: token).status == 200)
    let health = Visitor()
    let other = try health.receiver.issueToken(to: "Ann's phone", at: health.now)
    #expect(health.profileStatus(other) == 403)
    let patients = try health.receiver.issueToken(to: "Pat's phone", patient: 40001, at: health.now)
    #expect(health.profileStatus(patients) == 200)
  }
}

@Suite("Consents")
struct ConsentTests {
  private static let geoposition =
    #"{"id":50001,"codingSystem":"https://w3id.org/openmhealth","#
    + #""codingCode":"omh:geoposition:1.0","text":"Geoposition"}"#
  private static let timeInterval =
    #"{"id":50002,"codingSystem":"https://w3id.org/openmhealth","#
    + #""codingCode":"omh:time-interval:1.0","text":"Time interval"}"#
  private static let patient = #"{"id":40001,"nameFamily":"Example","nameGiven":"Pat"}"#
  private static let path = "/api/v1/patients/40001/consents"

  private func answer(_ code: String, _ consented: String) -> String {
    #"{"studyScopeConsents":[{"studyId":30001,"scopeConsents":[{"codingSystem":"#
      + #""https://w3id.org/openmhealth","codingCode":"\#(code)"\#(consented)}]}]}"#
  }

  @Test("What is asked stands as pending, what was answered with its time, what was given apart")
  func reading() throws {
    let server = try HealthServer(.fhirEHE, consented: [])
    #expect(
      server.request("GET", Self.path).text
        == #"{"patient":\#(Self.patient),"consolidatedConsentedScopes":[],"studiesPendingConsent":["#
        + #"{"id":30001,"name":"Location study","pendingScopeConsents":["#
        + #"{"code":\#(Self.geoposition),"consented":null,"consentedTime":null},"#
        + #"{"code":\#(Self.timeInterval),"consented":null,"consentedTime":null}]}],"studies":[]}"#)
    let response = server.request(
      "POST", Self.path, answer("omh:geoposition:1.0", #","consented":true"#))
    #expect(response.status == 200)
    #expect(
      response.text
        == #"{"studyScopeConsents":[{"studyId":30001,"code":\#(Self.geoposition),"consented":true,"#
        + #""consentedTime":"2026-03-02T14:35:00Z"}]}"#)
    #expect(
      server.request("GET", Self.path).text
        == #"{"patient":\#(Self.patient),"consolidatedConsentedScopes":[\#(Self.geoposition)],"#
        + #""studiesPendingConsent":[{"id":30001,"name":"Location study","pendingScopeConsents":["#
        + #"{"code":\#(Self.timeInterval),"consented":null,"consentedTime":null}]}],"#
        + #""studies":[{"id":30001,"name":"Location study","scopeConsents":[{"code":"#
        + #"\#(Self.geoposition),"consented":true,"consentedTime":"2026-03-02T14:35:00Z"}]}]}"#)
  }

  @Test("A consent is given, taken back and deleted, and the next batch follows it")
  func changing() throws {
    let server = try HealthServer(.fhirEHE, consented: [])
    func isTaken(_ identifier: String) -> Bool {
      server.send(
        WrittenObservation(identifier: identifier, content: WrittenObservation.geoposition)
      ).text.contains("201 Created")
    }
    func change(_ method: String, _ consented: String) -> Int {
      server.request(method, Self.path, answer("omh:geoposition:1.0", consented)).status
    }
    #expect(!isTaken("a"))
    #expect(change("POST", #","consented":true"#) == 200)
    #expect(isTaken("b"))
    #expect(change("PATCH", #","consented":false"#) == 200)
    #expect(!isTaken("c"))
    #expect(change("PATCH", #","consented":true"#) == 200)
    #expect(isTaken("d"))
    #expect(change("DELETE", "") == 200)
    #expect(!isTaken("e"))
    #expect(change("DELETE", "") == 400)
  }

  @Test(
    "What is no answer to a study is refused with a reason, whole",
    arguments: [
      ("{}", "studyScopeConsents is not an array"),
      (#"{"studyScopeConsents":[{"studyId":7}]}"#, "studyId is not a study of this patient"),
      (#"{"studyScopeConsents":[{"studyId":1e99}]}"#, "studyId is not a study of this patient"),
      (#"{"studyScopeConsents":[{"studyId":30001}]}"#, "scopeConsents is not an array"),
      (
        #"{"studyScopeConsents":[{"studyId":30001,"scopeConsents":[{"codingCode":"omh:x:1.0"}]}]}"#,
        "study 30001 does not ask for omh:x:1.0"
      ),
    ])
  func malformed(body: String, reason: String) throws {
    let server = try HealthServer(.fhirEHE, consented: [])
    let response = server.request("POST", Self.path, body)
    #expect(response.status == 400)
    #expect(response.text == "{\"error\":\"\(reason)\"}")
  }

  @Test("A patient cannot answer for another one")
  func others() throws {
    let server = try HealthServer(.fhirEHE, consented: [])
    #expect(server.request("GET", "/api/v1/patients/40002/consents").status == 403)
    #expect(server.request("GET", Self.path, token: nil).status == 401)
    #expect(server.request("PUT", Self.path).status == 405)
  }
}
