import PhoneAPI
import Timekeeping

/// Run time that the system gives a background process for one purpose.
///
/// The purpose is a scheduled task (BGT-1, BGT-7), a silent push (NET-1) or the end of a transfer
/// (NET-5). The process runs until the app reports completion, or the time is over.
final class GrantedRunTime: BackgroundTask {
  enum Purpose { case refresh, processing, silentPush, transferEvents }

  let identifier: String
  let errand: Purpose
  let token: Int
  /// The energy that the satellite receiver had used for the app when this run time began [J].
  let gnssJoulesBefore: Double
  var expirationHandler: (() -> Void)?
  private var process: AppProcess?

  init(
    identifier: String, errand: Purpose, token: Int, gnssJoulesBefore: Double, process: AppProcess
  ) {
    self.identifier = identifier
    self.errand = errand
    self.token = token
    self.gnssJoulesBefore = gnssJoulesBefore
    self.process = process
  }

  func setTaskCompleted(success: Bool) {
    guard let process else { return }
    self.process = nil
    expirationHandler = nil
    process.runTimes.removeAll { $0 === self }
    process.phone?.tasks.runTimeEnds(self)
    process.phone?.apps.reconsider()
  }

  /// Ends the run time of a dead process without calling the app.
  func lapse() {
    process = nil
    expirationHandler = nil
  }
}

extension TaskScheduler {
  /// Lets the process run until it reports completion, for at most `seconds`.
  func grantRunTime(
    _ errand: GrantedRunTime.Purpose, identifier: String, seconds: Double, to process: AppProcess
  ) -> GrantedRunTime {
    let runTime = GrantedRunTime(
      identifier: identifier, errand: errand, token: Int(phone.nextToken()),
      gnssJoulesBefore: gnssJoules, process: process)
    process.runTimes.append(runTime)
    phone.schedule(.task(.runTimeExpires(token: runTime.token)), after: .seconds(seconds))
    phone.apps.reconsider()
    return runTime
  }

  func runTimeExpires(token: Int) {
    guard let runTime = phone.app?.process?.runTimes.first(where: { $0.token == token }) else {
      return
    }
    expire(runTime, because: "its time is over")
  }

  func expire(_ runTime: GrantedRunTime, because reason: String) {
    phone.note(.operatingSystem, runTime.errand.fact) { "ends \(runTime.identifier): \(reason)" }
    runTime.expirationHandler?()
    runTime.setTaskCompleted(success: false)
  }

  /// Charges the satellite positioning of a background launch to the launch budget (BGT-6).
  func runTimeEnds(_ runTime: GrantedRunTime) {
    let joules = gnssJoules - runTime.gnssJoulesBefore
    guard joules > 0 else { return }
    let seconds = joules / phone.model.device.gnss.trackingWeakWatts
    budget.spend(gnssSeconds: seconds, at: phone.now)
    phone.note(.operatingSystem, "BGT-6") {
      "\(runTime.identifier) used satellites for about \(Int(seconds.rounded())) s; "
        + "\(Int((budget.launchShare(at: phone.now) * 100).rounded())) % of launches are left"
    }
  }

  /// The energy that the satellite receiver has used for the app so far [J].
  private var gnssJoules: Double {
    [EnergyCause.standardUpdates, .locationRequest].reduce(0) {
      $0 + phone.ledger.joules(.gnss, $1, at: phone.now)
    }
  }
}

extension GrantedRunTime.Purpose {
  var fact: String {
    switch self {
    case .refresh: "BGT-1"
    case .processing: "BGT-7"
    case .silentPush: "NET-1"
    case .transferEvents: "NET-5"
    }
  }
}
