import Foundation

/// The root of the machine's files: `/`, or a folder of files for a test.
///
/// The files under `/sys` and `/proc` are short texts that the kernel makes when they are read. Any
/// of them may be missing, and reading one may fail while a device sleeps.
package struct MachineRoot: Sendable, Hashable {
  package let path: String

  package init(_ path: String = "/") { self.path = path.hasSuffix("/") ? path : path + "/" }

  var isThisMachine: Bool { path == "/" }

  /// Returns the absolute path of a file.
  ///
  /// - Parameter file: The path without the slash at the beginning.
  func location(of file: String) -> String { path + file }

  func exists(_ file: String) -> Bool { access(location(of: file), F_OK) == 0 }

  /// Returns the names of the files in a folder, sorted; an empty list if the folder is missing.
  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: location(of: folder))) ?? []).sorted()
  }

  /// Reads a file's text without white space at its ends; nil if the file cannot be read.
  package func text(_ file: String) -> String? {
    let descriptor = open(location(of: file), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 1 << 20 {
      let count = read(descriptor, &piece, piece.count)
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func number(_ file: String) -> Double? {
    text(file).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Writes a text to a file. Returns false without permission, or if the kernel rejects the text.
  func write(_ text: String, to file: String) -> Bool {
    let descriptor = open(location(of: file), O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      == bytes.count
  }
}

/// The machine of a live phone: the root of the machine's files, its clock, and the sensors of
/// another device that sends its readings.
package struct Machine: Sendable {
  package var root: MachineRoot
  package var time: any MachineTime
  /// The readings of another device; nil to use the machine's own sensors.
  package var sensors: SensorFeed?

  package init(
    root: MachineRoot = MachineRoot(), time: any MachineTime = SystemTime(),
    sensors: SensorFeed? = nil
  ) {
    self.root = root
    self.time = time
    self.sensors = sensors
  }
}
