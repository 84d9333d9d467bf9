import Foundation
import PackagePlugin

/// Adds a file of type aliases to an app's module, so that the names of Foundation that depend on
/// real time or on the machine mean those of the simulated phone.
///
/// A module's own declarations hide imported ones. So the app's sources need no change.
@main
struct AppleNames: BuildToolPlugin {
  private static let names = [
    "Timer", "RunLoop", "UserDefaults", "NotificationCenter", "OperationQueue",
    "ProcessInfo", "URLRequest",
    "URLResponse",
    "HTTPURLResponse", "URLCache", "HTTPCookieStorage", "URLSession", "URLSessionConfiguration",
    "URLSessionTask", "URLSessionDataTask", "URLSessionUploadTask", "URLSessionDownloadTask",
    "URLSessionDelegate", "URLSessionTaskDelegate", "URLSessionDataDelegate",
    "URLSessionDownloadDelegate", "ObservableObject", "Published",
  ]
  /// Foundation's names of which an app would compile, but get no call on the simulated phone.
  private static let missing = [
    "URLSessionStreamTask", "URLSessionStreamDelegate", "URLSessionWebSocketTask",
    "URLSessionWebSocketDelegate", "URLSessionTaskMetrics", "URLSessionTaskTransactionMetrics",
    "URLAuthenticationChallenge", "URLCredentialStorage", "URLProtocol",
  ]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.pluginWorkDirectoryURL.appendingPathComponent("AppleNames")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("AppleNames.swift")
    let lines =
      Self.names.map { "typealias \($0) = AppleProcess.\($0)" }
      + Self.missing.map {
        "@available(*, unavailable, message: \"the simulated phone has no \($0)\") "
          + "typealias \($0) = Never"
      }
    let source = Data(
      """
      // Names of Foundation that the simulated phone provides. Made by Odograph's plugin AppleNames.
      #if os(Linux)
        import AppleProcess

      \(lines.map { "  \($0)" }.joined(separator: "\n"))
      #endif

      """.utf8)
    // An unchanged file is not written again, because it would be compiled again.
    if (try? Data(contentsOf: file)) != source { try source.write(to: file) }
    return [
      .prebuildCommand(
        displayName: "Apple's names for \(target.name)",
        executable: URL(fileURLWithPath: "/usr/bin/true"), arguments: [],
        outputFilesDirectory: folder)
    ]
  }
}
