import Foundation
import LivePhone

/// An imitation of a machine's files, in a folder that is removed with the test.
package final class MachineTree: Sendable {
  package let path: String
  package var root: MachineRoot { MachineRoot(path) }

  /// - Parameter files: the text of each path under the root.
  package init(_ files: [String: String] = [:]) {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("odograph-machine-\(UUID().uuidString)").path
    for (file, text) in files { put(text, at: file) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file in place, as the kernel's files change while they are open.
  package func put(_ text: String, at file: String) {
    let url = URL(fileURLWithPath: path).appendingPathComponent(file)
    try? FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? Data((text + "\n").utf8).write(to: url)
  }

  package func remove(_ file: String) {
    try? FileManager.default.removeItem(atPath: path + "/" + file)
  }

  package func text(_ file: String) -> String? { root.text(file) }

  package static func battery(_ files: [String: String]) -> [String: String] {
    battery("BAT0", files)
  }

  package static func battery(_ name: String, _ files: [String: String]) -> [String: String] {
    power(name, ["type": "Battery"].merging(files) { $1 })
  }

  package static func power(_ name: String, _ files: [String: String]) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: files.map { ("sys/class/power_supply/\(name)/\($0.key)", $0.value) })
  }

  package static func accelerometer(_ files: [String: String] = [:], number: Int = 0) -> [String:
    String]
  {
    let standard = [
      "name": "bmi160", "in_accel_x_raw": "0", "in_accel_y_raw": "0", "in_accel_z_raw": "1000",
      "in_accel_scale": "0.00980665",
    ]
    return Dictionary(
      uniqueKeysWithValues: standard.merging(files) { $1 }.map {
        ("sys/bus/iio/devices/iio:device\(number)/\($0.key)", $0.value)
      })
  }
}

package func + (one: [String: String], other: [String: String]) -> [String: String] {
  one.merging(other) { $1 }
}
