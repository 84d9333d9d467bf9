import PhoneAPI

/// The request line and the headers of an HTTP request (RFC 9112). Parsing is strict.
///
/// The initializer refuses a head that a proxy in front of the server could parse differently. This
/// prevents request smuggling: an attacker cannot hide one request in another.
struct HTTPHead: Equatable {
  enum Body: Equatable {
    case length(Int)
    case chunked
  }

  var method: String
  /// The target as the client sent it: a path, possibly with a query.
  var target: String
  var headers: [HTTPHeader] = []
  var body = Body.length(0)
  var keepsConnection: Bool
  /// True if the client waits for permission before it sends the body.
  var expectsContinue = false

  /// Reads the head of a request.
  ///
  /// - Parameter lines: the lines of the head without line ends, and without the empty line after
  ///   the head.
  init(_ lines: [Substring]) throws(HTTPFault) {
    let parts = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard parts.count == 3, Self.isToken(parts[0]), parts[1].hasPrefix("/"),
      parts[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw Self.malformed("the request line") }
    guard parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0" else {
      throw .refused(status: 505, reason: "HTTP 1.1 is expected")
    }
    method = String(parts[0])
    target = String(parts[1])
    keepsConnection = parts[2] == "HTTP/1.1"
    for line in lines.dropFirst() { headers.append(try Self.header(line)) }
    try readFraming(needsHost: parts[2] == "HTTP/1.1")
  }

  private static func header(_ line: Substring) throws(HTTPFault) -> HTTPHeader {
    guard let colon = line.firstIndex(of: ":"), isToken(line[..<colon]) else {
      throw malformed("a header")
    }
    let value = line[line.index(after: colon)...].trimmed
    guard value.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 }) else { throw malformed("a header") }
    return HTTPHeader(String(line[..<colon]), String(value))
  }

  private mutating func readFraming(needsHost: Bool) throws(HTTPFault) {
    let hosts = values("Host")
    guard needsHost ? hosts.count == 1 : hosts.count <= 1, hosts.allSatisfy(Self.isHost) else {
      throw Self.malformed("the header Host")
    }
    let lengths = values("Content-Length")
    let codings = values("Transfer-Encoding")
    if !codings.isEmpty {
      guard lengths.isEmpty else { throw Self.malformed("a body with two lengths") }
      guard codings.count == 1, codings[0].lowercased() == "chunked" else {
        throw .refused(status: 501, reason: "only chunked bodies are understood")
      }
      body = .chunked
    } else if let first = lengths.first {
      guard lengths.count == 1, !first.isEmpty, first.utf8.allSatisfy({ (48...57).contains($0) })
      else { throw Self.malformed("the header Content-Length") }
      body = .length(Int(first) ?? .max)
    }
    let connection = values("Connection").joined(separator: ",").lowercased().split(separator: ",")
      .map(\.trimmed)
    if connection.contains("close") { keepsConnection = false }
    if connection.contains("keep-alive") && !connection.contains("close") { keepsConnection = true }
    expectsContinue = values("Expect").contains { $0.lowercased() == "100-continue" }
  }

  private func values(_ name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  private static func malformed(_ what: String) -> HTTPFault {
    .refused(status: 400, reason: "\(what) cannot be read")
  }

  /// Returns true if the text is a host name or an address, possibly with a port. The text may be
  /// empty, as in a request whose target has no host (RFC 9112, 3.2).
  private static func isHost(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-._:[]".utf8.contains(byte)
      }
    }
  }

  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    return drop(while: isSpace).reversedTrim(isSpace)
  }

  private func reversedTrim(_ isSpace: (Character) -> Bool) -> Substring {
    var text = self
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}
