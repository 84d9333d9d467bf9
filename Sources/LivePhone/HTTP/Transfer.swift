import CCurl
import Foundation
import PhoneAPI
import Text

/// A request and the part of its answer that has arrived. Only the transfer thread uses this
/// object.
final class Transfer {
  private static let headerBytesMax = 1 << 20
  private static let redirectsMax = 20

  let ticket: UInt64
  /// The transfer's handle of libcurl, which this object owns.
  let handle: UnsafeMutableRawPointer
  private let request: HTTPRequest
  private let completion: @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  private var headerLines: UnsafeMutablePointer<curl_slist>?
  private var url: String
  private var redirectCount = 0
  private var headers: [HTTPHeader] = []
  private var headerBytes = 0
  /// True if the empty line after the headers has arrived.
  ///
  /// An answer without this line is incomplete, but libcurl reports it as complete.
  private var hasWholeHead = false
  private var body: [UInt8] = []

  init?(
    _ request: HTTPRequest, _ ticket: UInt64,
    _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    guard let handle = odograph_curl_easy_init() else { return nil }
    self.handle = handle
    self.request = request
    self.ticket = ticket
    self.completion = completion
    url = request.url
    setUp()
    setUpMethod()
    setUpHeaders()
    setUpSinks()
  }

  deinit {
    odograph_curl_easy_cleanup(handle)
    odograph_curl_slist_free_all(headerLines)
  }

  // MARK: The request

  private func setUp() {
    odograph_curl_set_text(handle, CURLOPT_URL, url)
    odograph_curl_allow_http_alone(handle)
    // Keep libcurl from handling signals, which belong to the program.
    odograph_curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    odograph_curl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0)
    // Accept every encoding that libcurl supports.
    odograph_curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "")
  }

  private func setUpMethod() {
    if request.method == "HEAD" { return odograph_curl_set_number(handle, CURLOPT_NOBODY, 1) }
    if !request.body.isEmpty || request.method != "GET" {
      request.body.withUnsafeBytes {
        odograph_curl_set_body(
          handle, $0.baseAddress ?? UnsafeRawPointer(handle), curl_off_t($0.count))
      }
    }
    odograph_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
  }

  private func setUpHeaders() {
    for header in request.headers {
      // libcurl interprets "Name:" as a request to leave the header out.
      add(header.value.isEmpty ? header.name + ";" : "\(header.name): \(header.value)")
    }
    if request.header("User-Agent") == nil { add("User-Agent: \(Program.userAgent)") }
    // Do not wait for "100 Continue", and do not let libcurl guess the body's type.
    add("Expect:")
    if request.header("Content-Type") == nil { add("Content-Type:") }
    odograph_curl_set_pointer(handle, CURLOPT_HTTPHEADER, headerLines)
  }

  private func add(_ line: String) { headerLines = odograph_curl_slist_append(headerLines, line) }

  // MARK: The answer

  private func setUpSinks() {
    let target = Unmanaged.passUnretained(self).toOpaque()
    odograph_curl_set_pointer(handle, CURLOPT_WRITEDATA, target)
    odograph_curl_set_pointer(handle, CURLOPT_HEADERDATA, target)
    odograph_curl_set_sink(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, target in
      Transfer.taking(bytes, size * count, target) { $0.takeBody($1) }
    }
    odograph_curl_set_sink(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, target in
      Transfer.taking(bytes, size * count, target) { $0.takeHeader($1) }
    }
  }

  /// Gives a transfer the bytes that libcurl has received, and returns their number.
  ///
  /// Returns 0 if the transfer rejects the bytes. libcurl then cancels the transfer.
  private static func taking(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ target: UnsafeMutableRawPointer?,
    _ take: (Transfer, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let target else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(target).takeUnretainedValue()
    return take(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard body.count + bytes.count <= LiveHTTPClient.bodyBytesMax else { return false }
    body.append(contentsOf: bytes)
    return true
  }

  private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headerBytes += bytes.count
    guard headerBytes <= Transfer.headerBytesMax else { return false }
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      // An earlier answer, such as "100 Continue", came before this one.
      headers = []
      hasWholeHead = false
    } else if line.allSatisfy(\.isNewline) {
      hasWholeHead = true
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
      headers.append(HTTPHeader(String(line[..<colon]), value))
    }
    return true
  }

  // MARK: The end

  /// Sets the next address if the answer is a redirect within the origin.
  ///
  /// - Returns: True if there is such a redirect.
  func followsRedirect() -> Bool {
    guard request.method == "GET", redirectCount < Transfer.redirectsMax,
      (300..<400).contains(odograph_curl_status(handle)),
      let next = odograph_curl_redirect(handle).map({ String(cString: $0) }),
      let origin = Origin(next), origin == Origin(url)
    else { return false }
    redirectCount += 1
    url = next
    (headers, headerBytes, hasWholeHead, body) = ([], 0, false, [])
    odograph_curl_set_text(handle, CURLOPT_URL, url)
    return true
  }

  func complete(_ code: CURLcode) {
    let status = Int(odograph_curl_status(handle))
    guard code == CURLE_OK, status > 0, hasWholeHead else {
      return completion(.failure(HTTPError(code)))
    }
    completion(
      .success(
        HTTPResponse(status: status, headers: headers.sorted { $0.name < $1.name }, body: body)))
  }
}

extension HTTPError {
  fileprivate init(_ code: CURLcode) {
    switch code {
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    case CURLE_URL_MALFORMAT: self = .badURL
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT,
      CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CACERT_BADFILE:
      self = .cannotConnectToHost
    default: self = .networkConnectionLost
    }
  }
}
