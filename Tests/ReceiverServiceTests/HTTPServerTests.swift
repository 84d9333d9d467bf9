import Foundation
import PhoneAPI
import Testing
import Timekeeping

@testable import ReceiverService

/// The server on a free port of this machine, against clients that behave well or badly.
@Suite("The HTTP server")
struct HTTPServerTests {
  /// Runs a server that answers with the request that it got. Limits are small, so that a test need
  /// not send much or wait long.
  func withServer(
    _ limits: HTTPLimits = .small, admit: @escaping HTTPServer.Admission = { _ in .granted },
    handle: @escaping HTTPServer.Handler = echo, _ body: (UInt16) async throws -> Void
  ) async throws {
    let server = try HTTPServer(
      host: "127.0.0.1", port: 0, limits: limits, admit: admit, handle: handle)
    let running = Task { try await server.run() }
    try await body(server.port)
    await server.stop()
    try await running.value
  }

  static let echo: HTTPServer.Handler = { request in
    HTTPResponse(
      status: 200, headers: [HTTPHeader("X-Target", request.url)],
      body: Array("\(request.method) ".utf8) + request.body)
  }

  func exchange(_ port: UInt16, _ text: String) async throws -> String {
    let client = try RawClient(port: port)
    client.send(text)
    return try #require(await reading(client))
  }

