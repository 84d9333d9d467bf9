extension TrackerSettings {
  /// The address to which batches are sent; if it is nil, the tracker sends no health data.
  package var healthEndpoint: String? {
    endpoint ?? health.issuer.map { Self.root(ofIssuer: $0) + health.exchange.path }
  }

  /// The server of health data; nil if neither its issuer nor its endpoint is set.
  ///
  /// All addresses of EHE-Pilot's server begin with one root address. The sign-in is below `/o`.
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
