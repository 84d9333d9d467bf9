import Foundation

/// An accelerometer of the kernel's industrial-I/O class, read value by value.
///
/// The kernel's sysfs-bus-iio documents the files: (raw + offset) × scale is the acceleration in
/// m/s², including gravity. Offset and scale are given for each axis or for all axes together. The
/// mount matrix converts the sensor's axes to the machine's axes.
///
/// The files of the three axes stay open. Each call of `read` reads them from the beginning.
final class IndustrialAccelerometer {
  /// The lowest usable sampling rate.
  ///
  /// A slower sensor misses a car's vibration. The classifier could then not distinguish a moving
  /// car from a place at rest, such as a table.
  static let rateHertzMin = 18.0

  private static let folder = "sys/bus/iio/devices"
  private static let axes = ["x", "y", "z"]

  private let files: [Int32]
  private let offset: SIMD3<Double>
  private let scale: SIMD3<Double>
  /// The mount matrix as a list of its rows.
  private let mount: [SIMD3<Double>]
  private let restoreRate: () -> Void

  /// The reason why there is no accelerometer: a clause without capital letter and full stop, for
  /// messages.
  struct Absence: Error { var reason: String }

  /// Returns the path of the machine's accelerometer.
  ///
  /// A foldable machine has two. The function returns the sensor in the lid, not the sensor under
  /// the keyboard.
  static func find(in root: MachineRoot) throws(Absence) -> String {
    let devices = root.names(in: folder).filter { $0.hasPrefix("iio:device") }
      .map { "\(folder)/\($0)/" }
      .filter { device in axes.allSatisfy { root.exists(device + "in_accel_\($0)_raw") } }
    guard
      let device = devices.first(where: { root.text($0 + "label") != "accel-base" })
        ?? devices.first
    else { throw Absence(reason: "this machine has no accelerometer (industrial I/O)") }
    return device
  }

  /// Opens the sensor, and raises its sampling rate if necessary.
  init(_ root: MachineRoot) throws(Absence) {
    let device = try Self.find(in: root)
    func vector(_ name: String, otherwise: Double) -> SIMD3<Double> {
      let shared = root.number(device + "in_accel_" + name)
      let values = Self.axes.map {
        root.number(device + "in_accel_\($0)_\(name)") ?? shared ?? otherwise
      }
      return SIMD3(values[0], values[1], values[2])
    }
    offset = vector("offset", otherwise: 0)
    scale = vector("scale", otherwise: 1)
    mount = Self.mount(root, device)
    restoreRate = try Self.hasten(root, device)
    let paths = Self.axes.map { root.location(of: device + "in_accel_\($0)_raw") }
    files = paths.map { open($0, O_RDONLY | O_CLOEXEC) }
    // If an initializer throws, `deinit` does not run.
    guard files.allSatisfy({ $0 >= 0 }) else {
      for file in files where file >= 0 { close(file) }
      throw Absence(reason: "the accelerometer may not be read: \(paths[0])")
    }
  }

  deinit {
    for file in files { close(file) }
    restoreRate()
  }

  /// Reads the acceleration in m/s²; nil if the sensor does not answer.
  func read() -> SIMD3<Double>? {
    var raw = SIMD3<Double>()
    for (axis, file) in files.enumerated() {
      guard let value = Self.number(file) else { return nil }
      raw[axis] = value
    }
    let value = (raw + offset) * scale
    return SIMD3((mount[0] * value).sum(), (mount[1] * value).sum(), (mount[2] * value).sum())
  }

  private static func number(_ file: Int32) -> Double? {
    withUnsafeTemporaryAllocation(byteCount: 32, alignment: 1) { bytes in
      let count = pread(file, bytes.baseAddress, bytes.count, 0)
      guard count > 0 else { return nil }
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)).map(Double.init)
    }
  }

  // MARK: Set-up

  /// Reads the mount matrix, such as "1, 0, 0; 0, 1, 0; 0, 0, 1".
  ///
  /// Without a valid matrix the sensor's own axes are used.
  private static func mount(_ root: MachineRoot, _ device: String) -> [SIMD3<Double>] {
    let own = [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
    let names = ["in_accel_mount_matrix", "in_mount_matrix", "mount_matrix"]
    guard let text = names.lazy.compactMap({ root.text(device + $0) }).first else { return own }
    let rows = text.split(separator: ";").map { row in
      row.split(separator: ",").compactMap {
        Double($0.trimmingCharacters(in: .whitespaces))
      }
    }
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else { return own }
    return rows.map { SIMD3($0[0], $0[1], $0[2]) }
  }

  /// Raises the sampling rate of a sensor that samples too slowly. Sets the lowest sufficient rate
  /// that the sensor offers.
  ///
  /// - Returns: A function that restores the former rate.
  /// - Throws: `Absence` if no offered rate is sufficient, or if the rate cannot be set.
  private static func hasten(_ root: MachineRoot, _ device: String) throws(Absence) -> () -> Void {
    let names = ["in_accel_sampling_frequency", "sampling_frequency"]
    guard let file = names.map({ device + $0 }).first(where: root.exists),
      // Drivers give 0 for a sensor that is read on demand.
      let rate = root.number(file), rate > 0, rate < rateHertzMin
    else { return {} }
    let offered = (root.text(file + "_available") ?? "").split(separator: " ").compactMap {
      Double($0)
    }
    guard let wanted = offered.filter({ $0 >= MotionThread.rateHertz }).min() ?? offered.max(),
      wanted >= rateHertzMin
    else { throw Absence(reason: "the accelerometer samples \(rate) times a second, too seldom") }
    guard root.write(text(wanted), to: file) else {
      throw Absence(
        reason: "the accelerometer samples \(rate) times a second, too seldom, and "
          + "\(root.location(of: file)) may not be written")
    }
    return { _ = root.write(text(rate), to: file) }
  }

  private static func text(_ rate: Double) -> String {
    rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
  }
}