  /// Reads on a separate thread: a blocking read would starve the cooperative threads.
  private func reading(_ client: RawClient) async -> String? {
    nonisolated(unsafe) let client = client
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: client.readToEnd()) }
    }
  }

  @Test("Answers, and closes when asked to")
  func answers() async throws {
    try await withServer { port in
      let text = try await exchange(
        port,
        "POST /a?b=c HTTP/1.1\r\nHost: h:1\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc")
      #expect(
        text == """
          HTTP/1.1 200 OK\r
          X-Target: /a?b=c\r
          Content-Length: 8\r
          Connection: close\r
          \r
          POST abc
          """)
    }
  }

  @Test("Several requests come over one connection, also at once, and a chunked one among them")
  func pipelined() async throws {
    try await withServer { port in
      let text = try await exchange(
        port,
        "POST /1 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: t\r\n\r\n"
          + "\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n"
          + "HEAD /3 HTTP/1.0\r\n\r\n")
      #expect(text.components(separatedBy: "HTTP/1.1 200 OK").count == 4)
      #expect(text.contains("POST abcde"))
      #expect(text.contains("GET HTTP/1.1 200"))
      #expect(text.hasSuffix("\r\n\r\n"))
    }
  }

  @Test("A line that ends without a carriage return is refused: a proxy may read it differently")
  func bareLineFeeds() async throws {
    try await withServer { port in
      for head in [
        "GET / HTTP/1.1\nHost: h\n\n", "GET / HTTP/1.1\r\nHost: h\nX: y\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX: y\n\r\n",
      ] {
        let answer = try await exchange(port, head)
        #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(answer)")
      }
    }
  }

  @Test("A client that waits for leave to send a body gets it")
  func continues() async throws {
    try await withServer { port in
      let text = try await exchange(
        port,
        "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nConnection: close\r\n"
          + "Content-Length: 1\r\n\r\nx")
      #expect(text.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
    }
  }

  @Test("A body beyond the limit is refused with 413, announced or not, sent or not")
  func tooLarge() async throws {
    try await withServer { port in
      let body = String(repeating: "x", count: 200_000)
      let requests = [
        "Content-Length: 200000\r\n\r\n" + body,
        "Content-Length: 99999999999999999999\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n30D40\r\n" + body + "\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\n",
        "Expect: 100-continue\r\nContent-Length: 200000\r\n\r\n",
      ]
      for request in requests {
        let client = try RawClient(port: port)
        client.send("POST / HTTP/1.1\r\nHost: h\r\n" + request)
        client.finish()
        let answer = try #require(await reading(client))
        #expect(answer.hasPrefix("HTTP/1.1 413 Content Too Large\r\n"), "\(answer)")
      }
    }
  }

  @Test("Headers without end are refused with 431, before the body or after it")
  func endlessHeaders() async throws {
    try await withServer { port in
      let line = "X-Endless: y\r\n"
      for (start, line) in [
        ("", line), ("", "x"), ("Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n", line),
      ] {
        let client = try RawClient(port: port)
        client.send(
          "GET / HTTP/1.1\r\nHost: h\r\n" + start + String(repeating: line, count: 20_000))
        client.finish()
        let answer = try #require(await reading(client))
        #expect(answer.hasPrefix("HTTP/1.1 431 Request Header Fields Too Large\r\n"), "\(answer)")
      }
    }
  }

  @Test(
    "A slow client is disconnected: in head and body with 408, between two requests silently"
  )
  func slow() async throws {
    var limits = HTTPLimits.small
    limits.idleMax = .seconds(1 as Int64)
    limits.headMax = .seconds(1 as Int64)
    limits.bodyMax = .seconds(1 as Int64)
    try await withServer(limits) { port in
      let head = try await exchange(port, "GET / HTTP/1.1\r\nHos")
      #expect(head.hasPrefix("HTTP/1.1 408 "))
      let body = try await exchange(
        port, "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc")
      #expect(body.hasPrefix("HTTP/1.1 408 "))
      #expect(try await exchange(port, "") == "")
      let between = try await exchange(port, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(between.hasSuffix("GET "))
    }
  }

  @Test("The times that a client may take are a minute, but for a head and an answer")
  func times() {
    let limits = HTTPLimits()
    // The largest body, 8 MiB, arrives within a minute at 140 kB/s or more:
    // 8 388 608 / 60 = 139 810.
    #expect(limits.bodyBytesMax == 8_388_608)
    #expect(Int(Double(limits.bodyBytesMax) / limits.bodyMax.seconds) == 139_810)
    #expect(limits.idleMax == .minutes(1))
    #expect(limits.answerMax == .seconds(30 as Int64))
    // Sixteen kilobytes of a head need no more time.
    #expect(limits.headMax == .seconds(10 as Int64))
  }

  @Test(
    "Any bytes get an answer or an end, and the server goes on",
    arguments: [
      "\u{16}\u{3}\u{1}\u{2}\u{0}", "GET\r\n\r\n", "\r\n\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "{}",
    ])
  func garbage(_ text: String) async throws {
    try await withServer { port in
      let client = try RawClient(port: port)
      client.send(text)
      client.send([0xFF, 0x0A, 0x0A])
      client.finish()
      let answer = try #require(await reading(client))
      #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
      let next = try await exchange(port, "GET / HTTP/1.0\r\n\r\n")
      #expect(next.hasSuffix("GET "))
    }
  }

  @Test("A connection beyond the limit is turned away with 503 while all are at work")
  func connections() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let (releases, release) = AsyncStream.makeStream(of: Void.self)
    var limits = HTTPLimits.small
    limits.connectionsMax = 1
    let handle: HTTPServer.Handler = { request in
      if request.url.hasSuffix("/slow") {
        arrival.yield()
        for await _ in releases { break }
      }
      return await Self.echo(request)
    }
    try await withServer(limits, handle: handle) { port in
      let first = try RawClient(port: port)
      first.send("GET /slow HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      for await _ in arrivals { break }
      #expect(try await exchange(port, "").hasPrefix("HTTP/1.1 503 "))
      release.yield()
      #expect(await reading(first)?.hasSuffix("GET ") == true)
      while true {
        let answer = try await exchange(port, "GET / HTTP/1.0\r\n\r\n")
        if answer.hasPrefix("HTTP/1.1 200") { break }
      }
    }
  }

  @Test(
    "Idle connections keep no client out: beyond the limit the one idle longest ends")
  func idleGivesWay() async throws {
    var limits = HTTPLimits.small
    limits.connectionsMax = 2
    limits.idleMax = .minutes(10)
    try await withServer(limits) { port in
      let first = try RawClient(port: port)
      let second = try RawClient(port: port)
      let request = "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
      #expect(try await exchange(port, request).hasPrefix("HTTP/1.1 200 "))
      #expect(await reading(first) == "")
      second.send(request)
      #expect(await reading(second)?.hasPrefix("HTTP/1.1 200 ") == true)
    }
  }

  @Test("A stop lets an answer under way finish and ends who is only connected")
  func stop() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let (releases, release) = AsyncStream.makeStream(of: Void.self)
    let host = RawClient.addressApart
    let server = try HTTPServer(host: host, port: 0) { _ in
      arrival.yield()
      for await _ in releases { break }
      return HTTPResponse(status: 200, body: Array("done".utf8))
    }
    let running = Task { try await server.run() }
    let idle = try RawClient(host: host, port: server.port)
    let busy = try RawClient(host: host, port: server.port)
    busy.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
    for await _ in arrivals { break }
    let stopping = Task { await server.stop(grace: .minutes(10)) }
    #expect(await reading(idle) == "")
    release.yield()
    let answer = try #require(await reading(busy))
    #expect(answer.contains("Connection: close") && answer.hasSuffix("done"))
    await stopping.value
    try await running.value
    #expect(throws: (any Error).self) { try RawClient(host: host, port: server.port) }
  }

  @Test("A program that is started while the server listens does not keep its port open")
  func inheritance() async throws {
    let host = RawClient.addressApart
    let server = try HTTPServer(host: host, port: 0, handle: Self.echo)
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("600"), nil]
    defer { for argument in arguments { free(argument) } }
    #expect(posix_spawnp(&child, "sleep", nil, nil, &arguments, nil) == 0)
    defer {
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
    await server.stop()
    try await server.run()
    #expect(throws: (any Error).self) { try RawClient(host: host, port: server.port) }
  }

  @Test("A port that is taken is told")
  func taken() async throws {
    try await withServer { port in
      #expect(throws: CannotListen.self) {
        try HTTPServer(host: "127.0.0.1", port: port, handle: Self.echo)
      }
    }
    #expect(throws: CannotListen.self) {
      try HTTPServer(host: "192.0.2.1", port: 0, handle: Self.echo)
    }
    #expect(throws: CannotListen.self) {
      try HTTPServer(host: "nowhere", port: 0, handle: Self.echo)
    }
  }
}

extension HTTPLimits {
  static var small: HTTPLimits {
    var limits = HTTPLimits()
    limits.bodyBytesMax = 100_000
    return limits
  }
}
