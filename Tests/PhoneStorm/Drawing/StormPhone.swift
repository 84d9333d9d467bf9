import EventKernel
import PhoneAPI
import PhoneProfiles
import SimulatedPhone
import World

/// The phone's profiles, model variants and parameters, in a fixed order.
private let readings = PhoneModel.readingChoices.sorted { $0.key < $1.key }
private let parameters = PhoneModel.parameterRanges.sorted { $0.key < $1.key }

/// Returns the lines of `phone:`.
func phoneLines(_ chance: SeededRandom) -> [String] {
  var dice = Dice(chance)
  let profile = dice.pick(DeviceProfile.all)
  var entries = [("profile", profile.name)]
  if dice.happens(0.8) { entries.append(("system", dice.pick(profile.systems).name)) }
  let battery = dice.pick([dice.whole(0...6), dice.whole(0...100), 20, 21, 99, 100])
  entries.append(("battery", "\(battery) %"))
  if dice.happens(0.3) { entries.append(("batteryHealth", "\(dice.whole(20...100)) %")) }
  if dice.happens(0.4) {
    entries.append(("carried", dice.pick(["pocket", "bag", "hand", "mount", "table"])))
  }
  let lines = ["phone:"] + entries.map { "  \($0): \($1)" }
  return lines + parameterLines(&dice, profile)
}

/// Returns the line of `car:`, if there is a car.
func carLines(_ chance: SeededRandom) -> [String] {
  var dice = Dice(chance)
  guard dice.happens(0.4) else { return [] }
  var entries = [("accessory", dice.pick(["x", "12", "OBD plug"]))]
  if dice.happens(0.7) { entries.append(("bluetooth", "My car")) }
  if dice.happens(0.3) { entries.append(("carPlay", dice.pick(["true", "false"]))) }
  return ["car: " + mapping(entries)]
}

private func parameterLines(_ dice: inout Dice, _ profile: DeviceProfile) -> [String] {
  var chosen: [(String, String)] = []
  for (name, accounts) in readings where dice.happens(0.3) {
    // The readers refuse a variant that the profile cannot have; a share of such days is enough.
    if name == "cellular", dice.happens(0.9) { continue }
    chosen.append((name, dice.pick(accounts)))
  }
  var fixed: [(String, String)] = []
  if dice.happens(0.15) {
    for _ in 0..<dice.whole(1...4) {
      let (name, range) = dice.pick(parameters)
      if fixed.contains(where: { $0.0 == name }) || name == "battery.healthShare" { continue }
      fixed.append((name, plain(value(&dice, in: range), digits: 12)))
    }
  }
  return [("readings", chosen), ("model", fixed)].filter { !$0.1.isEmpty }.map {
    "  \($0.0): " + mapping($0.1)
  }
}

/// Draws a value within the sources' range, at its ends, or as far beyond as a scenario may go.
private func value(_ dice: inout Dice, in range: ClosedRange<Double>) -> Double {
  switch dice.whole(0...5) {
  case 0: range.lowerBound
  case 1: range.upperBound
  case 2: range.lowerBound / 19.9
  case 3: range.upperBound * 19.9
  default: dice.number(range)
  }
}

/// Returns the lines of `permissions:`.
func permissionLines(_ chance: SeededRandom) -> [String] {
  var dice = Dice(chance)
  if dice.happens(0.4) { return [] }
  if dice.happens(0.2) { return ["permissions: ask"] }
  var entries: [(String, String)] = []
  let location = ["always", "always", "whenInUse", "denied", "restricted", "ask", "ask"]
  if dice.happens(0.7) { entries.append(("location", dice.pick(location))) }
  if dice.happens(0.4) { entries.append(("accuracy", dice.pick(["full", "reduced"]))) }
  for grant in ["motion", "notifications"] where dice.happens(0.4) {
    entries.append((grant, dice.pick(["granted", "denied", "ask", "restricted"])))
  }
  if dice.happens(0.5) { entries.append(("answers", answers(&dice))) }
  return entries.isEmpty ? [] : ["permissions: " + mapping(entries)]
}

/// Draws the user's answers to prompts.
func answers(_ dice: inout Dice) -> String {
  if dice.happens(0.3) { return dice.pick(["allows", "refuses", "ignores"]) }
  var entries: [(String, String)] = []
  for question in PermissionQuestion.allCases.map(\.rawValue) where dice.happens(0.5) {
    let isLocation = question == "location"
    let replies = ["allows", "refuses", "ignores"] + (isLocation ? ["allowsOnce"] : [])
    entries.append((question, dice.pick(replies)))
  }
  if dice.happens(0.3) { entries.append(("precise", dice.pick(["true", "false"]))) }
  entries.append(("after", dice.pick(["0 s", "4 s", "3 min", "2 d"])))
  return mapping(entries)
}
