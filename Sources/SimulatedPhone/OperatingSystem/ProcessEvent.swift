/// Events of one process of the app; none has an effect once that process is dead.
enum ProcessEvent: Sendable {
  case useOver
  case runTimeOver
  case backgroundTaskOver(token: UInt64)
  case backgroundTaskOverrun(token: UInt64)
  /// A launch or change of state did not end in time.
  case hangs
  case processorLimit
  case timer(slot: Int)
  case requestReachesServer(slot: Int)
  case answerArrives(slot: Int)
}

extension SimulatedPhone {
  func handle(_ event: ProcessEvent, of number: Int) {
    guard let process = process(number) else { return }
    switch event {
    case .useOver: apps.useOver(process)
    case .runTimeOver: apps.runTimeOver(process)
    case .backgroundTaskOver(let token): apps.backgroundTaskOver(process, token: token)
    case .backgroundTaskOverrun(let token): apps.backgroundTaskOverrun(process, token: token)
    case .hangs: apps.hangs(process)
    case .processorLimit: apps.processorLimit(process)
    case .timer(let slot): process.timerDue(slot: slot)
    case .requestReachesServer(let slot): http.reachServer(process, slot: slot)
    case .answerArrives(let slot): http.answerArrives(process, slot: slot)
    }
  }
}
