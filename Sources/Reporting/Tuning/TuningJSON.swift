import Campaigns
import Experiments
import Files
import Foundation

/// `tune.json`: the results of a tuning with sorted keys. The same results give the same bytes.
package enum TuningJSON {
  package static func data(_ tuning: Tuning) throws -> Data {
    try StableJSON.file(tuning, isIndented: true)
  }
}
