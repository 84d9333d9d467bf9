import Foundation
import UIKit

/// The trackers by the name of the link under which the program runs. Each is the whole app.
let trackers: [String: @MainActor () -> Void] = [
  "fence-chain": { FenceChain.main() },
  "live-updates": { LiveUpdates.main() },
  "live-updates-once": { LiveUpdates.main() },
  "monitor": { PlaceMonitor.main() },
  "visits": { VisitDiary.main() },
  "duty-cycle": { DutyCycle.main() },
  "uploader": { Uploader.main() },
  "batch-uploader": { BatchUploader.main() },
  "requests": { Requests.main() },
  "offline": { Offline.main() },
  "hang": { Hang.main() },
  "refresh": { Refresh.main() },
  "observable": { Observable.main() },
  "gated-uploader": { GatedUploader.main() },
  "keychain": { SignedIn.main() },
  "numbering": { Numbering.main() },
  "reminder": { Reminder.main() },
  "scenes": { Scenes.main() },
  "swiftui": { TripsApp.main() },
  "waits": { Waits.main() },
]

let name = URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent
guard let tracker = trackers[name] else {
  FileHandle.standardError.write(Data("there is no tracker '\(name)'\n".utf8))
  exit(2)
}
tracker()
