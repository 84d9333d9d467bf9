extension ShardedPlan {
  /// Writes a shard of figures that come from no simulation, to try out merges: simulating a
  /// million phone-days takes a night, merging them a minute.
  ///
  /// - Parameter figure: The figure of a run, by unit, tracker and figure, each from 0; nil if it
  ///   does not apply.
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
