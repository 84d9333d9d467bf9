import Campaigns
import Experiments
import Files
import Foundation

/// `tune.json`: what a tuning came to, keys sorted, the same bytes for the same results.
package enum TuningJSON {
  package static func data(_ tuning: Tuning) throws -> Data {
    try StableJSON.file(tuning, isIndented: true)
  }
}
