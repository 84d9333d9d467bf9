import Foundation

/// Returns bytes in Base 64 with `-` and `_` and without padding (RFC 4648, section 5), as PKCE
/// requires (RFC 7636).
package func base64URL(_ bytes: [UInt8]) -> String {
  Data(bytes).base64EncodedString()
    .replacingOccurrences(of: "+", with: "-")
    .replacingOccurrences(of: "/", with: "_")
    .replacingOccurrences(of: "=", with: "")
}
