import Timekeeping

/// An HTTP request as a value; the wire is somebody else's.
public struct HTTPRequest: Sendable, Hashable {
  public var method: String
  public var url: String
  /// In the order given; names compare without regard to case.
  public var headers: [HTTPHeader]
  public var body: [UInt8]
  public var timeout: TimeSpan

  public init(
    method: String, url: String, headers: [HTTPHeader] = [], body: [UInt8] = [],
    timeout: TimeSpan = .seconds(60 as Int64)
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }

  public func header(_ name: String) -> String? { headers.first(named: name) }
}

public struct HTTPResponse: Sendable, Hashable {
  public var status: Int
  public var headers: [HTTPHeader]
  public var body: [UInt8]

  public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  public var isSuccess: Bool { (200..<300).contains(status) }
}

public struct HTTPHeader: Sendable, Hashable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [HTTPHeader] {
  public func first(named name: String) -> String? {
    first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// Reasons that a request got no answer, as `URLError`.
public enum HTTPError: Error, Sendable, Hashable {
  case notConnectedToInternet
  case timedOut
  case cannotConnectToHost
  /// The connection broke, or the app was suspended too long in mid-request; whether the server took
  /// the request is unknown.
  case networkConnectionLost
  case badURL
  case cancelled
  case unavailable
}

/// Requests that live with the process, like a default `URLSession`.
///
/// A suspended app gets its answer when it runs again, or `networkConnectionLost` if that took long.
/// A killed app never does, though the server may have taken the request.
public protocol HTTPClient: AnyObject {
  var availability: ServiceAvailability { get }
  /// What the system's reachability says; a request may still fail.
  var reachability: Reachability { get }
  func send(
    _ request: HTTPRequest, completion: @escaping (Result<HTTPResponse, HTTPError>) -> Void)
}

public enum Reachability: String, Sendable, Hashable { case none, cellular, wifi }

/// Transfers that run outside the app and launch it when done; force quit cancels them (NET-5, NET-6).
public protocol BackgroundTransfers: AnyObject {
  var availability: ServiceAvailability { get }
  func upload(_ request: HTTPRequest, identifier: String, isDiscretionary: Bool)
  var onFinish: ((_ identifier: String, Result<HTTPResponse, HTTPError>) -> Void)? { get set }
}

/// The joined Wi-Fi network's name, where the app may know it.
public protocol WiFi: AnyObject {
  var availability: ServiceAvailability { get }
  var networkName: String? { get }
}
