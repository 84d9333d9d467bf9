import Accounts
import Foundation
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Signing in")
struct AccountTests {
  private let system = FakeSystem()
  private var phone: FakePhone { FakePhone(system) }

  private func account(_ phone: FakePhone, alwaysFine: Bool = false) -> Account {
    var server = Account.Server(
      root: "https://example.org", issuer: "https://example.org/o",
      clientIdentifier: "odograph", redirectURI: "ehepilot://oauth/callback")
    server.refreshAlwaysFine = alwaysFine
    return Account(phone: phone, server: server)
  }

  private func text(_ request: HTTPRequest?) -> String {
    String(decoding: request?.body ?? [], as: UTF8.self)
  }

  private func signIn(_ account: Account, _ phone: FakePhone) {
    account.signIn(invitation: "https://example.org/invite/ABC123") { _ in }
    phone.web.answer(
      #"{"grant":{"redirect_uri":"ehepilot://oauth/callback","client_id":"odograph","#
        + #""code":"C0DE"},"token_endpoint":"https://example.org/o/token/"}"#)
    phone.web.answer(#"{"access_token":"a1","refresh_token":"r1","expires_in":3600}"#)
  }

  @Test("A code with PKCE, with the figures of RFC 7636, appendix B")
  func code() throws {
    let octets: [UInt8] = [
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37,
      77, 105, 214, 191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
    ]
    let digest: [UInt8] = [
      19, 211, 30, 150, 26, 26, 216, 236, 47, 22, 177, 12, 76, 152, 46, 8, 118, 168, 120, 173,
      109, 241, 68, 86, 110, 225, 137, 74, 203, 112, 249, 195,
    ]
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    system.random = { Array(octets.prefix($0)) }
    system.hash = { $0 == Array(verifier.utf8) ? digest : [] }
    let phone = phone
    var address = ""
    let first = account(phone)
    first.beginSignIn { address = (try? $0.get()) ?? "" }
    #expect(
      phone.web.request(0).url == "https://example.org/o/.well-known/openid-configuration")
    phone.web.answer(
      #"{"authorization_endpoint":"https://example.org/o/authorize/","#
        + #""token_endpoint":"https://example.org/o/token/"}"#)
    #expect(
      address == "https://example.org/o/authorize/?response_type=code&client_id=odograph"
        + "&redirect_uri=ehepilot%3A%2F%2Foauth%2Fcallback&scope=openid"
        + "&state=dBjftJeZ4CVP-mB92K27ug"
        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256")
    withExtendedLifetime(first) {}
    // The user returns when another process runs.
    let later = FakePhone(system)
    let account = account(later)
    var outcome: Result<Void, AccountError>?
    account.signIn(code: "ehepilot://oauth/callback?code=x&state=another") { outcome = $0 }
    #expect(throws: AccountError.foreignCode) { try outcome?.get() }
    account.signIn(
      code: "ehepilot://oauth/callback?code=C0DE&state=dBjftJeZ4CVP-mB92K27ug"
    ) { outcome = $0 }
    #expect(later.web.request(0).url == "https://example.org/o/token/")
    #expect(
      text(later.web.request(0)) == "grant_type=authorization_code&code=C0DE"
        + "&redirect_uri=ehepilot%3A%2F%2Foauth%2Fcallback&client_id=odograph"
        + "&code_verifier=\(verifier)")
    later.web.answer(#"{"access_token":"a1","refresh_token":"r1"}"#)
    try outcome?.get()
    #expect(account.accessToken == "a1")
    // Without a lifetime from the server, 14 days are assumed.
    system.now += .seconds(1_209_599 as Int64)
    #expect(!account.isExpired)
    system.now += .seconds(1 as Int64)
    #expect(account.isExpired)
  }

  @Test("An invitation brings a code whose verifier is the invitation")
  func invitation() {
    let phone = phone
    let account = account(phone)
    signIn(account, phone)
    #expect(phone.web.request(0).url == "https://example.org/api/v1/invitation/ABC123")
    #expect(text(phone.web.request(1)).hasSuffix("&code_verifier=QUJDMTIz"))
    #expect(account.isSignedIn)
    #expect(Account(phone: FakePhone(system), server: account.server).accessToken == "a1")
    account.signOut()
    #expect(!account.isSignedIn)
  }

  @Test("A refresh brings the next refresh token; two at once are one")
  func refresh() {
    let phone = phone
    let account = account(phone)
    signIn(account, phone)
    var answers = 0
    account.refresh { _ in answers += 1 }
    account.refresh { _ in answers += 1 }
    #expect(phone.web.requests.count == 3)
    phone.web.answer(#"{"access_token":"a2","refresh_token":"r2"}"#)
    #expect(answers == 2 && account.accessToken == "a2")
    account.refresh { _ in }
    #expect(text(phone.web.request(3)).contains("refresh_token=r2"))
  }

  @Test("Who signs out while the token is renewed stays signed out")
  func signedOutMeanwhile() {
    let phone = phone
    let account = account(phone)
    signIn(account, phone)
    var outcome: Result<Void, AccountError>?
    account.refresh { outcome = $0 }
    account.signOut()
    phone.web.answer(#"{"access_token":"a2","refresh_token":"r2"}"#)
    #expect(throws: AccountError.notSignedIn) { try outcome?.get() }
    #expect(!account.isSignedIn)
    #expect(Account(phone: FakePhone(system), server: account.server).accessToken == nil)
  }

  @Test("A session is kept for its server alone")
  func otherServer() {
    let phone = phone
    let first = account(phone)
    signIn(first, phone)
    #expect(account(phone).accessToken == "a1")
    first.server?.root = "https://example.net"
    #expect(first.accessToken == nil && !first.isSignedIn)
  }

  @Test("A profile that arrives after a sign-out is not kept")
  func lateProfile() {
    let phone = phone
    let account = account(phone)
    signIn(account, phone)
    account.learnPatient { _ in }
    account.signOut()
    phone.web.answer(#"{"id":7,"patient":{"id":40001}}"#)
    #expect(account.patient == nil)
  }

  @Test(
    "A failed refresh is a failure; as shipped only 401 and 403 are", arguments: [500, 401, 403])
  func failedRefresh(_ status: Int) {
    for alwaysFine in [false, true] {
      let phone = FakePhone(FakeSystem())
      let account = account(phone, alwaysFine: alwaysFine)
      signIn(account, phone)
      var outcome: Result<Void, AccountError>?
      account.refresh { outcome = $0 }
      phone.web.answer(status: status, #"{"error":"server_error"}"#)
      let isFine = if case .success = outcome { true } else { false }
      #expect(isFine == (alwaysFine && status == 500))
      #expect(account.accessToken == "a1")
    }
  }

  @Test("Consent is answered study by study: what was open by POST, what was told by PATCH")
  func consents() {
    let phone = phone
    let account = account(phone)
    system.values["patient"] = "40001"
    signIn(account, phone)
    system.values["patient"] = "40001"
    account.answerStudies(to: "omh:geoposition:1.0", isGiven: false) { _ in }
    let code =
      #""code":{"codingSystem":"https://w3id.org/openmhealth","codingCode":"omh:geoposition:1.0"}"#
    let other =
      #""code":{"codingSystem":"https://w3id.org/openmhealth","codingCode":"omh:time-interval:1.0"}"#
    phone.web.answer(
      #"{"consolidatedConsentedScopes":[],"studiesPendingConsent":[{"id":30001,"name":"A","#
        + #""pendingScopeConsents":[{\#(code),"consented":null},{\#(other),"consented":null}]}],"#
        + #""studies":[{"id":30002,"name":"B","scopeConsents":[{\#(code),"consented":true}]}]}"#)
    let scope =
      #"{"codingCode":"omh:geoposition:1.0","codingSystem":"https://w3id.org/openmhealth","#
      + #""consented":false}"#
    #expect(phone.web.request(3).method == "POST")
    #expect(
      text(phone.web.request(3))
        == #"{"studyScopeConsents":[{"scopeConsents":[\#(scope)],"studyId":30001}]}"#)
    phone.web.answer("{}")
    #expect(phone.web.request(4).method == "PATCH")
    #expect(
      text(phone.web.request(4))
        == #"{"studyScopeConsents":[{"scopeConsents":[\#(scope)],"studyId":30002}]}"#)
  }

  @Test("A sign-out deletes the tokens at once, and asks the server to revoke them")
  func signOut() {
    let phone = phone
    let account = account(phone)
    signIn(account, phone)
    var outcome: Result<Bool, AccountError>?
    account.signOut { outcome = $0 }
    #expect(!account.isSignedIn)
    phone.web.answer(
      #"{"authorization_endpoint":"a","token_endpoint":"b","#
        + #""revocation_endpoint":"https://example.org/o/revoke_token/"}"#)
    #expect(phone.web.request(3).url == "https://example.org/o/revoke_token/")
    #expect(text(phone.web.request(3)) == "token=r1&client_id=odograph")
    phone.web.answer("")
    #expect(outcome == .success(true))
  }

  @Test("A text that is no code is tried as an invitation; if both fail, both reasons are given")
  func typed() {
    let phone = phone
    let account = account(phone)
    account.beginSignIn { _ in }
    phone.web.answer(#"{"authorization_endpoint":"a","token_endpoint":"b"}"#)
    var outcome: Result<Void, AccountError>?
    account.signIn(with: "ABC123") { outcome = $0 }
    phone.web.answer(status: 400, #"{"error":"invalid_grant"}"#)
    #expect(phone.web.request(2).url == "https://example.org/api/v1/invitation/ABC123")
    phone.web.answer(status: 404, #"{"error":"there is no such invitation"}"#)
    guard case .failure(.neither(let code, let invitation)) = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
    #expect(code == .refused(status: 400, "invalid_grant"))
    #expect(invitation == .refused(status: 404, "there is no such invitation"))
  }
}
