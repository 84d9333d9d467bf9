/// Events of the cellular radio.
enum ModemEvent: Sendable {
  case transferOver
  case tailStageOver
}
