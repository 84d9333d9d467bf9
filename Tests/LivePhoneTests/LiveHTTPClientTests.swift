import Foundation
import LiveTestSupport
import PhoneAPI
import Testing
import Timekeeping

@testable import LivePhone

/// A server's effects on a client, over loopback.
@Suite("The live phone's HTTP")
struct LiveHTTPClientTests {
  /// Sends one request and waits for its end.
  private func send(
    _ request: HTTPRequest
  ) async throws -> Result<HTTPResponse, HTTPError>? {
    try await onOwnThread {
      let folder = TemporaryFolder()
      let phone = try LivePhone(folder: folder.path, calendar: .utc)
      defer { phone.end() }
      var outcome: Result<HTTPResponse, HTTPError>?
      phone.http.send(request) { outcome = $0 }
      #expect(outcome == nil)
      phone.loop.run(for: .seconds(20 as Int64)) { outcome != nil }
      return outcome
    }
  }

  private func post(_ url: String, timeout: TimeSpan = .seconds(10 as Int64)) -> HTTPRequest {
    HTTPRequest(
      method: "POST", url: url,
      headers: [
        HTTPHeader("Content-Type", "application/json"), HTTPHeader("Authorization", "Bearer t"),
      ], body: Array("{}".utf8), timeout: timeout)
  }

  private func outcome(
    of answer: ScriptedServer.Answer, timeout: TimeSpan = .seconds(10 as Int64)
  ) async throws -> Result<HTTPResponse, HTTPError>? {
    let server = try ScriptedServer { _, _ in answer }
    defer { server.stop() }
    return try await send(post(server.url, timeout: timeout))
  }

  @Test("Hands over what was said, both ways")
  func exchange() async throws {
    let server = try ScriptedServer { _, _ in
      .bytes(.http(429, "later", headers: "Retry-After: 7"))
    }
    defer { server.stop() }
    let response = try #require(try await send(post(server.url + "a?b=c"))?.get())
    #expect(response.status == 429)
    #expect(response.header("retry-after") == "7")
    #expect(response.body == Array("later".utf8))
    let request = try #require(server.requests.first)
    #expect(request.head.hasPrefix("POST /a?b=c HTTP/1.1\r\n"))
    #expect(request.head.contains("Authorization: Bearer t"))
    #expect(request.head.contains(/\r\nUser-Agent: odograph\/\d+\.\d+\.\d+\r\n/))
    #expect(!request.head.lowercased().contains("cookie"))
    #expect(request.body == "{}")
  }

  @Test("A redirect to another origin is the answer, and the token does not go there")
  func foreignRedirect() async throws {
    let other = try ScriptedServer { _, _ in .bytes(.http(200, "stolen")) }
    let server = try ScriptedServer { _, _ in
      .bytes(.http(307, headers: "Location: \(other.url)"))
    }
    defer {
      server.stop()
      other.stop()
    }
    #expect(try await send(post(server.url))?.get().status == 307)
    #expect(other.requests.isEmpty)
  }

  @Test("A redirect of what has a body is the answer", arguments: [301, 302, 303, 307, 308])
  func redirectedPost(_ status: Int) async throws {
    let server = try ScriptedServer { ordinal, _ in
      .bytes(ordinal == 0 ? .http(status, headers: "Location: /b") : .http(200, "ok"))
    }
    defer { server.stop() }
    #expect(try await send(post(server.url))?.get().status == status)
    #expect(server.requests.count == 1)
  }

  @Test("A redirect of a GET within the origin is followed, with the token")
  func redirectedGet() async throws {
    let server = try ScriptedServer { ordinal, _ in
      .bytes(ordinal == 0 ? .http(308, headers: "Location: /b") : .http(200, "ok"))
    }
    defer { server.stop() }
    var request = post(server.url)
    request.method = "GET"
    request.body = []
    #expect(try await send(request)?.get().body == Array("ok".utf8))
    let second = try #require(server.requests.last)
    #expect(second.head.hasPrefix("GET /b "))
    #expect(second.head.contains("Authorization: Bearer t"))
  }

  @Test("A body that is cut off is no answer")
  func cutOff() async throws {
    let whole = String.http(200, #"{"result":"ok"}"#)
    #expect(
      try await outcome(of: .bytes(String(whole.dropLast(1)))) == .failure(.networkConnectionLost))
    #expect(
      try await outcome(
        of: .bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nf\r\n{\"resu"))
        == .failure(.networkConnectionLost))
  }

  @Test("An answer that is cut anywhere is a lost connection, and the client lives on")
  func cutAnywhere() async throws {
    let whole = String.http(200, #"{"result":"ok"}"#, headers: "Content-Type: application/json")
    // Also between the status line and the length, where Foundation's client crashes.
    for length in [1, 12, 17, 18, 20, 40, 60, whole.utf8.count - 16] {
      #expect(
        try await outcome(of: .bytes(String(whole.prefix(length))))
          == .failure(.networkConnectionLost), "\(length)")
    }
  }

  @Test("A header that would be two is sent to no server")
  func brokenHeader() async throws {
    let server = try ScriptedServer { _, _ in .bytes(.http(200, "ok")) }
    defer { server.stop() }
    for value in ["a\r\nX-Other: b", "a\nb", "a\0b"] {
      var request = post(server.url)
      request.headers.append(HTTPHeader("X-Name", value))
      #expect(try await send(request) == .failure(.badURL))
    }
    #expect(server.requests.isEmpty)
  }

  @Test("A server that says nothing is given up after the time-out")
  func silence() async throws {
    #expect(try await outcome(of: .silence, timeout: .milliseconds(300)) == .failure(.timedOut))
  }

  @Test("What is no HTTP, or nothing at all, is a lost connection", arguments: ["", "{}\r\n\r\n"])
  func garbage(_ text: String) async throws {
    let outcome = try await outcome(of: .bytes(text))
    #expect(outcome == .failure(.networkConnectionLost))
  }

  @Test("A body without end is cut off")
  func endless() async throws {
    let text = String(repeating: "x", count: LiveHTTPClient.bodyBytesMax + 1)
    #expect(try await outcome(of: .bytes(.http(200, text))) == .failure(.networkConnectionLost))
  }

  @Test("No server there, and addresses that are none")
  func absent() async throws {
    let server = try ScriptedServer { _, _ in .silence }
    server.stop()
    #expect(try await send(post(server.url)) == .failure(.cannotConnectToHost))
    for url in ["", "example.org", "file:///etc/passwd", "http://", "overland://setup"] {
      #expect(try await send(post(url)) == .failure(.badURL), "\(url)")
    }
  }

  @Test("After the end of the process no completion is called")
  func ended() async throws {
    let server = try ScriptedServer { _, _ in .bytes(.http(200, "ok")) }
    defer { server.stop() }
    let request = post(server.url)
    try await onOwnThread {
      let folder = TemporaryFolder()
      let phone = try LivePhone(folder: folder.path, calendar: .utc)
      phone.http.send(request) { _ in Issue.record("an answer reached a dead process") }
      _ = phone.clock.schedule(after: .zero, repeats: false) { Issue.record("a timer fired") }
      phone.end()
      phone.loop.run(for: .milliseconds(200))
    }
  }
}

extension HTTPResponse {
  fileprivate func header(_ name: String) -> String? { headers.first(named: name) }
}
