import CCurl

/// The system's libcurl, which is loaded when it is first used.
package enum CurlLibrary {
  /// The reason why libcurl cannot be used, or nil if it is loaded and initialized.
  package static let problem: String? = odograph_curl_load().map {
    "libcurl cannot be loaded (\(String(cString: $0))); on Debian, install it: apt install libcurl4"
  }

  /// The version of libcurl, or nil if it cannot be used.
  package static var version: String? {
    guard problem == nil else { return nil }
    // "libcurl/7.88.1 OpenSSL/3.0.19 …"
    let name = String(cString: odograph_curl_version()).prefix { $0 != " " }
    return String(name.drop { $0 != "/" }.dropFirst())
  }
}
