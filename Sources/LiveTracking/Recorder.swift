import Dispatch
import Foundation
import LivePhone
import Synchronization
import Terminal
import Text
import Timekeeping

/// A recorder that writes gpsd's events to a recording and shows the recording's progress in the
/// terminal.
///
/// It redraws a status line, and prints a permanent line for each problem.
package final class Recorder: Sendable {
  /// The number of times per second that the status line is redrawn.
  private static let looks = 5

  private let recording: Recording
  private let device: String?
  private let address: GPSDAddress
  private let state = Mutex(State())
  private let end = DispatchSemaphore(value: 0)
  private let uptime: @Sendable () -> TimeSpan
  private let notify: @Sendable (String) -> Void
  private let isShown = Console.takesCommands(STDERR_FILENO)

  private struct State {
    var hasAnswered = false
    var isConnected = false
    var lostFor: String?
    var isOver = false
    var position: PositionReport?
    var sky: SkyReport?
    var active: Set<String> = []
    var gone: Set<String> = []
    var looks = 0
    var reportsReturn = false
    var rejected = RejectedLines()
    var watch = ReceiverWatch()
    /// The reason in the last message about a lost connection; nil after a position has arrived.
    ///
    /// If gpsd hangs, the connection is lost repeatedly for the same reason. The recorder reports
    /// only the first of these losses.
    var reportedLoss: String?
  }

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - uptime: The clock that measures for how long gpsd has sent no data.
  ///   - notify: Prints a permanent line.
  package init(
    _ recording: Recording, device: String?, address: GPSDAddress,
    uptime: @escaping @Sendable () -> TimeSpan = { LiveClock.machineUptime },
    notify: @escaping @Sendable (String) -> Void = { Console.remark($0) }
  ) {
    self.recording = recording
    self.device = device
    self.address = address
    self.uptime = uptime
    self.notify = notify
  }

  /// The reason why gpsd never answered; nil if gpsd answered or the recorder still waits.
  package var unreachable: String? {
    state.withLock { $0.isOver && !$0.hasAnswered ? $0.lostFor ?? "" : nil }
  }

  package var hasAnswered: Bool { state.withLock { $0.hasAnswered } }

  /// Processes an event from gpsd. It is called on the session's thread.
  package func take(_ event: GPSDEvent) {
    if let own = event.device, let device, own != device { return }
    for news in recording.write(event) { remark(recording.words(of: news) + ".") }
    note(event)
    if let words = state.withLock({ $0.watch.receive(event, at: uptime()) }) { remark(words) }
  }

  /// Checks the receiver, and waits for the end of the recording for at most 0.2 s.
  ///
  /// The wait is short so that the caller can react soon to the user's interruption.
  ///
  /// - Returns: True if the recording has ended.
  package func waitForEnd() -> Bool {
    look()
    return end.wait(timeout: .now() + .milliseconds(200)) == .success
  }

  /// Checks for problems that no event reports, such as silence.
  func look() {
    for words in state.withLock({ $0.watch.look(at: uptime()) }) { remark(words) }
  }

  private func finish() {
    state.withLock { $0.isOver = true }
    end.signal()
  }

  // MARK: Problems

  private func note(_ event: GPSDEvent) {
    switch event {
    case .connected:
      let wasLost = state.withLock { state in
        defer { (state.hasAnswered, state.isConnected, state.lostFor) = (true, true, nil) }
        return state.lostFor != nil && state.reportsReturn
      }
      if wasLost { remark("gpsd at \(address) answers.") }
    case .disconnected(let reason, let delay): noteLoss(reason, isOver: delay == nil)
    case .devices(let paths):
      guard let device, !paths.contains(device) else { return }
      let others = paths.isEmpty ? "none yet" : paths.joined(separator: ", ")
      remark("gpsd has no receiver \(device); it has \(others).")
    case .device(let path, let isActive): noteDevice(path, isActive)
    case .position(let report):
      state.withLock {
        $0.position = report
        $0.reportedLoss = nil
      }
    case .sky(let sky): if !sky.satellites.isEmpty { state.withLock { $0.sky = sky } }
    case .rejected(let line):
      let words = state.withLock { $0.rejected.add(line, at: uptime()) }
      if let words { remark("Not understood, and not recorded: \(words)") }
    }
  }

  private func noteLoss(_ reason: String, isOver: Bool) {
    let isNew = state.withLock { state in
      defer {
        state.lostFor = reason
        state.isConnected = false
        state.position = nil
      }
      guard state.lostFor == nil else { return false }
      state.reportsReturn = reason != state.reportedLoss
      state.reportedLoss = reason
      return state.reportsReturn
    }
    if isOver { return finish() }
    if isNew { remark("\(reason); waiting for it.") }
  }

  private func noteDevice(_ path: String, _ isActive: Bool) {
    let words = state.withLock { state -> String? in
      if isActive {
        state.active.insert(path)
        return state.gone.remove(path).map { "\($0) is back." }
      }
      guard state.active.remove(path) != nil else { return nil }
      state.gone.insert(path)
      state.position = nil
      return "\(path) is gone; waiting for it."
    }
    if let words { remark(words) }
  }

  /// Reports the rejected lines that were counted but not reported yet.
  package func reportRest() {
    if let words = state.withLock({ $0.rejected.rest() }) {
      remark("Not understood, and not recorded: \(words)")
    }
  }

  private func remark(_ text: String) {
    clearStatus()
    notify(text)
  }

  // MARK: The status line

  package func showStatus() {
    guard isShown else { return }
    let text = state.withLock { state -> String? in
      state.looks += 1
      return state.looks % Self.looks == 1 ? words(state) : nil
    }
    if let text { write("\r\(text)\u{1B}[K") }
  }

  package func clearStatus() { if isShown { write("\r\u{1B}[K") } }

  /// The current text of the status line in the terminal.
  var statusWords: String { state.withLock { words($0) } }

  private func words(_ state: State) -> String {
    let count = counted(recording.positionCount, "position")
    let file = recording.path + (recording.trouble == nil ? "" : " cannot be written")
    return [receiverWords(state), count, file]
      .joined(separator: " · ").prefix(79).description
  }

  private func receiverWords(_ state: State) -> String {
    guard state.isConnected else { return "waiting for gpsd" }
    if let silence = state.watch.silence(at: uptime()) {
      return "no data for \(silence.wholeSecondsWords)"
    }
    guard let position = state.position else { return "waiting for a receiver" }
    var words: [String] =
      switch position.mode {
      case .unknown, .none: ["no fix"]
      case .twoDimensional: ["2D fix"]
      case .threeDimensional: ["3D fix"]
      }
    if let accuracy = position.horizontalAccuracyMeters, position.hasFix {
      words.append("±\(Int(min(accuracy, 1e6).rounded())) m")
    }
    if let sky = state.sky {
      words.append("\(sky.satellitesUsed) of \(sky.satellitesInView) satellites")
    }
    return words.joined(separator: ", ")
  }

  private func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
