import Experiments
import Files
import Foundation
import Statistics
import Synchronization

/// A file with the figures of more runs than fit in memory.
///
/// The figures are written one day at a time. They are read in columns: one measure of one tracker,
/// on all days of a scenario. A study has only one scenario, and each participant takes the place
/// of a seed.
///
/// The file has no name in the file system, so it disappears when the program ends, even after a
/// crash.
public final class FigureFile: FigureColumns {
  private static let blockLengthMax = 1 << 19

  private let scenarioCount: Int
  private let columnsPerScenario: Int
  private let measureCount: Int
  private let seedCount: Int
  private let descriptor: Int32
  private let path: String
  private let trouble = Mutex<FileError?>(nil)
  private let writing: Mutex<Block>

  /// A block of neighboring seeds whose days are written together, column by column. NaN stands for
  /// a missing figure.
  private struct Block {
    var figures: [Double]
    var firstSeed = 0
    /// The number of days that were run, for each scenario.
    var completedCounts: [Int]
    /// The indices of the seeds that were run in at least one scenario.
    var completedSeeds: [Int] = []
  }

  private let blockSeeds: Int

  /// - Parameter folder: The folder of the unnamed file. The disk needs room for 8 bytes per
  ///   figure.
  init(
    scenarios: Int, trackers: Int, measures: Int, seeds: Int, in folder: String
  ) throws(FileError) {
    scenarioCount = scenarios
    measureCount = measures
    columnsPerScenario = trackers * measures
    seedCount = seeds
    let figuresPerSeed = scenarioCount * columnsPerScenario
    blockSeeds = max(1, min(seedCount, Self.blockLengthMax / figuresPerSeed))
    writing = Mutex(
      Block(
        figures: [Double](repeating: .nan, count: figuresPerSeed * blockSeeds),
        completedCounts: [Int](repeating: 0, count: scenarioCount)))
    path = folder
    descriptor = try OpenFile.unnamed(in: folder)
  }

  deinit { close(descriptor) }

  // MARK: Writing

  /// - Parameters:
  ///   - day: The day's number in the sweep, which must be larger than the numbers added before.
  ///   - figures: The figures of the day: all measures of the first tracker, then of the next one.
  func add(day: Int, _ figures: ArraySlice<Double>) throws(FileError) {
    try writing.withLock { (block: inout Block) throws(FileError) in
      let (seed, scenario) = day.quotientAndRemainder(dividingBy: scenarioCount)
      while seed >= block.firstSeed + blockSeeds { try write(&block) }
      block.completedCounts[scenario] += 1
      if block.completedSeeds.last != seed { block.completedSeeds.append(seed) }
      var place = scenario * columnsPerScenario * blockSeeds + seed - block.firstSeed
      for figure in figures {
        block.figures[place] = figure
        place += blockSeeds
      }
    }
  }

  /// Writes the figures that are still in memory. Days that were not added before this call count
  /// as not run.
  func finish() throws(FileError) {
    try writing.withLock { (block: inout Block) throws(FileError) in
      while block.firstSeed < seedCount { try write(&block) }
    }
  }

  private func write(_ block: inout Block) throws(FileError) {
    let count = min(blockSeeds, seedCount - block.firstSeed)
    for column in 0..<scenarioCount * columnsPerScenario {
      let start = column * blockSeeds
      let reason: Int32? = block.figures.withUnsafeBytes { bytes in
        let part = UnsafeRawBufferPointer(rebasing: bytes[start * 8..<(start + count) * 8])
        let offset = (column * seedCount + block.firstSeed) * 8
        return OpenFile.write(part, to: descriptor, at: offset)
      }
      if let reason { throw FileError(path: path, reason) }
    }
    block.firstSeed += blockSeeds
    block.figures.withUnsafeMutableBufferPointer { $0.update(repeating: .nan) }
  }

  // MARK: Reading

  var completedSeeds: [Int] { writing.withLock { $0.completedSeeds } }

  public func seedCount(ofScenario scenario: Int) -> Int {
    writing.withLock { $0.completedCounts[scenario] }
  }

  var completedDays: Int { writing.withLock { $0.completedCounts.reduce(0, +) } }

  public func column(scenario: Int, tracker: Int, measure: Int) -> [Double?] {
    let column = scenario * columnsPerScenario + tracker * measureCount + measure
    return figures(0..<seedCount, ofColumn: column).applicable
  }

  /// Returns a row of figures for each seed in the range, for the first scenario only. A study has
  /// no other scenario. A row has all measures of the first tracker, then of the next one.
  func rows(_ seeds: Range<Int>) -> [[Double]] {
    var rows = [[Double]](
      repeating: [Double](repeating: .nan, count: columnsPerScenario), count: seeds.count)
    for column in 0..<columnsPerScenario {
      for (row, figure) in figures(seeds, ofColumn: column).enumerated() {
        rows[row][column] = figure
      }
    }
    return rows
  }

  private func figures(_ seeds: Range<Int>, ofColumn column: Int) -> [Double] {
    let size = MemoryLayout<Double>.size
    let offset = off_t(column * seedCount + seeds.lowerBound) * off_t(size)
    let figures = [Double](unsafeUninitializedCapacity: seeds.count) { buffer, count in
      let isRead =
        pread(descriptor, buffer.baseAddress, seeds.count * size, offset) == seeds.count * size
      count = isRead ? seeds.count : 0
    }
    if figures.count < seeds.count { trouble.withLock { $0 = FileError(path: path, EIO) } }
    return figures
  }

  /// Throws the error of an earlier read, if any. Figures that were read are valid only if this
  /// call succeeds.
  func refuseTrouble() throws(FileError) {
    if let trouble = trouble.withLock({ $0 }) { throw trouble }
  }
}

extension Double {
  /// The number itself; nil for NaN, which stands for a figure that does not apply.
  var applicable: Double? { isNaN ? nil : self }
}
