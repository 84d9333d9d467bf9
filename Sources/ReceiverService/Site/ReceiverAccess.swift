import Cryptography
import Foundation
import PhoneAPI
import Receiver
import Synchronization
import Timekeeping

/// The control of access to the page and the admin calls.
///
/// A program sends the admin token in each request as a Bearer token. A browser sends the token
/// once in the page's form, and gets a cookie. The cookie is valid for seven days, or until the
/// server ends. The server stores token and cookie only as hashes.
final class ReceiverAccess: Sendable {
  static let cookieName = "odograph"
  private static let lifetime = TimeSpan.days(7)
  private static let sessionsMax = 1000

  let isOpen: Bool
  private let tokenHash: [UInt8]?
  /// The hashes of valid cookies, each with its time of expiry, the oldest first.
  private let sessions = Mutex<[(hash: [UInt8], end: Instant)]>([])

  init(isOpen: Bool, tokenHash: [UInt8]?) {
    self.isOpen = isOpen
    self.tokenHash = tokenHash
  }

  func isGranted(to request: HTTPRequest, at instant: Instant) -> Bool {
    if isOpen { return request.isFromHere }
    if let token = request.bearerToken { return isAdmin(token) }
    guard let cookie = request.cookie(Self.cookieName) else { return false }
    let hash = sha256(Array(cookie.utf8))
    return sessions.withLock { sessions in
      sessions.contains { isEqualInConstantTime($0.hash, hash) && instant < $0.end }
    }
  }

  /// Begins a session and returns the header that sets the session's cookie; nil for a wrong token.
  func begin(_ token: String, at instant: Instant) -> HTTPHeader? {
    guard isAdmin(token) else { return nil }
    let cookie = makeToken()
    sessions.withLock { sessions in
      sessions.removeAll { $0.end <= instant }
      if sessions.count >= Self.sessionsMax { sessions.removeFirst() }
      sessions.append((sha256(Array(cookie.utf8)), instant + Self.lifetime))
    }
    return Self.cookieHeader(cookie, maxAge: Int(Self.lifetime.seconds))
  }

  func end(_ request: HTTPRequest) -> HTTPHeader {
    if let cookie = request.cookie(Self.cookieName) {
      let hash = sha256(Array(cookie.utf8))
      sessions.withLock { $0.removeAll { isEqualInConstantTime($0.hash, hash) } }
    }
    return Self.cookieHeader("", maxAge: 0)
  }

  private func isAdmin(_ token: String) -> Bool {
    tokenHash.map { isEqualInConstantTime($0, sha256(Array(token.utf8))) } ?? false
  }

  private static func cookieHeader(_ value: String, maxAge: Int) -> HTTPHeader {
    HTTPHeader(
      "Set-Cookie", "\(cookieName)=\(value); Path=/; Max-Age=\(maxAge); HttpOnly; SameSite=Strict")
  }
}

extension HTTPRequest {
  fileprivate var bearerToken: String? {
    let parts = header("Authorization")?.split(separator: " ", maxSplits: 1) ?? []
    return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
  }

  fileprivate func cookie(_ name: String) -> String? {
    let pairs = header("Cookie")?.split(separator: ";") ?? []
    return pairs.map { $0.drop { $0 == " " } }.first { $0.hasPrefix(name + "=") }
      .map { String($0.dropFirst(name.count + 1)) }
  }
}
