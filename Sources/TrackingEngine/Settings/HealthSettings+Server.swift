import Accounts

extension TrackerSettings {
  /// The address to which batches are sent; if it is nil, the tracker sends no health data.
  package var healthEndpoint: String? {
    endpoint ?? health.issuer.map { Self.root(ofIssuer: $0) + health.exchange.path }
  }

  /// The server of health data; nil if neither its issuer nor its endpoint is set.
  ///
  /// The root address comes from the issuer, or from the endpoint if no issuer is set. An issuer
  /// that is not set is assumed to be at `/o` below the root address, as on EHE-Pilot's server.
  package var healthServer: Account.Server? {
    let root: String
    if let issuer = health.issuer {
      root = Self.root(ofIssuer: issuer)
    } else if let endpoint {
      root = Self.root(ofEndpoint: endpoint)
    } else {
      return nil
    }
    var server = Account.Server(
      root: root, issuer: health.issuer ?? root + "/o",
      clientIdentifier: health.clientIdentifier, redirectURI: health.redirectURI)
    server.accessToken = accessToken
    server.refreshAlwaysFine = pilotQuirks.refreshAlwaysFine
    return server
  }

  private static func root(ofIssuer issuer: String) -> String {
    issuer.hasSuffix("/o") ? String(issuer.dropLast(2)) : issuer
  }

  private static func root(ofEndpoint endpoint: String) -> String {
    for exchange in HealthExchange.allCases {
      let path = exchange.path.dropLast()
      if let start = endpoint.firstRange(of: path)?.lowerBound { return String(endpoint[..<start]) }
    }
    return endpoint
  }
}
