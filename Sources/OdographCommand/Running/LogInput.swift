import Evaluation
import Experiments
import Files
import Foundation
import LiveTracking
import Receiver
import ReceiverService
import RecordStorage
import Recordings
import Text
import Timekeeping
import TrackingEngine
import World

/// The files of a real tracker's log, which the user names on the command line. Each is a record
/// store, a receiver's store or a file in a format of recordings.
struct LogInput {
  var paths: [String]
  /// The device to read if a file has several; nil if each file has one.
  var device: String?
  /// The times by which the log's clock differs from the truth's.
  var shift = TimeSpan.zero

  /// Reads the files as one log.
  ///
  /// - Parameter range: the times to read, after the shift; nil for all.
  func read(_ options: TraceOptions, range: Range<Instant>?) throws(InputError) -> TrackerLog {
    let range = range.map { $0.lowerBound + -shift..<$0.upperBound + -shift }
    var whole: TrackerLog?
    for path in paths {
      let log = try read(path, options, range)
      if whole == nil { whole = log } else { whole?.add(log) }
    }
    guard var whole else {
      throw InputError(.commandLine, "no log is given", accepted: "one or more files")
    }
    whole.remarkRepetitions()
    whole.remarkZeros()
    if shift != .zero { whole.shift(by: shift) }
    return whole
  }

  private func read(
    _ path: String, _ options: TraceOptions, _ range: Range<Instant>?
  ) throws(InputError) -> TrackerLog {
    try InputError.refuseUnlessFile(
      path, asWhat: "a log: a record store, a receiver's store, \(TraceOptions.acceptedFormats)")
    guard Self.isDatabase(path) else {
      return try TrackerLog.read(path: path, device: device, options: options, range: range)
    }
    return ReceivedArchive.isReceiverStore(path: path)
      ? try received(path, range) : try stored(path, range)
  }

  private static func isDatabase(_ path: String) -> Bool {
    let beginning = Data("SQLite format 3".utf8)
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: beginning.count)) == beginning
  }

  private static func name(of path: String) -> String {
    URL(fileURLWithPath: path).lastPathComponent.printable
  }

  private static func empty(_ path: String) -> InputError {
    InputError(
      SourceLocation(file: path), "the log has no positions",
      accepted: "a log with at least one position and its time")
  }

  // MARK: Stores

  private func stored(
    _ path: String, _ range: Range<Instant>?
  ) throws(InputError) -> TrackerLog {
    guard device == nil else {
      throw InputError(
        SourceLocation(file: path), "--device is given for a tracker's own store",
        accepted: "the option for a file of several devices")
    }
    let archive = try RecordArchive(named: path)
    do {
      if let log = try TrackerLog(archive, name: Self.name(of: path), range: range) { return log }
    } catch let error as RecordStoreError {
      throw InputError(of: error, at: path)
    } catch {
      throw InputError(SourceLocation(file: path), "this record store cannot be read: \(error)")
    }
    throw Self.empty(path)
  }

  private func received(
    _ path: String, _ range: Range<Instant>?
  ) throws(InputError) -> TrackerLog {
    let gathering: ReceivedGathering?
    do {
      let archive = try ReceivedArchive(path: path)
      let devices = try archive.devices()
      guard let device = try chosen(among: devices, in: path) else { throw Self.empty(path) }
      var reading = ReceivedGathering(range: range)
      try archive.forEachPosition(of: device) { reading.add($0) }
      gathering = reading
    } catch let error as InputError {
      throw error
    } catch {
      throw InputError(
        SourceLocation(file: path), "this receiver's store cannot be read: \(error)")
    }
    guard let log = gathering?.log(name: Self.name(of: path)) else { throw Self.empty(path) }
    return log
  }

  private func chosen(
    among devices: [String], in path: String
  ) throws(InputError) -> String? {
    let place = SourceLocation(file: path)
    if let device {
      guard devices.contains(device) else {
        throw InputError(
          place, "no device is called \(quoted(device))", word: device, oneOf: devices)
      }
      return device
    }
    guard devices.count <= 1 else {
      throw InputError(
        place, "the file holds \(devices.count) devices",
        accepted: "--device with one of " + listing(devices, atMost: 5))
    }
    return devices.first
  }
}

/// The positions of a receiver's store, while they are read.
private struct ReceivedGathering {
  let range: Range<Instant>?
  private var positions: [RecordedPosition] = []
  private var battery: [BatteryReading] = []
  private var outside = PointsOutside()

  init(range: Range<Instant>?) { self.range = range }

  mutating func add(_ record: ReceivedRecord) {
    let time = record.timestamp
    guard range.map({ $0.contains(time) }) ?? true else { return outside.add(time) }
    // The time of arrival would show what the server had: a batch arrives long after the phone has
    // recorded its positions, and simulated runs are judged by what the phone has.
    positions.append(
      RecordedPosition(
        identity: 0, timestamp: time, recordedAt: time, coordinate: record.coordinate,
        horizontalAccuracyMeters: record.horizontalAccuracyMeters))
    if let reading = BatteryReading(sentAt: time, in: record.source) { battery.append(reading) }
  }

  func log(name: String) -> TrackerLog? {
    TrackerLog(
      name: name, positions: positions, outside: outside, battery: battery,
      hasRecordingTimes: false)
  }
}

extension BatteryReading {
  /// Reads the charge in a record as Overland and OwnTracks send it; nil if it has none.
  fileprivate init?(sentAt time: Instant, in source: [UInt8]) {
    guard let json = try? JSONValue(source) else { return nil }
    if let properties = json["properties"], let level = properties["battery_level"]?.number {
      let state = properties["battery_state"]?.string.flatMap(State.init)
      self.init(time: time, level: level, state: state)
    } else if let percent = json["batt"]?.number {
      let states: [Double: State] = [1: .unplugged, 2: .charging, 3: .full]
      self.init(time: time, level: percent / 100, state: json["bs"]?.number.flatMap { states[$0] })
    } else {
      return nil
    }
  }
}
