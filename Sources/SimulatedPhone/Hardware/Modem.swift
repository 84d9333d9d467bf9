import EventKernel
import PhoneProfiles
import Timekeeping
import World

/// The radios that carry data: the cellular radio, and Wi-Fi where the phone has joined a network.
///
/// A cellular transfer has three phases. In the promotion, the radio sets up the connection. In the
/// burst, the data is sent or received. In the tail, the radio keeps the connection open for more
/// data.
///
/// The energy of promotion and burst is booked when the transfer starts, because nothing can stop
/// the transfer half way. The tail draws power while it lasts. New data ends the tail, and another
/// tail follows (RAD-13, RAD-18). The energy of the tail is charged to the sender of the latest
/// data.
///
/// Other apps share the radio. A transfer of the tracking app during another app's tail uses the
/// open connection.
final class Modem: PhonePart {
  enum State: Equatable {
    case idle
    /// The radio is in promotion or burst until `until`. Then the tail begins with stage
    /// `tailStage`.
    case transferring(until: Instant, tailStage: Int)
    /// The radio is connected without data, in one of the stages of the tail. Stage 0 draws the
    /// most power.
    case tail(stage: Int)
  }

  enum Direction { case up, down }

  /// The sender of the data. `app` is the tracking app, or the phone on behalf of that app.
  enum Sender { case app, others }

  private(set) var state = State.idle
  private let cellular: CellularParameters
  private let wifi: WiFiParameters
  private var pending: EventKernel<PhoneEvent>.Identifier?
  /// The sender of the latest data, to which the energy of the tail is charged.
  private var sender = Sender.app
  /// The continuous traffic of other apps, in bytes a second.
  private var streamBytesPerSecond = 0.0
  private var streamNetwork = NetworkAvailability.none

  init(phone: SimulatedPhone, parameters: ModemParameters) {
    cellular = parameters.cellular
    wifi = parameters.wifi
    super.init(phone: phone)
  }

  /// Books the energy of one transfer and returns its duration. The duration includes the
  /// promotion, and the wait for a transfer that is still under way.
  func transfer(
    bytes: Int, _ direction: Direction = .up, over network: NetworkAvailability,
    from sender: Sender = .app
  ) -> TimeSpan {
    switch network {
    case .none: .zero
    case .wifi: transferOverWiFi(bytes: bytes, direction, from: sender)
    case .cellular, .poorCellular:
      transferOverCellular(
        bytes: bytes, direction, isSignalPoor: network == .poorCellular, from: sender)
    }
  }

  func handle(_ event: ModemEvent) {
    pending = nil
    switch (event, state) {
    case (.transferOver, .transferring(_, let stage)): enterTail(stage: stage)
    case (.transferOver, _): enterTail(stage: 0)
    case (.tailStageOver, .tail(let stage)): enterTail(stage: stage + 1)
    case (.tailStageOver, _): break
    }
  }

  func powerDown() {
    stream(bytesPerSecond: 0, over: .none)
    rest(in: .idle)
  }

  // MARK: Transfers

  /// Books a transfer over Wi-Fi. A download is an answer to a request. It adds no energy for
  /// joining the network and no tail, because the request has already booked both.
  private func transferOverWiFi(
    bytes: Int, _ direction: Direction, from sender: Sender
  ) -> TimeSpan {
    var burst = Double(bytes) * 8 / wifi.bitsPerSecond
    var joules = wifi.activeWatts * burst
    if direction == .up {
      burst = max(wifi.burstSecondsMin, burst)
      joules = wifi.associationJoules + wifi.activeWatts * (burst + wifi.tailSeconds)
    }
    phone.addImpulse(joules, .wifi, sender.cause)
    if direction == .up {
      phone.note(.hardware, "RAD-15") { "sends \(bytes) bytes over Wi-Fi" }
    }
    return .seconds(burst)
  }

  private func transferOverCellular(
    bytes: Int, _ direction: Direction, isSignalPoor: Bool, from sender: Sender
  ) -> TimeSpan {
    let isShared = staysOnSharedChannel(bytes)
    let promotion = isShared ? sharedPromotion() : promotion()
    let burst =
      isShared
      ? sharedBurst() : burst(bits: Double(bytes) * 8, direction, isSignalPoor: isSignalPoor)
    // A stream of other apps already pays for the connection.
    let paidWatts = isStreamingOverCellular ? connectedWatts : 0
    phone.addImpulse(
      promotion.joules + max(0, burst.joules - paidWatts * burst.seconds), .modem, sender.cause)
    var wait = TimeSpan.seconds(promotion.seconds + burst.seconds)
    if case .transferring(let until, _) = state { wait += until - phone.now }
    if direction == .up {
      phone.note(.hardware, cellular.technology.fact) {
        "sends \(bytes) bytes over \(cellular.technology.words)"
          + (promotion.seconds > 0
            ? ", after setting up the connection" : " on the open connection")
      }
    }
    self.sender = sender
    rest(in: .transferring(until: phone.now + wait, tailStage: isShared ? Self.sharedStage : 0))
    pending = phone.schedule(.modem(.transferOver), after: wait)
    return wait
  }

  // MARK: The shared channel

  private static let sharedStage = 1

