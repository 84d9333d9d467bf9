import Files
import Foundation
import Text

/// A program that shows a notification on this machine.
///
/// The program is started by its path with a list of arguments, never through a shell. A title or
/// text is thus never taken for a command.
package struct NotificationCommand: Sendable, Equatable {
  private enum Form: Equatable {
    /// GLib's tool for D-Bus, which calls the desktop's notification service.
    case gdbus
    /// The tool of libnotify for the same service.
    case notifySend
    /// A program of the user's, with its first arguments. Title and text are the last two.
    case own([String])
  }

  /// The longest time for which a program may run before it is stopped.
  static let secondsMax = 10

  private let path: String
  private let form: Form

  private init(_ path: String, _ form: Form) {
    self.path = path
    self.form = form
  }

  /// Returns the call of gdbus at a path.
  static func gdbus(_ path: String) -> NotificationCommand { NotificationCommand(path, .gdbus) }

  /// Finds the program that passes notifications to this user's desktop; nil without a desktop.
  package static func desktop() -> NotificationCommand? {
    guard hasSessionBus else { return nil }
    return InstalledProgram.path(of: "gdbus").map(gdbus)
      ?? InstalledProgram.path(of: "notify-send").map { NotificationCommand($0, .notifySend) }
  }

  /// Reads a command that the user typed: a program, and its first arguments after spaces.
  ///
  /// Returns nil if the program is not installed. A path that contains spaces is accepted.
  package init?(typed text: String) {
    if text.contains("/"), FileManager.default.isExecutableFile(atPath: text) {
      self.init(URL(fileURLWithPath: text).path, .own([]))
      return
    }
    let words = text.split(separator: " ").map(String.init)
    guard let program = words.first else { return nil }
    let file = URL(fileURLWithPath: program).path
    let isPath = program.contains("/") && FileManager.default.isExecutableFile(atPath: file)
    guard let path = isPath ? file : InstalledProgram.path(of: program) else { return nil }
    self.init(path, .own(Array(words.dropFirst())))
  }

  /// True if this user has a session bus, which every desktop has.
  private static var hasSessionBus: Bool {
    let environment = ProcessInfo.processInfo.environment
    if environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false { return true }
    guard let folder = environment["XDG_RUNTIME_DIR"] else { return false }
    return FileManager.default.fileExists(atPath: folder + "/bus")
  }

  /// Returns the arguments that show a notification.
  ///
  /// The desktop reads the text, but not the title, as markup (Desktop Notifications Specification,
  /// "Markup"). gdbus reads each argument in GVariant's text format, whose strings include those of
  /// JSON.
  func arguments(title: String, body: String) -> [String] {
    // The system ends an argument at a null character.
    let title = title.replacingOccurrences(of: "\0", with: "")
    let body = body.replacingOccurrences(of: "\0", with: "")
    switch form {
    case .own(let first): return first + [title, body]
    case .notifySend: return ["--app-name=odograph", "--", title, Escaping.html(body)]
    case .gdbus:
      let name = "org.freedesktop.Notifications"
      let values = [
        Escaping.json("odograph"), "uint32 0", Escaping.json(""), Escaping.json(title),
        Escaping.json(Escaping.html(body)), "@as []", "@a{sv} {}", "int32 -1",
      ]
      return [
        "call", "--session", "--timeout", "\(Self.secondsMax)", "--dest", name, "--object-path",
        "/org/freedesktop/Notifications", "--method", "\(name).Notify",
      ] + values
    }
  }

  /// Shows a notification, and waits until the program has ended.
  ///
  /// - Returns: The reason why the notification was not shown; nil if the program reports success.
  package func show(title: String, body: String) -> String? {
    let name = URL(fileURLWithPath: path).lastPathComponent
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments(title: title, body: body)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    let hasEnded = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in hasEnded.signal() }
    do { try process.run() } catch { return "\(name) cannot be started" }
    if hasEnded.wait(timeout: .now() + .seconds(Self.secondsMax + 1)) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      return "\(name) was stopped after \(Self.secondsMax + 1) s"
    }
    guard process.terminationReason != .exit || process.terminationStatus != 0 else { return nil }
    let words = Self.lastLine(of: errors.fileHandleForReading)
    return "\(name) failed" + (words.isEmpty ? "" : ": \(words)")
  }

  /// Returns the last line that a program wrote, without waiting for programs that it started.
  private static func lastLine(of file: FileHandle) -> String {
    _ = fcntl(file.fileDescriptor, F_SETFL, O_NONBLOCK)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file.fileDescriptor, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n").last.map(String.init) ?? ""
  }
}
