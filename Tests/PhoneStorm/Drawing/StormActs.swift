import EventKernel
import SimulatedPhone
import World

/// Returns the lines of `person:`, with every act that a scenario offers.
func actLines(_ chance: SeededRandom, time: StormTime, visited: [String]) -> [String] {
  var dice = Dice(chance)
  var acts: [String] = []
  if dice.happens(0.3) { acts.append(mapping(habit(&dice, "phone-use"))) }
  if dice.happens(0.4) { acts.append(mapping(habit(&dice, "nightly-charging"))) }
  if dice.happens(0.1) {
    acts.append(
      mapping([("onDeparture", dice.pick(visited)), ("forgets", "phone"), ("chance", "60 %")]))
  }
  for _ in 0..<dice.pick([0, 1, 2, 4, 8, 16]) {
    acts.append(mapping(occasion(&dice, time, visited) + deed(&dice)))
  }
  if time.days == 1, dice.happens(0.03) {
    acts.append(mapping([("at", time.time(&dice)), ("installs", "app")]))
  }
  return acts.isEmpty ? [] : ["person:"] + acts.map { "  - " + $0 }
}

private func habit(_ dice: inout Dice, _ name: String) -> [(String, String)] {
  var entries = [("habit", name)]
  if name == "phone-use" {
    if dice.happens(0.5) { entries.append(("timesPerDay", "\(dice.pick([1, 20, 80, 150]))")) }
    if dice.happens(0.5) { entries.append(("for", "\(dice.pick([1, 20, 300])) s")) }
  } else if dice.happens(0.5) {
    entries.append(("chance", "70 %"))
  }
  return entries
}

private func occasion(
  _ dice: inout Dice, _ time: StormTime, _ visited: [String]
) -> [(String, String)] {
  var entries: [(String, String)]
  switch dice.whole(0...9) {
  case 0...4:
    entries = [("at", time.time(&dice))]
    if dice.happens(0.2) { entries[0].1 += " ± \(dice.whole(1...30)) min" }
  case 5, 6:
    entries = [(dice.pick(["onArrival", "onDeparture"]), dice.pick(visited))]
    if dice.happens(0.4) { entries.append(("after", "\(dice.pick([0, 5, 65, 4000])) s")) }
  case 7:
    let level = dice.pick([0, 1, 5, 20, 50, 80, 100])
    return [("whenBattery", "\"\(dice.pick(["<", ">"])) \(level) %\"")]
  default:
    entries = [("timesPerDay", plain(dice.magnitude(0.2...40), digits: 2))]
    if dice.happens(0.3) { entries.append(("between", "[22:00, 06:30]")) }
  }
  if dice.happens(0.1) { entries.append(("chance", "\(dice.whole(1...99)) %")) }
  if dice.happens(0.1) { entries.append(("whenBattery", "\"< \(dice.whole(1...99)) %\"")) }
  return entries
}

private func deed(_ dice: inout Dice) -> [(String, String)] {
  let length = dice.pick(["1 s", "20 s", "5 min", "2 h"])
  switch dice.whole(0...16) {
  case 0, 1: return [("opens", "app")] + (dice.happens(0.8) ? [("for", length)] : [])
  case 2: return [("leaves", "app")]
  case 3: return [("forceQuits", "app")]
  case 4: return userAct(&dice)
  case 5: return [("taps", dice.pick(["notification", "{ notification: trackingStopped }"]))]
  case 6: return [("answers", answers(&dice))]
  case 7, 8: return [("permits", permits(&dice))]
  case 9, 10: return [("switches", switches(&dice))] + (dice.happens(0.6) ? [("for", length)] : [])
  case 11:
    let wait = dice.happens(0.6) ? [("unlockedAfter", dice.pick(["0 s", "1 min", "7 h"]))] : []
    return [("reboots", "phone")] + wait
  case 12: return [(dice.pick(["unlocks", "unplugs"]), "phone")]
  case 13: return [("charges", "phone")] + (dice.happens(0.7) ? [("for", length)] : [])
  case 14: return [("uses", dice.pick(OtherUse.allCases.map(\.rawValue))), ("for", length)]
  case 15: return dice.pick([[("updates", "phone")], [("updates", "app")], [("crashes", "app")]])
  default:
    let state = dice.pick(["nominal", "fair", "serious", "critical"])
    return [("heatsTo", state)] + (dice.happens(0.6) ? [("for", length)] : [])
  }
}

