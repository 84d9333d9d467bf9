import Experiments
import Files
import Foundation

/// `why.json`: the explanation of the missed time with sorted keys. The same results give the same
/// bytes.
package enum WhyJSON {
  package static func data(_ why: Why) throws -> Data {
    try StableJSON.file(why, isIndented: true)
  }

  package static func why(_ data: Data) throws -> Why {
    try JSONDecoder().decode(Why.self, from: data)
  }
}
