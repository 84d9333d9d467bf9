import Files
import Foundation
import Text

/// The folder with a tuning's sweeps. It also stores the tuning's fingerprint.
struct TuningFolder {
  private static let format = "odograph.tuning-fingerprint/2"
  /// The names of the files and folders that a tuning creates in the folder.
  private static let parts = ["search", "judge", "worth", "front", "tune.html", "tune.json"]

  let out: String

  private struct Claim: Codable, Equatable {
    var format: String
    var fingerprint: PlanFingerprint

    /// - Parameter found: The fingerprint in the folder; nil if its file cannot be read.
    func differences(from found: Claim?) -> [String] {
      guard let found, found.format == format else {
        return ["another version of Odograph has created it"]
      }
      return fingerprint.differences(from: found.fingerprint)
    }
  }

  /// Stores the tuning's fingerprint in the folder. If the folder holds results of another plan or
  /// program, they are rejected with an error that names the difference.
  func claim(for plan: TuningPlan, sampler: String, renews: Bool) throws {
    var claim = Claim(format: Self.format, fingerprint: plan.fingerprint)
    claim.fingerprint.parts.append(.init(name: "the adviser", value: sampler))
    let path = out + "/search/fingerprint.json"
    if let data = FileManager.default.contents(atPath: path) {
      let found = try? JSONDecoder().decode(Claim.self, from: data)
      if found == claim { return }
      guard renews else {
        throw InputError(
          SourceLocation(file: path),
          "this folder has another tuning: "
            + claim.differences(from: found).prefix(5).joined(separator: ", "),
          accepted:
            "the plan and the program that it was made with; another --output; or --renew, to "
            + "delete what is there")
      }
      for part in Self.parts { try? FileManager.default.removeItem(atPath: out + "/" + part) }
    }
    try Folder.make(out + "/search")
    try DurableFile.write(StableJSON.data(claim, isIndented: true), to: path)
  }

  /// Removes half-written files that killed runs have left; see `ShardFolder.cleanUp`.
  func cleanUp(now: Int) {
    let generations = (try? FileManager.default.contentsOfDirectory(atPath: out + "/search")) ?? []
    for part in ["search", "judge", "worth"] + generations.sorted().map({ "search/" + $0 }) {
      DurableFile.removeAbandoned(
        in: out + "/" + part, untouchedSince: now - ShardFolder.abandonedSeconds)
      ShardFolder(out: out + "/" + part).cleanUp(now: now)
    }
  }

  /// Writes a sweep's plan to a file, unless the file exists.
  ///
  /// - Returns: The path of the plan's file.
  func write(_ sweep: TuningSweep, _ plan: TuningPlan) throws -> String {
    let folder = out + "/" + sweep.folder
    try Folder.make(folder)
    let path = folder + "/plan.yaml"
    let data = Data(sweep.text(plan, in: folder).utf8)
    if let found = FileManager.default.contents(atPath: path) {
      guard found == data else {
        throw InputError(
          SourceLocation(file: path), "this is not the plan that the optimizer asks for now",
          accepted: "the plan as it was written; another --output; or --renew, to delete what is "
            + "there")
      }
      return path
    }
    try DurableFile.write(data, to: path)
    return path
  }
}
