import Foundation
import PhoneAPI

/// The data of the sample tracker that the first unlock after a restart of the phone protects. It
/// notes what it can read and write whenever that changes.
final class Storing {
  private let phone: any Phone
  private let folder = NSHomeDirectory() + "/Documents/"
  private var last = ""

  init(_ phone: any Phone) { self.phone = phone }

  /// Stores the value 1 in each way in which an app stores.
  func store() {
    phone.container.set("1", forKey: "stored")
    phone.container.setSecret("1", forKey: "stored", accessible: .afterFirstUnlock)
    try? Data("1".utf8).write(to: URL(fileURLWithPath: folder + "stored.txt"))
  }

  /// Notes what can be read, and tries to write.
  func look() {
    let file = try? String(contentsOfFile: folder + "stored.txt", encoding: .utf8)
    let found = [
      phone.container.value(forKey: "stored"), phone.container.secret(forKey: "stored"), file,
    ].map { $0 ?? "none" }.joined(separator: " ")
    let text =
      "\(found), \(writes()), folder \(phone.container.directoryPath == nil ? "no" : "yes")"
    if text != last { phone.note("storing", text) }
    last = text
    if phone.container.directoryPath == nil { phone.container.set("1", forKey: "lost") }
  }

  /// Tries a file of the home folder, a file of the working folder, a new folder and a database.
  private func writes() -> String {
    let file = attempt { try Data("2".utf8).write(to: URL(fileURLWithPath: folder + "new.txt")) }
    let relative = attempt { try Data("2".utf8).write(to: URL(fileURLWithPath: "new.txt")) }
    let made = attempt {
      try FileManager.default.createDirectory(
        atPath: folder + "a/b", withIntermediateDirectories: true)
    }
    let database = attempt { _ = try PointDatabase(path: folder + "new.sqlite") }
    let lost = phone.container.value(forKey: "lost") ?? "none"
    return "\(file) \(relative) \(made) \(database), \(lost)"
  }

  private func attempt(_ write: () throws -> Void) -> String {
    do {
      try write()
      return "written"
    } catch {
      return "refused"
    }
  }
}
