import Foundation
import Terminal
import Text
import TrackingEngine

/// A store that cannot be written for a while, or that somebody removes from under its tracker.
extension LiveRun {
  /// Called every second.
  func keepStore() {
    store.tryAgain()
    guard store.isAstray else { return }
    do {
      try plan.claim.takeAgain()
      try store.restore()
      removalTrouble = nil
      plan.messages.note(
        "store",
        "the file was removed or replaced; what it held is in a new one, \(plan.folder.storePath)")
      plan.container.restore()
      try restoreSocket()
    } catch {
      removalTrouble = "the store was removed or replaced, and cannot be written anew: \(error)"
    }
  }

  private func restoreSocket() throws(InputError) {
    let address = try ControlAddress(folder: plan.folder.path)
    guard !FileManager.default.fileExists(atPath: address.path) else { return }
    socket.end()
    socket = try ControlSocket(address)
    serveSocket()
  }

  /// What is the matter with it, as long as it is.
  var storeTrouble: String? {
    if let removalTrouble { return removalTrouble }
    if let trouble = store.trouble { return "\(trouble); it is tried again" }
    return store.lostCount > 0 ? "\(counted(store.lostCount, "record")) could not be kept" : nil
  }

  // MARK: At the end

  var endWords: String {
    let left = store.queueLength
    var parts = ["Ended"]
    if left == 0 {
      parts.append("nothing waits to be sent")
    } else if !store.isAstray {
      parts.append("waiting in \(plan.folder.storePath): \(counted(left, "record"))")
    }
    if let trip = tracker.trip { parts.append("a trip by \(trip.mode.rawValue) goes on") }
    return parts.joined(separator: "; ") + "."
  }

  /// What was recorded and is nowhere.
  var lossWords: String? {
    let unkept = store.lostCount + store.heldCount
    var losses: [String] = []
    if store.isAstray {
      let reason = removalTrouble ?? "the store was removed or replaced"
      losses.append("\(reason); gone with it: \(counted(store.queueLength, "record"))")
    }
    if unkept > 0 {
      let reason = store.trouble.map { " (\($0))" } ?? ""
      losses.append("\(counted(unkept, "record")) could not be kept\(reason)")
    }
    return losses.isEmpty ? nil : losses.joined(separator: "; ")
  }
}