  /// Returns true if the shared channel is open and the transfer is small enough for it. Such a
  /// transfer needs no dedicated channel (RAD-7).
  private func staysOnSharedChannel(_ bytes: Int) -> Bool {
    guard case .tail(let stage) = state else { return false }
    return bytes <= cellular.sharedChannelBytesMax
      && cellular.tail[stage].sharedPromotionSeconds != nil
  }

  private func sharedPromotion() -> (seconds: Double, joules: Double) {
    guard case .tail(let stage) = state,
      let seconds = cellular.tail[stage].sharedPromotionSeconds
    else { return (0, 0) }
    return (seconds, seconds * cellular.tail[Self.sharedStage].watts)
  }

  private func sharedBurst() -> (seconds: Double, joules: Double) {
    let seconds = cellular.burstSecondsMin
    return (seconds, seconds * cellular.tail[Self.sharedStage].watts)
  }

  /// Returns the time and the energy to bring the connection from its present state to the full
  /// rate.
  private func promotion() -> (seconds: Double, joules: Double) {
    switch state {
    case .transferring: return (0, 0)
    case .tail(let stage):
      let stage = cellular.tail[stage]
      return (stage.promotionSeconds, stage.promotionSeconds * stage.promotionWatts)
    case .idle where isStreamingOverCellular: return (0, 0)
    case .idle:
      return (cellular.promotionSeconds, cellular.promotionSeconds * cellular.promotionWatts)
    }
  }

  /// Returns the duration and the energy of a burst. A poor signal increases both (RAD-11, RAD-18).
  private func burst(
    bits: Double, _ direction: Direction, isSignalPoor: Bool
  ) -> (seconds: Double, joules: Double) {
    let timeFactor = isSignalPoor ? cellular.poorSignalTimeFactor : 1
    let powerFactor = isSignalPoor ? cellular.poorSignalPowerFactor : 1
    let shortest =
      switch direction {
      case .up: max(cellular.burstSecondsMin, bits / cellular.bitsPerSecondUp)
      case .down: bits / cellular.bitsPerSecondDown
      }
    let slope = direction == .up ? cellular.wattsPerMegabitUp : cellular.wattsPerMegabitDown
    let seconds = shortest * timeFactor
    // Watts per Mbit/s for a second are joules per Mbit.
    return (seconds, (cellular.burstWatts * seconds + slope * bits * 1e-6) * powerFactor)
  }

  // MARK: Tail

  private func enterTail(stage: Int) {
    guard stage < cellular.tail.count, !isStreamingOverCellular else { return rest(in: .idle) }
    rest(in: .tail(stage: stage))
    pending = phone.schedule(
      .modem(.tailStageOver), after: .seconds(cellular.tail[stage].seconds))
  }

  /// Enters a state without a transfer, and cancels the scheduled event of the previous state.
  private func rest(in state: State) {
    if let pending { phone.cancel(pending) }
    pending = nil
    self.state = state
    updatePower()
  }

  private func updatePower() {
    let tailWatts = if case .tail(let stage) = state { cellular.tail[stage].watts } else { 0.0 }
    phone.setPower(sender == .app ? tailWatts : 0, .modem, .network)
    phone.setPower((sender == .others ? tailWatts : 0) + streamWatts, .modem, .person)
  }

  // MARK: Other apps' traffic

  /// Sets the continuous traffic of other apps from now on. A value of 0 ends the traffic, and the
  /// tail of the connection follows.
  func stream(bytesPerSecond: Double, over network: NetworkAvailability) {
    let wasOverCellular = isStreamingOverCellular
    streamBytesPerSecond = bytesPerSecond
    streamNetwork = bytesPerSecond > 0 ? network : .none
    let duty = min(1, bytesPerSecond * 8 / wifi.bitsPerSecond)
    phone.setPower(streamNetwork == .wifi ? duty * wifi.activeWatts : 0, .wifi, .person)
    if case .transferring = state { return updatePower() }
    if isStreamingOverCellular {
      rest(in: .idle)
    } else if wasOverCellular {
      sender = .others
      enterTail(stage: 0)
    }
  }

  /// Moves the continuous traffic to another network.
  func networkChanged(to network: NetworkAvailability) {
    guard streamBytesPerSecond > 0, network != streamNetwork else { return }
    stream(bytesPerSecond: streamBytesPerSecond, over: network)
  }

  private var isStreamingOverCellular: Bool {
    streamNetwork == .cellular || streamNetwork == .poorCellular
  }

  /// The mean power of the continuous traffic [W]. The radio is connected all the time, and
  /// transfers at the full rate for a share of the time.
  private var streamWatts: Double {
    guard isStreamingOverCellular else { return 0 }
    let second = burst(
      bits: streamBytesPerSecond * 8, .down, isSignalPoor: streamNetwork == .poorCellular)
    return connectedWatts + max(0, second.joules - connectedWatts * min(1, second.seconds))
  }

  /// The power of a connection that is open without a transfer [W].
  private var connectedWatts: Double { cellular.tail.first?.watts ?? 0 }
}

extension CellularTechnology {
  /// The ID of the rule in FACTS.md that describes the transfer phases of this technology.
  fileprivate var fact: String {
    switch self {
    case .gsm: "RAD-17"
    case .threeG: "RAD-5"
    case .lte: "RAD-13"
    case .lte2011: "RAD-1"
    case .fiveG: "RAD-14"
    }
  }
}

extension Modem.Sender {
  fileprivate var cause: EnergyCause {
    switch self {
    case .app: .network
    case .others: .person
    }
  }
}
