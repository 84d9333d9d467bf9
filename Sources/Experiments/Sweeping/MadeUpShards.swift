extension SweepPlan {
  /// Writes a shard of figures that nobody lived, to try out on them what comes after: a merge of a million
  /// phone-days takes a minute, to live them a night.
  ///
  /// - Parameter figure: of a run, by day, tracker and measure, each from 0; nil for what does not apply.
  public func writeMadeUp(
    _ shard: Shard, in folder: ShardFolder,
    figure: (_ day: Int, _ tracker: Int, _ measure: Int) -> Double?
  ) throws {
    let writer = try ShardWriter(shard, of: self, path: folder.file(of: shard))
    for day in shard.days(of: dayCount) {
      for tracker in comparison.trackers.indices {
        try writer.add(comparison.measures.indices.map { figure(day, tracker, $0) })
      }
    }
    try writer.commit()
  }
}
