import Campaigns
import Experiments
import Terminal
import Text

/// The states of a plan's shards, for the commands `status` and `merge`.
struct ShardInventory<Plan: Campaign> {
  private let opened: OpenedShards<Plan>

  init(_ opened: OpenedShards<Plan>) { self.opened = opened }

  /// Prints the states of the shards.
  ///
  /// - Throws: `AlreadyReported` if a shard is not complete.
  func show() throws {
    var whole: [Int] = []
    var missing: [Int] = []
    var troubles: [String] = []
    for inspected in try opened.inspect(opened.shards) {
      let shard = inspected.shard
      switch inspected.state {
      case .complete: whole.append(shard.index)
      case .missing: missing.append(shard.index)
      case .corrupt(let reason):
        troubles.append("damaged   \(shard.index): \(reason); it will be run again")
      case .outgrown(let differences):
        troubles.append(
          "outgrown  \(shard.index): \(differences.joined(separator: ", ")); its "
            + "\(Plan.unit)s are kept")
      case .foreign(let differences):
        troubles.append("foreign   \(shard.index): \(differences.joined(separator: ", "))")
      }
    }
    if !opened.options.quiet {
      Console.write("\(opened.plan.name): \(opened.size)\n")
      Console.write("complete  \(whole.count) of \(counted(opened.shardCount, "shard"))\n")
      if !missing.isEmpty { Console.write("missing   \(NumberList(missing).text)\n") }
      for line in troubles { Console.write(line + "\n") }
    }
    if whole.count < opened.shardCount { throw AlreadyReported(status: .regression) }
  }

  /// Returns the complete shards, which can be merged.
  ///
  /// - Parameter partial: True to leave out the other shards; false to throw an error if there are
  ///   any.
  func wholeShards(partial: Bool) throws -> [Shard] {
    var whole: [Shard] = []
    var lacking: [Int] = []
    for inspected in try opened.inspect(opened.shards) {
      let shard = inspected.shard
      switch inspected.state {
      case .complete:
        whole.append(shard)
        continue
      case .missing: break
      case .corrupt(let reason): leaveOut(shard, "damaged: \(reason)", partial)
      case .outgrown(let differences) where !partial:
        throw outgrown(shard, differences)
      case .foreign(let differences), .outgrown(let differences):
        guard partial else {
          throw opened.refusal(of: shard, differences, orElse: "; or --partial to leave it out")
        }
        leaveOut(
          shard, "of another \(Plan.kind): " + differences.joined(separator: ", "), partial)
      }
      lacking.append(shard.index)
    }
    guard lacking.isEmpty || partial && !whole.isEmpty else {
      throw InputError(
        SourceLocation(file: opened.folder.path),
        "\(lacking.count) of \(counted(opened.shardCount, "shard")) are missing: "
          + NumberList(lacking).text,
        accepted: "'\(opened.command())' to run them"
          + (whole.isEmpty ? "" : ", or --partial to leave them out"))
    }
    return whole
  }

  private func outgrown(_ shard: Shard, _ differences: [String]) -> InputError {
    InputError(
      SourceLocation(file: opened.folder.file(of: shard)),
      "this shard is of the \(Plan.kind) before it grew: "
        + differences.joined(separator: ", "),
      accepted: "'\(opened.command())', which keeps its \(Plan.progressUnit) and runs the others; "
        + "or --partial to leave it out")
  }

  private func leaveOut(_ shard: Shard, _ why: String, _ partial: Bool) {
    Console.remark(
      "\(opened.folder.file(of: shard)): this shard is \(why)"
        + (partial ? "; it is left out" : "; '\(opened.command())' runs it again"))
  }
}
