/// What the cellular radio waits for.
enum ModemEvent: Sendable {
  case transferOver
  case tailStageOver
}