private func userAct(_ dice: inout Dice) -> [(String, String)] {
  dice.pick([
    [("acts", "startTrip")], [("acts", "startTrip"), ("with", "{ mode: bicycle }")],
    [("acts", "stopTrip")], [("acts", "sendNow")], [("acts", "startTracking")],
    [("acts", "stopTracking")], [("acts", "workOutTimeOutdoors")], [("acts", "setHome")],
    [("acts", "signIn"), ("with", "{ invitation: invited }")], [("acts", "signOut")],
    [("acts", "giveConsent")], [("acts", "withdrawConsent")],
    [("acts", "changeSettings"), ("with", "{ minimumDistance: \"20\" }")],
    [("acts", "changeSettings"), ("with", "{ purgesQueue: \"true\" }")],
    [
      ("acts", "openURL"),
      ("with", "{ url: \"overland://setup?url=https%3A%2F%2Freceiver.example%2F&token=x\" }"),
    ],
    [("acts", "noSuchAct"), ("with", "{ a: \"\\\"\" }")],
  ])
}

private func permits(_ dice: inout Dice) -> String {
  switch dice.whole(0...3) {
  case 0, 1: mapping([("location", dice.pick(["always", "whenInUse", "denied"]))])
  case 2: mapping([("accuracy", dice.pick(["full", "reduced"]))])
  default:
    mapping([
      ("motion", dice.pick(["granted", "denied"])),
      ("notifications", dice.pick(["granted", "denied"])),
    ])
  }
}

private func switches(_ dice: inout Dice) -> String {
  let names = PhoneSwitch.allCases.map(\.rawValue) + ["locationServices", "backgroundAppRefresh"]
  let some = dice.pickSome(names, probability: 0.25)
  return mapping(
    (some.isEmpty ? [dice.pick(names)] : some).map { ($0, dice.pick(["on", "off"])) })
}

/// Returns the lines of `server:`.
func serverLines(_ chance: SeededRandom, time: StormTime) -> [String] {
  var dice = Dice(chance)
  guard dice.happens(0.5) else { return [] }
  var events: [String] = []
  for _ in 0..<dice.pick([1, 2, 5]) { events.append(mapping(serverEvent(&dice, time))) }
  return ["server:"] + events.map { "  - " + $0 }
}

private func serverEvent(_ dice: inout Dice, _ time: StormTime) -> [(String, String)] {
  let moment = [("at", time.time(&dice))]
  let (from, until) = time.span(&dice, minutesMax: 300)
  let span = [("from", from), ("until", until)]
  switch dice.whole(0...8) {
  case 0: return span + [("outage", "true")]
  case 1:
    let status = [("status", "\(dice.pick([300, 302, 400, 401, 413, 429, 500, 503, 599]))")]
    return span + status
      + (dice.happens(0.4) ? [("retryAfter", dice.pick(["1 s", "10 min", "3 d"]))] : [])
  case 2, 3:
    let manners = ["error-with-200", "garbage", "redirect", "cut-short", "breaks-off", "hangs"]
    return span + [("fails", dice.pick(manners))]
  case 4: return span + [("delay", dice.pick(["1 ms", "20 s", "5 min"]))]
  case 5: return span + [("refusesEntry", "\(dice.pick([1, 2, 10_000]))")]
  case 6:
    let mode = dice.pick(["off", "standard", "significant", "nonsense"])
    return moment + [
      ("answers", "{ set: { main: { tracking_mode: \(mode) }, send_interval: off } }")
    ]
  case 7:
    return moment + [("pushes", dice.pick(["silent", "voip"])), ("with", "{ action: wake }")]
  default: return moment + [("consent", dice.pick(["given", "withdrawn"]))]
  }
}
