/// This program, as it names itself to servers and in reports.
package enum Program {
  package static let version = "0.1.0"
  /// The value of the HTTP header `User-Agent` (RFC 9110, 10.1.5).
  package static let userAgent = "odograph/\(version)"
}
