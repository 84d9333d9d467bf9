import MotionSensing
import Synchronization
import Text
import Timekeeping

/// The readings that another device, such as a phone with a sensor app, sends over the network.
///
/// Any thread may deliver messages. Accelerations wait here for the motion thread; all other
/// readings go to the loops that listen.
package final class SensorFeed: Sendable {
  private struct State {
    var status: SensorStatus
    var accelerations = AccelerationStream()
    var inboxes: [LiveInbox<[SensorReading]>] = []
    /// The number of accelerometers that were made of this feed. Only the last one gets samples.
    var claimCount = 0
  }

  private let state: Mutex<State>
  let time: any MachineTime

  package init(address: String, time: any MachineTime = SystemTime()) {
    self.time = time
    state = Mutex(State(status: SensorStatus(address: address)))
  }

  package var status: SensorStatus { state.withLock { $0.status } }

  // MARK: Messages

  /// Reads a message and passes its readings on.
  ///
  /// - Returns: The reason why the message was refused; nil if it was accepted.
  @discardableResult
  package func take(_ bytes: [UInt8]) -> String? {
    let message: SensorMessage
    do throws(Malformed) { message = try SensorMessage(bytes) } catch {
      let reason = error.reason.printable
      reject(reason)
      return reason
    }
    let (uptime, now) = (time.uptime, time.wallClock)
    let inboxes = state.withLock { state in
      for reading in message.readings { state.status.receivedAt[reading.kind] = now }
      state.accelerations.take(message.readings, at: uptime)
      return state.inboxes
    }
    let others = message.readings.filter {
      if case .acceleration = $0.value { false } else { true }
    }
    if !others.isEmpty { for inbox in inboxes { inbox.putWhenThereIsRoom(others) } }
    return nil
  }

  /// Counts a message that could not be accepted, and keeps the reason for displays.
  package func reject(_ reason: String) {
    let now = time.wallClock
    state.withLock { state in
      state.status.rejectedCount += 1
      state.status.lastRejected = ReceiverStatus.Received(reason, at: now)
    }
  }

  package func set(connectionTrouble: String?) {
    state.withLock { $0.status.connectionTrouble = connectionTrouble?.printable }
  }

  // MARK: Readers

  /// Calls `callback` on the loop's thread with all readings but accelerations.
  func listen(on loop: LiveLoop, _ callback: @escaping ([SensorReading]) -> Void) {
    let inbox = loop.listen(callback)
    state.withLock { $0.inboxes.append(inbox) }
  }

  /// Makes the caller the only reader of accelerations, and deletes those that have waited.
  ///
  /// - Returns: The claim with which the caller takes accelerations.
  func claimAccelerations() -> Int {
    state.withLock { state in
      _ = state.accelerations.takeSamples()
      state.claimCount += 1
      return state.claimCount
    }
  }

  /// Returns the accelerations that have arrived since the last call; nil after another claim.
  func takeAccelerations(_ claim: Int) -> [RecordedSignal.Sample]? {
    state.withLock { $0.claimCount == claim ? $0.accelerations.takeSamples() : nil }
  }

  func set(motionTrouble: String?) { state.withLock { $0.status.motionTrouble = motionTrouble } }
}
