/// The two generations of JupyterHealth Exchange that differ on the wire.
package enum HealthExchange: String, Sendable, Hashable, CaseIterable, Codable {
  /// As EHE-Pilot was written for it: data points go bare.
  case ehePilot = "fhir-ehe"
  /// As it is in 2026: data points need the header of IEEE 1752.
  case jupyterHealth = "fhir-jupyterhealth"

  var path: String {
    switch self {
    case .ehePilot: "/fhir/r5/"
    case .jupyterHealth: "/FHIR/R5/"
    }
  }
}
