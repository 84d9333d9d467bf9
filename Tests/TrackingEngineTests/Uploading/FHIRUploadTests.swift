import Foundation
import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Sending to a server of health data")
struct FHIRUploadTests {
  private let task = "com.EHE-Pilot.AuthRefresh"

  private func rig(
    isPatientKnown: Bool = true, _ change: (inout TrackerSettings) -> Void = { _ in }
  ) -> Rig {
    let rig = Rig(.ehePilotTwo(change))
    if isPatientKnown { rig.system.values["patient"] = "40001" }
    rig.launch(.significantChange)
    return rig
  }

  private func record(_ rig: Rig, count: Int = 1) {
    for _ in 0..<count {
      rig.advance(seconds: 60)
      rig.deliver(rig.fix(north: 2000))
    }
  }

  private func answer(_ rig: Rig, _ statuses: String...) {
    let entries = statuses.map { #"{"response":{"status":"\#($0)"}}"# }.joined(separator: ",")
    rig.phone.web.answer(
      #"{"resourceType":"Bundle","type":"batch-response","entry":[\#(entries)]}"#)
  }

  /// Returns the identifiers of a request's entries.
  private func sent(_ request: HTTPRequest) throws -> [String] {
    struct Bundle: Decodable {
      struct Entry: Decodable { var resource: Resource }
      struct Resource: Decodable { var identifier: [Identifier] }
      struct Identifier: Decodable { var value: String }
      var entry: [Entry]
    }
    return try JSONDecoder().decode(Bundle.self, from: Data(request.body)).entry
      .map { $0.resource.identifier[0].value }
  }

  private func identifiers(_ records: some Sequence<Record>) -> [String] {
    records.map { StableIdentifier(of: $0, from: "VENDOR-1").description }
  }

  @Test("Each record sends, the five newest of those that wait, the newest first")
  func triggers() throws {
    let rig = rig()
    record(rig)
    let first = rig.phone.web.request(0)
    #expect(first.method == "POST" && first.url == "https://example.org/fhir/r5/")
    #expect(first.header("Authorization") == "Bearer secret")
    #expect(first.header("Content-Type") == "application/fhir+json")
    record(rig, count: 7)
    answer(rig, "201 Created")
    #expect(rig.phone.web.requests.count == 1)
    record(rig)
    #expect(
      try sent(rig.phone.web.request(1))
        == identifiers(rig.witness.records.reversed().prefix(5)))
    answer(rig, "201 Created", "201 Created", "201 Created", "201 Created", "201 Created")
    #expect(rig.store.queueLength == 3)
    rig.enterForeground()
    #expect(try sent(rig.phone.web.request(2)).count == 3)
  }

  @Test("Before its first batch it asks who the person is")
  func patient() {
    let rig = rig(isPatientKnown: false)
    record(rig)
    #expect(rig.phone.web.requests.map(\.url) == ["https://example.org/api/v1/users/profile"])
    rig.phone.web.answer(#"{"id":10001,"email":"a@b.c","patient":{"id":40077}}"#)
    #expect(rig.phone.web.requests.count == 2)
    let body = String(decoding: rig.phone.web.request(1).body, as: UTF8.self)
    #expect(body.contains(#""subject":{"reference":"Patient/40077"}"#))
  }

  @Test("What was taken leaves the queue; what was refused stays, and lets others through")
  func entries() throws {
    let rig = rig()
    record(rig)
    record(rig, count: 2)
    answer(rig, "422 Unprocessable Entity")
    record(rig)
    let batch = rig.witness.records[1...3].reversed()
    #expect(try sent(rig.phone.web.request(1)) == identifiers(batch))
    answer(rig, "201 Created", "409 Conflict", "500 Error")
    #expect(rig.witness.acknowledged == batch.prefix(2).map(\.identifier))
    record(rig)
    #expect(try sent(rig.phone.web.request(2)).count == 1)
    answer(rig, "201 Created")
    rig.advance(seconds: 86_400)
    record(rig)
    #expect(try sent(rig.phone.web.request(3)).count == 3)
  }

  @Test("Refused records take no place in the next batch")
  func refusedTakeNoPlace() throws {
    let rig = rig()
    record(rig)
    record(rig, count: 6)
    answer(rig, "201 Created")
    record(rig)
    // Seven records wait. The five newest are sent, and all of them are refused.
    let newest = rig.witness.records[3...7].reversed()
    #expect(try sent(rig.phone.web.request(1)) == identifiers(newest))
    let refused = "422 Unprocessable Entity"
    answer(rig, refused, refused, refused, refused, refused)
    record(rig)
    // Eight records wait and five are skipped, so the new one and the two oldest are left.
    let left = [8, 2, 1].map { rig.witness.records[$0] }
    #expect(try sent(rig.phone.web.request(2)) == identifiers(left))
  }

  @Test("wholeBatchFails and randomIdentifiers: all is sent again, under other names")
  func wholeBatchFails() throws {
    let rig = rig {
      $0.pilotQuirks.wholeBatchFails = true
      $0.pilotQuirks.randomIdentifiers = true
    }
    record(rig)
    record(rig)
    answer(rig, "500 Error")
    record(rig)
    answer(rig, "201 Created", "201 Created", "422 Unprocessable")
    #expect(rig.store.queueLength == 3)
    record(rig)
    let web = rig.phone.web
    #expect(try sent(web.request(2)).count == 4)
    #expect(Set(try sent(web.request(1))).isDisjoint(with: Set(try sent(web.request(2)))))
  }

  // MARK: Consent

  @Test(
    "Without consent records are kept and tried once a day; the other kind is sent all the while")
  func consent() throws {
    let rig = rig()
    record(rig)
    answer(rig, "403 Forbidden")
    record(rig, count: 5)
    #expect(rig.phone.web.requests.count == 1)
    #expect(rig.store.queueLength == 6)
    rig.kill()
    rig.launch(.significantChange)
    record(rig)
    #expect(rig.phone.web.requests.isEmpty)
    rig.advance(seconds: 86_400 - 360)
    rig.tracker?.perform(UserAction("workOutTimeOutdoors"))
    rig.tracker?.sendNow()
    #expect(rig.phone.web.requests.count == 2)
    let codes = rig.phone.web.requests.map {
      String(decoding: $0.body, as: UTF8.self).contains("omh:time-interval:1.0")
    }
    #expect(codes == [false, true])
  }

  @Test("Time outdoors goes through while positions are refused")
  func otherKind() throws {
    let rig = rig()
    record(rig)
    answer(rig, "403 Forbidden")
    rig.advance(seconds: 16 * 3600)
    rig.tracker?.perform(UserAction("workOutTimeOutdoors"))
    rig.tracker?.sendNow()
    #expect(rig.phone.web.requests.count == 2)
    answer(rig, "201 Created")
    #expect(rig.store.queueLength == 1)
  }

  @Test("Consent given in the app, or found at the next renewal, sends at once")
  func consentGiven() throws {
    let rig = rig()
    record(rig)
    answer(rig, "403 Forbidden")
    _ = rig.phone.runTask(task)
    #expect(
      rig.phone.web.requests.last?.url == "https://example.org/api/v1/patients/40001/consents")
    rig.phone.web.answer(
      #"{"consolidatedConsentedScopes":[],"studiesPendingConsent":[],"studies":[]}"#)
    #expect(rig.phone.web.requests.count == 2)
    _ = rig.phone.runTask(task)
    rig.phone.web.answer(
      #"{"consolidatedConsentedScopes":[{"codingSystem":"https://w3id.org/openmhealth","#
        + #""codingCode":"omh:geoposition:1.0"}],"studiesPendingConsent":[],"studies":[]}"#)
    #expect(try sent(rig.phone.web.request(3)).count == 1)
  }

  @Test("retriesRefused: every record tries again")
  func retriesRefused() {
    let rig = rig { $0.pilotQuirks.retriesRefused = true }
    record(rig)
    for _ in 0..<3 {
      answer(rig, "403 Forbidden")
      record(rig)
      answer(rig, "403 Forbidden", "403 Forbidden")
    }
    #expect(rig.phone.web.requests.count > 3)
  }

  @Test("httpStatusOnly: time outdoors counts as taken whatever became of it")
  func httpStatusOnly() {
    for quirk in [false, true] {
      let rig = rig { $0.pilotQuirks.httpStatusOnly = quirk }
      record(rig)
      answer(rig, "201 Created")
      rig.advance(seconds: 16 * 3600)
      rig.tracker?.perform(UserAction("workOutTimeOutdoors"))
      rig.tracker?.sendNow()
      answer(rig, "403 Forbidden")
      #expect(rig.store.queueLength == (quirk ? 0 : 1))
    }
  }

  // MARK: Trouble

  @Test("A server in trouble loses nothing, and is asked at the next record and no sooner")
  func trouble() {
    let rig = rig()
    record(rig)
    for status in [400, 413, 500, 302] {
      rig.phone.web.answer(status: status, "{}")
      rig.advance(seconds: 3600)
      record(rig)
    }
    rig.phone.web.answer("garbage")
    record(rig)
    rig.phone.web.answer(.failure(.networkConnectionLost))
    #expect(rig.phone.web.requests.count == 6)
    #expect(rig.store.queueLength == 6)
  }

  @Test("A server that asks for patience is given it")
  func patience() {
    let rig = rig()
    record(rig)
    rig.phone.web.answer(
      .success(HTTPResponse(status: 429, headers: [HTTPHeader("Retry-After", "150")])))
    record(rig, count: 2)
    #expect(rig.phone.web.requests.count == 1)
    record(rig)
    #expect(rig.phone.web.requests.count == 2)
  }

  @Test("A 401 renews the token and sends again, once")
  func unauthorized() {
    let rig = rig()
    rig.system.secrets["session"] =
      #"{"accessToken":"old","refreshToken":"r1","expiresAt":\#(Int64.max),"#
      + #""tokenEndpoint":"https://example.org/o/token/","clientIdentifier":"odograph"}"#
    record(rig)
    rig.phone.web.answer(status: 401, "{}")
    let refresh = rig.phone.web.request(1)
    #expect(refresh.url == "https://example.org/o/token/")
    #expect(
      String(decoding: refresh.body, as: UTF8.self)
        == "grant_type=refresh_token&refresh_token=r1&client_id=odograph")
    rig.phone.web.answer(#"{"access_token":"new","refresh_token":"r2","expires_in":60}"#)
    #expect(rig.phone.web.request(2).header("Authorization") == "Bearer new")
    rig.phone.web.answer(status: 401, "{}")
    #expect(rig.phone.web.requests.count == 3)
    // An expired token is renewed before records are sent.
    record(rig, count: 2)
    #expect(String(decoding: rig.phone.web.request(3).body, as: UTF8.self).contains("=r2&"))
  }

  @Test("Signed out nothing is sent, and nothing lost")
  func signedOut() {
    let rig = rig()
    rig.tracker?.perform(UserAction("signOut"))
    record(rig, count: 3)
    #expect(rig.phone.web.requests.isEmpty)
    #expect(rig.store.queueLength == 3)
  }
}
