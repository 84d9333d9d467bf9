import Foundation
import PhoneAPI
import Scenarios
import Testing

@testable import Simulation

@Suite("A real server on this machine for an app")
struct LoopbackClientTests {
  @Test("A request keeps its path, and its own host and connection are left out")
  func request() throws {
    let address = try #require(LoopbackAddress("http://[::1]:81"))
    let request = HTTPRequest(
      method: "PUT", url: "https://a.example/b c?d=é#e",
      headers: [HTTPHeader("Host", "a.example"), HTTPHeader("X-One", "1\r\nX-Two: 2")],
      body: [0x7B, 0x7D])
    #expect(
      String(decoding: LoopbackMessage.request(request, to: address), as: UTF8.self)
        == "PUT /b%20c?d=%c3%a9 HTTP/1.0\r\nHost: [::1]:81\r\nX-One: 1X-Two: 2\r\n"
        + "Connection: close\r\nContent-Length: 2\r\n\r\n{}")
    #expect(LoopbackMessage.target("https://a.example") == "/")
    #expect(LoopbackMessage.target("https://a.example?q") == "/?q")
  }

  @Test("An answer is read with its headers, and what is no answer is none")
  func answer() throws {
    func read(_ text: String) -> HTTPResponse? { LoopbackMessage.response(Array(text.utf8)) }
    let answer = try #require(
      read("HTTP/1.1 201 Created\r\nX-A:  b \r\nContent-Length: 2\r\n\r\nokay"))
    #expect(answer.status == 201 && answer.headers.first(named: "x-a") == "b")
    #expect(answer.body == Array("ok".utf8))
    for text in [
      "", "HTTP/1.1 200 OK", "HTTP/2 200\r\n\r\n", "SSH-2.0-x\r\n\r\n", "HTTP/1.1 99 x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
    ] {
      #expect(read(text) == nil)
    }
  }

  @Test("The app's requests reach the server, and its answers the app")
  func run() throws {
    let server = try AnsweringServer()
    let address = try #require(LoopbackAddress("http://127.0.0.1:\(server.port)"))
    let (result, remarks) = try SampleApp.run(
      "uploading-json", recorded: try AppUploadsTests.json(each: "$.batch.points[*]"),
      server: .loopback(address))
    #expect(result.coverage.fixCount > 400)
    #expect(
      remarks.contains {
        $0.contains("went to \(address), so that its figures depend on that server too")
      })
  }

  @Test("A server that is not there ends the run with its address")
  func absent() throws {
    // The port of a server that has ended is free.
    let port = try AnsweringServer().port
    let address = try #require(LoopbackAddress("http://127.0.0.1:\(port)"))
    let error = #expect(throws: LoopbackFailure.self) {
      _ = try SampleApp.run("uploading-json", recorded: .positions, server: .loopback(address))
    }
    #expect(error?.description.contains("\(address) does not answer: Connection refused") == true)
  }
}

/// A server that answers 200 to every request until it is released.
private final class AnsweringServer {
  let port: UInt16
  private let listener: Int32

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    try #require(bound)
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { return }
        Self.answer(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func answer(_ client: Int32) {
    defer { close(client) }
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 65536)
    repeat {
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    } while !isComplete(text)
    let answer = "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    _ = send(client, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
  }

  private static func isComplete(_ text: String) -> Bool {
    guard let end = text.range(of: "\r\n\r\n"),
      let length = text.range(of: "Content-Length: ")
    else { return false }
    let expected = Int(text[length.upperBound...].prefix { $0.isNumber }) ?? 0
    return text[end.upperBound...].utf8.count >= expected
  }
}
