import Foundation

@testable import LivePhone

/// A machine's files, made up in a folder that is gone with the test.
final class MachineTree: Sendable {
  let path: String
  var root: MachineRoot { MachineRoot(path) }

  /// - Parameter files: their texts by their paths under the root.
  init(_ files: [String: String] = [:]) {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("odograph-machine-\(UUID().uuidString)").path
    for (file, text) in files { put(text, at: file) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Written in place, as the kernel's files change under who holds them open.
  func put(_ text: String, at file: String) {
    let url = URL(fileURLWithPath: path).appendingPathComponent(file)
    try? FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? Data((text + "\n").utf8).write(to: url)
  }

  func remove(_ file: String) { try? FileManager.default.removeItem(atPath: path + "/" + file) }

  func text(_ file: String) -> String? { root.text(file) }

  static func battery(_ files: [String: String]) -> [String: String] { battery("BAT0", files) }

  static func battery(_ name: String, _ files: [String: String]) -> [String: String] {
    power(name, ["type": "Battery"].merging(files) { $1 })
  }

  static func power(_ name: String, _ files: [String: String]) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: files.map { ("sys/class/power_supply/\(name)/\($0.key)", $0.value) })
  }

  static func accelerometer(_ files: [String: String] = [:], number: Int = 0) -> [String: String] {
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

func + (one: [String: String], other: [String: String]) -> [String: String] {
  one.merging(other) { $1 }
}
