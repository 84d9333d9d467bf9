import Foundation
import LivePhone
import Text
import Timekeeping

/// A second process that shows an app's pending notifications after `odograph live` has ended.
///
/// A phone's system shows a notification on time even if the app has been killed. A dead-man
/// notification depends on this. The keeper starts with the first notification that has a time, and
/// does nothing while the tracker runs. When the tracker has ended, in any way, the keeper shows
/// the notifications that the tracker left in its folder. It ends if none is left, or if another
/// tracker uses the folder.
package final class NotificationKeeper {
  /// The hidden option of `odograph live` that runs the keeper.
  package static let option = "keep-notifications"
  private static let stepSeconds = 0.1
  /// The number of steps for which a tracker that ends may still hold the folder's lock.
  private static let lockStepsMax = 30

  private var process: Process?
  /// The keeper reads the end of this pipe when the tracker's process has ended.
  private let life = Pipe()

  /// Starts the keeper, if it does not run yet.
  func start(_ folder: LiveFolder, _ options: LiveOptions) {
    guard process?.isRunning != true, let program = Bundle.main.executablePath else { return }
    let keeper = Process()
    keeper.executableURL = URL(fileURLWithPath: program)
    keeper.arguments =
      ["live", "--\(Self.option)", "--store", folder.storePath]
      + (options.notifyCommand.map { ["--notify-command", $0] } ?? [])
    keeper.standardInput = life
    keeper.standardOutput = FileHandle.nullDevice
    keeper.standardError = FileHandle.nullDevice
    process = (try? keeper.run()) == nil ? nil : keeper
  }

  /// Waits for the tracker's end, then shows its notifications. It runs in the keeper's process.
  package static func run(_ folder: LiveFolder, command text: String?) throws(InputError) {
    guard let command = try NotificationCommand(option: text) else { return }
    // The keeper has to remain when the terminal ends, and when the user interrupts the tracker.
    for number in [SIGHUP, SIGINT, SIGTERM] { signal(number, SIG_IGN) }
    var byte: UInt8 = 0
    while case let count = read(STDIN_FILENO, &byte, 1), count > 0 || count < 0 && errno == EINTR {}
    while case let pending = pending(in: folder), let due = pending.compactMap(\.due).min() {
      guard due <= LiveClock.wallClockTime else {
        Thread.sleep(forTimeInterval: stepSeconds)
        continue
      }
      guard let shown = takeDue(folder) else { return }
      for notification in shown {
        _ = command.show(title: notification.title, body: notification.body)
      }
    }
  }

  private static func pending(in folder: LiveFolder) -> [PendingNotification] {
    let file = try? ValueFile(path: folder.valuesPath) { _ in }
    return PendingNotification.list(from: file?[PendingNotification.key])
  }

  /// Removes the notifications that are due from the folder, and returns them. Returns nil if
  /// another tracker uses the folder.
  private static func takeDue(_ folder: LiveFolder) -> [PendingNotification]? {
    for _ in 0..<lockStepsMax {
      let due = folder.whileUnused { () -> [PendingNotification] in
        guard let file = try? ValueFile(path: folder.valuesPath, onFailure: { _ in }) else {
          return []
        }
        let all = PendingNotification.list(from: file[PendingNotification.key])
        let now = LiveClock.wallClockTime
        let isDue = { (one: PendingNotification) in one.due.map { $0 <= now } ?? false }
        let rest = PendingNotification.text(of: all.filter { !isDue($0) })
        // A notification that cannot be removed would be shown again and again.
        return file.set(rest, forKey: PendingNotification.key) ? all.filter(isDue) : []
      }
      if let due { return due.isEmpty ? nil : due }
      Thread.sleep(forTimeInterval: stepSeconds)
    }
    return nil
  }
}

extension NotificationCommand {
  /// The reason that the display shows if there is no such program.
  static let obstacle =
    "there is no desktop session with gdbus or notify-send;"
    + " pass --notify-command PROGRAM"

  /// Reads the option `--notify-command`. Without it, finds the program for the desktop; nil if
  /// there is none.
  init?(option text: String?) throws(InputError) {
    guard let text else {
      guard let desktop = NotificationCommand.desktop() else { return nil }
      self = desktop
      return
    }
    guard let command = NotificationCommand(typed: text) else {
      throw InputError(
        .commandLine, "--notify-command: there is no program '\(printable(text))'",
        accepted: "a program and its first arguments, such as --notify-command notify-send")
    }
    self = command
  }
}
