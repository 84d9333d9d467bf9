import Foundation
import PhoneAPI
import Receiver
import Timekeeping

/// The site of `odograph serve`: each contract at its path, the page at `/`, and the admin calls
/// under `/admin/`.
package struct ReceiverSite: Sendable {
  private let desk: ReceiverRouter
  private let access: ReceiverAccess
  private let admin: AdminCalls
  private let contracts: [ReceiverContract]
  private let now: @Sendable () -> Instant

  /// Makes the site of a receiver.
  ///
  /// - Parameters:
  ///   - contracts: the contracts to serve. If several have a sign-in, the first of them handles
  ///     sign-ins.
  ///   - onTrouble: called with a message for the user if records cannot be stored.
  ///   - now: returns the current time, which becomes the arrival time of records.
  package init(
    store: SQLiteReceiverStore, contracts: [ReceiverContract], configuration: ReceiverConfiguration,
    onTrouble: @escaping @Sendable (String) -> Void = { _ in },
    now: @escaping @Sendable () -> Instant
  ) throws {
    desk = ReceiverRouter(
      store: store, contracts: contracts, configuration: configuration, onTrouble: onTrouble)
    access = ReceiverAccess(isOpen: configuration.isOpen, tokenHash: try store.adminTokenHash())
    admin = AdminCalls(
      history: store.history, desk: desk, patient: configuration.patient.number)
    self.contracts = contracts
    self.now = now
  }

  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let target = RequestTarget(request.url)
    let instant = now()
    let contract = contract(at: target.path)
    if let refusal = refusal(of: request, contract) { return refusal }
    if let contract {
      let response = await desk.answer(request, contract, at: instant)
      return response ?? .refusal(404, "that contract is not served")
    }
    var response = await answerOwner(request, target, at: instant)
    response.headers += PageAssets.protections
    return response
  }

  /// Decides from a request's head if the server reads the body, so that only permitted clients can
  /// send a body.
  package func admission(of head: HTTPRequest) async -> HTTPAdmission {
    let target = RequestTarget(head.url)
    let instant = now()
    let contract = contract(at: target.path)
    if let refusal = refusal(of: head, contract) { return .refused(refusal) }
    if let contract {
      if await desk.knowsBearer(of: head, contract, at: instant) { return .granted }
      // Sign-in begins without a token, and needs a form.
      return contract.hasSignIn
        ? .limited(bytesMax: Self.formBytesMax) : .refused(contract.answerToUnknownToken)
    }
    return access.isGranted(to: head, at: instant)
      ? .granted : .limited(bytesMax: Self.formBytesMax)
  }

  private static let formBytesMax = 16 << 10

  /// Returns an error answer if the request changes something and comes from a page of another
  /// site; otherwise nil.
  ///
  /// Browsers let such a page send the request, and hide only the answer from it. The receiver
  /// therefore has to refuse the change itself.
  private func refusal(of request: HTTPRequest, _ contract: ReceiverContract?) -> HTTPResponse? {
    guard !request.isReading || contract?.writesOnGET == true else { return nil }
    if request.isFromForeignPage {
      return .refusal(403, "the request comes from another site's page")
    }
    return access.isOpen && !request.isFromHere ? Self.calledByForeignName : nil
  }

  private static let calledByForeignName = HTTPResponse.refusal(
    403, "the Host header is not this server's name: use localhost or its IP address")

  /// Returns the path to which phones send requests by a contract. Several contracts share the
  /// usual path `/api/input`, so each has its own path here. The first contract served also answers
  /// at `/api/input`.
  package static func path(of contract: ReceiverContract) -> String {
    switch contract {
    case .overland, .compass, .http2xx, .icecondor: "/" + contract.rawValue
    default: contract.path
    }
  }

  private func contract(at path: String) -> ReceiverContract? {
    if let contract = contracts.first(where: { RequestTarget.trimmed(Self.path(of: $0)) == path })
      ?? contracts.first(where: { RequestTarget.trimmed($0.path) == path })
    {
      return contract
    }
    // The last part of the path is the token.
    if contracts.contains(.openHumans),
      path.hasPrefix(Self.path(of: .openHumans) + "/")
    {
      return .openHumans
    }
    // Sign-in, profile and consents have other paths than the bundles.
    guard let health = contracts.first(where: \.hasSignIn) else { return nil }
    return ["/o/", "/api/v1/", "/.well-known/"].contains(where: path.hasPrefix) ? health : nil
  }

  // MARK: The owner's part

  private func answerOwner(
    _ request: HTTPRequest, _ target: RequestTarget, at instant: Instant
  ) async -> HTTPResponse {
    if let asset = PageAssets.answer(target.path) {
      return request.isReading ? asset : .refusal(405, "GET is expected")
    }
    if target.path == "/login" || target.path == "/logout" {
      return answerSession(request, target, at: instant)
    }
    guard access.isGranted(to: request, at: instant) else {
      if access.isOpen { return Self.calledByForeignName }
      return target.path == "/"
        ? .redirect("/login") : .refusal(401, "the admin token is required")
    }
    if target.path == "/" {
      return request.isReading
        ? PageAssets.page(isOpen: access.isOpen) : .refusal(405, "GET is expected")
    }
    guard target.path.hasPrefix("/admin/") else { return .refusal(404, "there is nothing here") }
    return await admin.answer(request, target, at: instant)
  }

  private func answerSession(
    _ request: HTTPRequest, _ target: RequestTarget, at instant: Instant
  ) -> HTTPResponse {
    guard request.method == "POST" else {
      return target.path == "/login" && request.isReading
        ? PageAssets.login(isWrong: false) : .refusal(405, "POST is expected")
    }
    if target.path == "/logout" { return .redirect("/login", access.end(request)) }
    let token = FormFields(String(decoding: request.body, as: UTF8.self)).values["token"] ?? ""
    guard let cookie = access.begin(token, at: instant) else {
      return PageAssets.login(isWrong: true)
    }
    return .redirect("/", cookie)
  }
}

extension ReceiverContract {
  /// True if the contract reads records from the query of a GET request, for apps that can only
  /// open an address.
  fileprivate var writesOnGET: Bool {
    switch self {
    case .checkIn, .gate: true
    case .overland, .compass, .http2xx, .openHumans, .icecondor, .pureTrack, .ownTracks, .fhirEHE,
      .fhirJupyterHealth:
      false
    }
  }
}

extension HTTPResponse {
  static func redirect(_ path: String, _ headers: HTTPHeader...) -> HTTPResponse {
    HTTPResponse(status: 303, headers: [HTTPHeader("Location", path)] + headers)
  }
}
