import Foundation
import PhoneAPI
import Timekeeping

extension HTTPRequest {
  init(_ request: URLRequest, body: Data, timeout: TimeSpan) {
    let headers = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
    self.init(
      method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "",
      headers: headers.map { HTTPHeader($0.key, $0.value) }, body: [UInt8](body),
      timeout: timeout)
  }

  /// Adds the headers that the request does not have.
  mutating func add(_ additional: [HTTPHeader]) {
    headers += additional.filter { header($0.name) == nil }
  }
}

extension URLSessionTask.Payload {
  /// Returns the bytes that the task sends; nil for a file that cannot be read.
  func bytes(of request: URLRequest) -> Data? {
    switch self {
    case .ofRequest: request.httpBody ?? request.httpBodyStream?.allBytes ?? Data()
    case .data(let data): data
    case .file(let file): try? Data(contentsOf: file)
    }
  }
}

extension InputStream {
  fileprivate var allBytes: Data {
    open()
    defer { close() }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(&buffer, maxLength: buffer.count), count > 0 {
      data.append(contentsOf: buffer.prefix(count))
    }
    return data
  }
}

extension HTTPURLResponse {
  convenience init?(_ url: URL, _ answer: HTTPResponse) {
    let fields = Dictionary(
      answer.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
    self.init(
      url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: fields)
  }
}

extension HTTPError {
  var code: URLError.Code {
    switch self {
    case .notConnectedToInternet: .notConnectedToInternet
    case .timedOut: .timedOut
    case .cannotConnectToHost: .cannotConnectToHost
    case .networkConnectionLost: .networkConnectionLost
    case .badURL: .badURL
    case .cancelled: .cancelled
    case .unavailable: .unknown
    }
  }
}
