extension ShardedPlan {
  /// Writes a shard with figures that do not come from a simulation, to test merges. Simulating a
  /// million phone-days takes a night, but merging them takes a minute.
  ///
  /// - Parameter figure: Returns a figure by the numbers of the unit, the tracker and the measure,
  ///   each counted from 0. Nil if the measure does not apply.
  public func writeSynthetic(
    _ shard: Shard, in folder: ShardFolder,
    figure: (_ unit: Int, _ tracker: Int, _ figure: Int) -> Double?
  ) throws {
    let writer = try ShardWriter(shard, of: self, path: folder.file(of: shard))
    for unit in shard.units(of: unitCount) {
      for tracker in 0..<trackerCount {
        try writer.add((0..<figureCount).map { figure(unit, tracker, $0) })
      }
    }
    try writer.commit()
  }
}
