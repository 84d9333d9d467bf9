import Foundation
import PhoneAPI
import Receiver
import Timekeeping

/// Everything that `odograph serve` answers: each contract at its path, the page at `/`, and the
/// admin calls under `/admin/`.
package struct ReceiverSite: Sendable {
  private let desk: ReceivingDesk
  private let access: ReceiverAccess
  private let admin: AdminCalls
  private let contracts: [ReceiverContract]
  private let now: @Sendable () -> Instant

  /// - Parameters:
  ///   - contracts: which are served; of those that sign people in, the first does.
  ///   - now: the time, as records are stamped with at arrival.
  package init(
    store: SQLiteReceiverStore, contracts: [ReceiverContract], configuration: ReceiverConfiguration,
    now: @escaping @Sendable () -> Instant
  ) throws {
    desk = ReceivingDesk(store: store, contracts: contracts, configuration: configuration)
    access = ReceiverAccess(isOpen: configuration.isOpen, tokenHash: try store.adminTokenHash())
    admin = AdminCalls(
      history: store.history, desk: desk, patient: configuration.patient.number)
    self.contracts = contracts
    self.now = now
  }

  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let target = Target(request.url)
    let instant = now()
    if let contract = contract(at: target.path) {
      let response = await desk.answer(request, contract, at: instant)
      return response ?? .refusal(404, "that contract is not served")
    }
    var response = await answerOwner(request, target, at: instant)
    response.headers += PageAssets.protections
    return response
  }

  /// Where phones send to. Several contracts would lie at `/api/input`; each of them has a path of its
  /// own here, and the first that is served answers there too.
  package static func path(of contract: ReceiverContract) -> String {
    switch contract {
    case .overland, .compass, .http2xx: "/" + contract.rawValue
    default: contract.path
    }
  }

  private func contract(at path: String) -> ReceiverContract? {
    if let contract = contracts.first(where: { Target.trimmed(Self.path(of: $0)) == path })
      ?? contracts.first(where: { Target.trimmed($0.path) == path })
    {
      return contract
    }
    // Sign-in, profile and consents lie beside the bundles.
    guard let health = contracts.first(where: \.hasSignIn) else { return nil }
    return ["/o/", "/api/v1/", "/.well-known/"].contains(where: path.hasPrefix) ? health : nil
  }

  // MARK: The owner's part

  private func answerOwner(
    _ request: HTTPRequest, _ target: Target, at instant: Instant
  ) async -> HTTPResponse {
    if let asset = PageAssets.answer(target.path) {
      return isReading(request) ? asset : .refusal(405, "GET is expected")
    }
    if target.path == "/login" || target.path == "/logout" {
      return answerSession(request, target, at: instant)
    }
    guard access.isGranted(to: request, at: instant) else {
      if access.isOpen {
        return .refusal(403, "the server is called by a name that is not its own")
      }
      return target.path == "/"
        ? .redirect("/login") : .refusal(401, "the admin token is needed")
    }
    if target.path == "/" {
      return isReading(request)
        ? PageAssets.page(isOpen: access.isOpen) : .refusal(405, "GET is expected")
    }
    guard target.path.hasPrefix("/admin/") else { return .refusal(404, "there is nothing here") }
    return await admin.answer(request, target, at: instant)
  }

  private func answerSession(
    _ request: HTTPRequest, _ target: Target, at instant: Instant
  ) -> HTTPResponse {
    guard request.method == "POST" else {
      return target.path == "/login" && isReading(request)
        ? PageAssets.login(isWrong: false) : .refusal(405, "POST is expected")
    }
    if target.path == "/logout" { return .redirect("/login", access.end(request)) }
    let token = Target.fields(String(decoding: request.body, as: UTF8.self))["token"] ?? ""
    guard let cookie = access.begin(token, at: instant) else {
      return PageAssets.login(isWrong: true)
    }
    return .redirect("/", cookie)
  }

  private func isReading(_ request: HTTPRequest) -> Bool {
    request.method == "GET" || request.method == "HEAD"
  }
}

/// A request's path and query, decoded.
struct Target {
  var path: String
  var query: [String: String]

  init(_ url: String) {
    let components = URLComponents(string: url)
    path = Self.trimmed(components?.path ?? "")
    query = Self.fields(components?.percentEncodedQuery ?? "")
  }

  /// Without a closing slash.
  static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// `name=value&…`, whatever it is made of: anybody can send it.
  static func fields(_ text: String) -> [String: String] { FormFields(text).values }
}

extension HTTPResponse {
  static func redirect(_ path: String, _ headers: HTTPHeader...) -> HTTPResponse {
    HTTPResponse(status: 303, headers: [HTTPHeader("Location", path)] + headers)
  }
}
