import Foundation
import PhoneAPI
import Timekeeping

#if canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif

/// The settings of a session. A session copies them when it is made.
open class URLSessionConfiguration: NSObject, NSCopying, @unchecked Sendable {
  open class var `default`: URLSessionConfiguration { URLSessionConfiguration() }
  open class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }

  /// The settings of a session whose transfers outlive the app's process (NET-5).
  open class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.identifier = identifier
    configuration.waitsForConnectivity = true
    return configuration
  }

  /// The name by which a later process of the app finds the transfers again; nil for a session
  /// whose requests end with the process.
  public private(set) var identifier: String?
  open var httpAdditionalHeaders: [AnyHashable: Any]?
  open var timeoutIntervalForRequest: TimeInterval = 60
  /// Stand-in: `timeoutIntervalForResource` has no effect on a background session. Its transfers
  /// are tried again until they succeed.
  open var timeoutIntervalForResource: TimeInterval = 7 * 86400
  open var waitsForConnectivity = false
  /// Stand-in: a background session without access to the cellular network waits for power and
  /// Wi-Fi, as a discretionary one does.
  open var allowsCellularAccess = true
  /// Stand-in: the cellular network is the only expensive one.
  open var allowsExpensiveNetworkAccess = true
  /// Stand-in: `allowsConstrainedNetworkAccess` has no effect. No network is in Low Data Mode.
  open var allowsConstrainedNetworkAccess = true
  /// The transfers of a background session wait for power and Wi-Fi (NET-6).
  open var isDiscretionary = false
  /// Stand-in: a background session always launches the app. The explanation of a run (`--explain`)
  /// notes where an app switches `sessionSendsLaunchEvents` off.
  open var sessionSendsLaunchEvents: Bool {
    get { identifier != nil }
    set {
      guard identifier != nil, !newValue else { return }
      CurrentPhone.phone.note(
        "URLSession", "sessionSendsLaunchEvents = false has no effect on the simulated phone")
    }
  }
  /// Stand-in: nothing is cached, whatever `requestCachePolicy` and `urlCache` are.
  open var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
  open var urlCache: URLCache?
  /// Stand-in: no cookie is kept or sent, whatever `httpCookieStorage` and `httpShouldSetCookies`
  /// are.
  open var httpCookieStorage: HTTPCookieStorage?
  open var httpShouldSetCookies = true
  /// Stand-in: the requests of a session go out at once, whatever `httpMaximumConnectionsPerHost`
  /// and `networkServiceType` are.
  open var httpMaximumConnectionsPerHost = 6
  open var networkServiceType = URLRequest.NetworkServiceType.default

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = URLSessionConfiguration()
    copy.identifier = identifier
    copy.httpAdditionalHeaders = httpAdditionalHeaders
    copy.timeoutIntervalForRequest = timeoutIntervalForRequest
    copy.timeoutIntervalForResource = timeoutIntervalForResource
    copy.waitsForConnectivity = waitsForConnectivity
    copy.allowsCellularAccess = allowsCellularAccess
    copy.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
    copy.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
    copy.isDiscretionary = isDiscretionary
    copy.requestCachePolicy = requestCachePolicy
    copy.urlCache = urlCache
    copy.httpCookieStorage = httpCookieStorage
    copy.httpShouldSetCookies = httpShouldSetCookies
    copy.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
    copy.networkServiceType = networkServiceType
    return copy
  }
}

extension URLSessionConfiguration {
  /// Returns true if the request may go over the cellular network.
  func allowsCellular(for request: URLRequest) -> Bool {
    allowsCellularAccess && allowsExpensiveNetworkAccess && request.allowsCellularAccess
  }

  /// Returns the time that a request may wait for its answer. A request with another time than
  /// Foundation's default is respected unless the session's is shorter.
  func timeout(of request: URLRequest) -> TimeSpan {
    let own = request.timeoutInterval == 60 ? timeoutIntervalForRequest : request.timeoutInterval
    return .seconds(min(own, timeoutIntervalForRequest))
  }

  /// The headers that each request gets unless it has its own, in the order of their names.
  var additionalHeaders: [HTTPHeader] {
    (httpAdditionalHeaders ?? [:]).map { HTTPHeader("\($0.key)", "\($0.value)") }
      .sorted { $0.name < $1.name }
  }
}
