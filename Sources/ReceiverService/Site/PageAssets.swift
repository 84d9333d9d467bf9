import Foundation
import PhoneAPI
import WebLibraries

/// The files of a page with a map.
///
/// The files of the map library Leaflet were embedded when the program was built.
package enum PageAssets {
  /// Returns the file of the page at `path`; nil for other paths. The files contain no data, so
  /// they need no login.
  package static func answer(_ path: String) -> HTTPResponse? {
    switch path {
    case "/page.css": file("text/css", PackageResources.page_css)
    case "/page.js": file("text/javascript", PackageResources.page_js)
    case "/day.js": file("text/javascript", PackageResources.day_js)
    case "/completeness.js": file("text/javascript", PackageResources.completeness_js)
    case "/settings.js": file("text/javascript", PackageResources.settings_js)
    case "/facts.js": file("text/javascript", PackageResources.facts_js)
    case "/details.js": file("text/javascript", PackageResources.details_js)
    case "/map.js": file("text/javascript", PackageResources.map_js)
    case "/favicon.ico": HTTPResponse(status: 204)
    case "/leaflet/leaflet.js": leaflet(\.script, "text/javascript")
    case "/leaflet/leaflet.css": leaflet(\.style, "text/css")
    default: nil
    }
  }

  /// The HTTP headers that protect a page. The page loads nothing from other sites, runs only
  /// scripts from this server, and cannot be framed or cached.
  package static let protections = [
    HTTPHeader(
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; "
        + "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        + "frame-ancestors 'none'"),
    HTTPHeader("X-Content-Type-Options", "nosniff"),
    // With "no-referrer" browsers send the log-in form with the origin "null".
    HTTPHeader("Referrer-Policy", "same-origin"),
    HTTPHeader("Cache-Control", "no-store"),
  ]

  static func page(isOpen: Bool) -> HTTPResponse {
    html(200, PackageResources.page_html, [("{{access}}", isOpen ? "open" : "login")])
  }

  static func login(isWrong: Bool) -> HTTPResponse {
    html(
      isWrong ? 401 : 200, PackageResources.login_html,
      [("{{complaint}}", isWrong ? "That is not the admin token." : "")])
  }

  private static func html(
    _ status: Int, _ bytes: [UInt8], _ values: [(String, String)]
  ) -> HTTPResponse {
    var text = String(decoding: bytes, as: UTF8.self)
    for (name, value) in values { text = text.replacingOccurrences(of: name, with: value) }
    return HTTPResponse(
      status: status, headers: [HTTPHeader("Content-Type", "text/html; charset=utf-8")],
      body: Array(text.utf8))
  }

  private static func file(_ type: String, _ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: [HTTPHeader("Content-Type", "\(type); charset=utf-8")], body: bytes)
  }

  private static func leaflet(_ part: KeyPath<WebLibrary, String>, _ type: String) -> HTTPResponse {
    guard let library = WebLibrary.leaflet else {
      return .refusal(404, "this program was built without Leaflet")
    }
    return file(type, Array(library[keyPath: part].utf8))
  }
}
