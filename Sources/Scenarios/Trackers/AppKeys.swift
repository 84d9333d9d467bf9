import Documents
import Text

/// The definitions of the keys of an app's description, for the reader and the schema.
enum AppKeys {
  static let app = KeyTable(
    "app",
    [
      Key(
        "odographApp", .wholeNumber(1...1), "The version of this format", example: "1",
        isRequired: true),
      Key(
        "name", .text, "The app's name in reports", default: "the executable's name",
        example: "ours"),
      Key(
        "executable", .path, "The app's executable, relative to this file",
        example: ".build/debug/MyTracker", isRequired: true),
      Key(
        "plist", .path, "The app's Info.plist, relative to this file",
        default: "`Info.plist` beside the executable", example: "Sources/MyTracker/Info.plist"),
      AppServer.key,
      AppRecording.key,
      AppSetting.key,
    ])
}
