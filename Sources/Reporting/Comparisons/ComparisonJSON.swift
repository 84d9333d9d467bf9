import Experiments
import Files
import Foundation

/// `comparison.json`: the whole comparison, keys sorted, the same bytes for the same results. On one line,
/// since over forty scenarios it is a few megabytes.
package enum ComparisonJSON {
  package static func data(_ comparison: Comparison) throws -> Data {
    try StableJSON.file(comparison)
  }

  package static func comparison(_ data: Data) throws -> Comparison {
    try JSONDecoder().decode(Comparison.self, from: data)
  }
}
