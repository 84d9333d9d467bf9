/// The two generations of the server JupyterHealth Exchange, which use different formats.
package enum HealthExchange: String, Sendable, Hashable, CaseIterable, Codable {
  /// The generation for which EHE-Pilot was written. Its data points have no header.
  case ehePilot = "fhir-ehe"
  /// The generation of 2026. Its data points need the header of IEEE 1752.
  case jupyterHealth = "fhir-jupyterhealth"

  var path: String {
    switch self {
    case .ehePilot: "/fhir/r5/"
    case .jupyterHealth: "/FHIR/R5/"
    }
  }
}
