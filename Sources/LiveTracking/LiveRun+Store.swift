import Foundation
import PhoneAPI
import Terminal
import Text
import Timekeeping
import TrackingEngine

/// Functions for a store that cannot be written for a while, or that is removed during the run.
extension LiveRun {
  /// Restores the store if it was removed, and writes records that could not be written. It is
  /// called every second.
  func keepStore() {
    store.tryAgain()
    guard store.isAstray else { return }
    do {
      try plan.claim.takeAgain()
      try store.restore()
      removalTrouble = nil
      plan.messages.note(
        "store",
        "the file was removed or replaced; its records are in a new one, \(plan.folder.storePath)")
      plan.container.restore()
      try restoreSocket()
    } catch {
      removalTrouble = "the store was removed or replaced, and cannot be written again: \(error)"
    }
  }

  private func restoreSocket() throws(InputError) {
    let address = try ControlAddress(folder: plan.folder.path)
    guard !FileManager.default.fileExists(atPath: address.path) else { return }
    socket.end()
    socket = try ControlSocket(address)
    serveSocket()
  }

  /// A description of the store's current problem; nil if the store has none.
  var storeTrouble: String? {
    if let removalTrouble { return removalTrouble }
    if let trouble = store.trouble { return "\(trouble); trying again" }
    return store.lostCount > 0 ? "\(counted(store.lostCount, "record")) could not be stored" : nil
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
    if let trip = tracker.trip { parts.append("a trip by \(trip.mode.rawValue) continues") }
    return parts.joined(separator: "; ") + "."
  }

  /// A line for each notification that is shown after the tracker's end.
  var laterWords: [String] {
    phone.notifications.pending.compactMap { notification -> String? in
      guard case .after(let wait) = notification.trigger else { return nil }
      let time = plan.calendar.clockWithSeconds(phone.clock.now + wait)
      return "At \(time) it shows the notification '\(printable(notification.title))'."
    }
  }

  /// A description of the records that were lost before they were stored; nil if there are none.
  var lossWords: String? {
    let unkept = store.lostCount + store.heldCount
    var losses: [String] = []
    if store.isAstray {
      let reason = removalTrouble ?? "the store was removed or replaced"
      losses.append("\(reason); lost with it: \(counted(store.queueLength, "record"))")
    }
    if unkept > 0 {
      let reason = store.trouble.map { " (\($0))" } ?? ""
      losses.append("\(counted(unkept, "record")) could not be stored\(reason)")
    }
    return losses.isEmpty ? nil : losses.joined(separator: "; ")
  }
}
