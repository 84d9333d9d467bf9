import Cryptography
import Foundation
import TestSupport
import Testing

@testable import Campaigns

@Suite("Reading shards with a right checksum and a wrong header")
struct ShardFileTests {
  /// Returns a shard of three units, two trackers and two figures unless `changes` say otherwise.
  private static func shard(_ changes: [String: Int]) throws -> Data {
    var header: [String: Any] = [
      "index": 1, "count": 1, "firstUnit": 0, "unitCount": 3, "trackerCount": 2, "figureCount": 2,
      "fingerprint": ["parts": [[String: String]]()],
    ]
    for (key, value) in changes { header[key] = value }
    var bytes = Array((ShardFile.format + "\n").utf8)
    bytes += try JSONSerialization.data(withJSONObject: header, options: .sortedKeys)
    bytes += [UInt8(ascii: "\n")] + [UInt8](repeating: 0, count: 12 * 8)
    return Data(bytes + sha256(bytes))
  }

  private static func damage(_ changes: [String: Int]) throws -> ShardDamage? {
    let workplace = try Workplace()
    let path = try workplace.write(try shard(changes), to: "1-of-1.shard")
    do {
      _ = try ShardReader(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test("A header that agrees with the figures is taken")
  func whole() throws { #expect(try Self.damage([:]) == nil) }

  @Test(
    "A header that claims more than a file can hold is refused",
    arguments: [
      ["trackerCount": Int.max], ["figureCount": Int.max], ["unitCount": Int.max],
      ["unitCount": 0, "trackerCount": Int.max],
    ])
  func beyondFiles(changes: [String: Int]) throws {
    #expect(try Self.damage(changes) == .corrupt("its figures do not match its header"))
  }
}
