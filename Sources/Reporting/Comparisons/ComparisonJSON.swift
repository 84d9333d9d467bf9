import Experiments
import Files
import Foundation

/// `comparison.json`: the whole comparison with sorted keys. The same results give the same bytes.
///
/// The JSON has no line breaks, to keep the file small: with over forty scenarios it takes a few
/// megabytes.
package enum ComparisonJSON {
  package static func data(_ comparison: Comparison) throws -> Data {
    try StableJSON.file(comparison)
  }

  package static func comparison(_ data: Data) throws -> Comparison {
    try JSONDecoder().decode(Comparison.self, from: data)
  }
}
