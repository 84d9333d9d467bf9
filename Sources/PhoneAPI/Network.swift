import Timekeeping

/// An HTTP request as a value. `HTTPClient` sends it.
public struct HTTPRequest: Sendable, Hashable {
  public var method: String
  public var url: String
  /// The headers in the order in which the app gave them. Header names are compared without regard
  /// to case.
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

/// The reasons why a request got no answer, like the codes of `URLError`.
public enum HTTPError: Error, Sendable, Hashable {
  case notConnectedToInternet
  case timedOut
  case cannotConnectToHost
  /// The connection broke, or the app was suspended too long during the request. The server may or
  /// may not have accepted the request.
  case networkConnectionLost
  case badURL
  case cancelled
  case unavailable
}

/// A client whose requests end with the process, like those of a default `URLSession`.
///
/// A suspended app gets the answer when it runs again, or `networkConnectionLost` after a long
/// time. A killed app never gets the answer, though the server may have accepted the request.
public protocol HTTPClient: AnyObject {
  var availability: ServiceAvailability { get }
  /// The kind of network that the system reports as reachable. A request may still fail.
  var reachability: Reachability { get }
  /// Called after changes of `reachability`, while the process runs. After a suspension the call
  /// comes when the process resumes, if the kind of network is another one then.
  var onReachabilityChange: (() -> Void)? { get set }
  func send(
    _ request: HTTPRequest, completion: @escaping (Result<HTTPResponse, HTTPError>) -> Void)
}

extension HTTPClient {
  /// A phone that reports no changes.
  public var onReachabilityChange: (() -> Void)? {
    get { nil }
    set {}
  }
}

public enum Reachability: String, Sendable, Hashable { case none, cellular, wifi }

/// Transfers that run outside the app and launch the app when they are done. A force quit cancels
/// them (NET-5, NET-6).
public protocol BackgroundTransfers: AnyObject {
  var availability: ServiceAvailability { get }
  func upload(_ request: HTTPRequest, identifier: String, isDiscretionary: Bool)
  /// Hands a transfer of a session to the system. An app that does not run is launched when all
  /// transfers of the session are done, with the session's name as identifier.
  func upload(_ request: HTTPRequest, identifier: String, session: String, isDiscretionary: Bool)
  /// Cancels a transfer. The app gets no result.
  func cancel(identifier: String)
  var onFinish: ((_ identifier: String, Result<HTTPResponse, HTTPError>) -> Void)? { get set }
}

extension BackgroundTransfers {
  /// By default each transfer is a session of its own.
  public func upload(
    _ request: HTTPRequest, identifier: String, session: String, isDiscretionary: Bool
  ) { upload(request, identifier: identifier, isDiscretionary: isDiscretionary) }
  /// By default a transfer that has begun goes on.
  public func cancel(identifier: String) {}
}

/// The service that gives the name of the Wi-Fi network in use, if the app is allowed to read the
/// name.
public protocol WiFi: AnyObject {
  var availability: ServiceAvailability { get }
  var networkName: String? { get }
}
