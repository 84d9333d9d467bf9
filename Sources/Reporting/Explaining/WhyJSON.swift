import Experiments
import Files
import Foundation

/// `why.json`: keys sorted, the same bytes for the same results.
package enum WhyJSON {
  package static func data(_ why: Why) throws -> Data {
    try StableJSON.file(why, isIndented: true)
  }

  package static func why(_ data: Data) throws -> Why {
    try JSONDecoder().decode(Why.self, from: data)
  }
}
