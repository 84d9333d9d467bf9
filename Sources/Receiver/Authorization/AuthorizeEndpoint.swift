import PhoneAPI
import Text
import Timekeeping

/// An app's request to the authorization page.
private struct AuthorizationRequest {
  static let names = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge",
    "code_challenge_method",
  ]

  var fields: FormFields
  var client: String
  var redirectURI: String

  /// Reads a request. Nil if the client or its redirect address is not registered, because the
  /// receiver must not redirect to an unregistered address.
  init?(_ fields: FormFields, clients: [OAuthClient]) {
    self.fields = fields
    guard let client = fields["client_id"], let redirectURI = fields["redirect_uri"],
      clients.contains(where: {
        $0.identifier == client && $0.redirectURIs.contains(redirectURI)
      })
    else { return nil }
    self.client = client
    self.redirectURI = redirectURI
  }

  /// The error code of RFC 6749 for this request; nil if the request is valid.
  var fault: String? {
    guard fields["response_type"] == "code" else { return "unsupported_response_type" }
    guard fields["code_challenge_method"] == "S256", fields["code_challenge"]?.count == 43 else {
      return "invalid_request"
    }
    return nil
  }

  var scope: String {
    let known = (fields["scope"] ?? "").split(separator: " ").filter {
      $0 == "openid" || $0 == "email"
    }
    return known.isEmpty ? "openid" : known.joined(separator: " ")
  }

  func redirect(_ name: String, _ value: String) -> HTTPResponse {
    let separator = redirectURI.contains("?") ? "&" : "?"
    var location = redirectURI + separator + name + "=" + Escaping.percent(value)
    if let state = fields["state"] { location += "&state=" + Escaping.percent(state) }
    return HTTPResponse(
      status: 302, headers: [HTTPHeader("Location", location), .noStore])
  }
}

extension Receiver {
  /// Answers a request to the authorization page. The page asks for an invitation. If the request
  /// contains a valid invitation, the answer redirects the user to the app with a code.
  func answerAuthorize(
    _ request: HTTPRequest, _ target: RequestTarget, at instant: Instant
  ) throws -> HTTPResponse {
    let fields: FormFields
    switch request.method {
    case "GET": fields = target.query
    case "POST": fields = try FormFields(body: request.body)
    default: return refusal(405, "GET or POST is expected")
    }
    guard let asked = AuthorizationRequest(fields, clients: configuration.clients) else {
      return refusal(400, "the client or its redirect_uri is not known")
    }
    if let fault = asked.fault { return asked.redirect("error", fault) }
    guard let secret = fields["invitation"], !secret.isEmpty else {
      return page(200, asked, "")
    }
    switch try redeem(secret, at: instant) {
    case .failure(let fault):
      noteRefusal()
      return page(fault.status, asked, fault.reason)
    case .success(let invitation):
      let code = try drawCode(
        patient: invitation.patient, client: asked.client, redirectURI: asked.redirectURI,
        scope: asked.scope, challenge: fields["code_challenge"] ?? "",
        invitation: invitation.hash, at: instant)
      guard asked.redirectURI == OAuthClient.outOfBand else {
        return asked.redirect("code", code)
      }
      return .html(200, "<p>Your code: <code>\(code)</code></p>")
    }
  }

  private func page(
    _ status: Int, _ asked: AuthorizationRequest, _ complaint: String
  ) -> HTTPResponse {
    let hidden = AuthorizationRequest.names.compactMap { name in
      asked.fields[name].map {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(Escaping.html($0))\">"
      }
    }
    return .html(
      status,
      """
      <p>\(Escaping.html(asked.client)) asks for permission to send data on your behalf.</p>
      <form method="post">
      \(hidden.joined(separator: "\n"))
      <label>Invitation <input name="invitation" autocomplete="off" autofocus></label>
      <button>Sign in</button>
      </form>
      <p>\(Escaping.html(complaint))</p>
      """, answeredAt: asked.redirectURI)
  }
}

extension HTTPResponse {
  /// Returns an answer with a page in HTML.
  ///
  /// After a form is sent, a browser follows a redirect only if the page's Content-Security-Policy
  /// allows the target under `form-action`. The function therefore adds the scheme of `address`.
  ///
  /// - Parameter address: the address to which the receiver redirects the browser after the user
  ///   has sent the form; empty for a page without a form.
  fileprivate static func html(
    _ status: Int, _ body: String, answeredAt address: String = ""
  ) -> HTTPResponse {
    let scheme = address.utf8.prefix { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 == 0x2D }
    let target = scheme.isEmpty ? "" : " \(String(decoding: scheme, as: UTF8.self)):"
    let text = "<!DOCTYPE html>\n<html lang=\"en\"><title>Sign in</title>\n\(body)\n</html>\n"
    return HTTPResponse(
      status: status,
      headers: [
        HTTPHeader("Content-Type", "text/html; charset=utf-8"), .noStore,
        HTTPHeader(
          "Content-Security-Policy",
          "default-src 'none'; form-action 'self'\(target); base-uri 'none'; "
            + "frame-ancestors 'none'"),
      ],
      body: Array(text.utf8))
  }
}

extension HTTPHeader {
  static let noStore = HTTPHeader("Cache-Control", "no-store")
}
