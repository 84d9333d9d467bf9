import Documents
import PhoneAPI
import Text
import Timekeeping
import World

/// A reader of `person:`, a list of acts. In each act, one key gives the occasion and another key
/// the action.
///
/// A time of day applies to every day of the scenario, or only to the days in `on:`.
struct PersonReader {
  /// The names that `acts:` accepts. An empty list accepts any name.
  let acts: [String]
  let places: PlaceNames
  let days: ScenarioDays
  let course: Course

  func read(
    _ node: SourceNode?
  ) throws(InputError) -> (events: [PersonEvent], forgets: [ForgottenPhone]) {
    var events: [PersonEvent] = []
    var forgets: [ForgottenPhone] = []
    for element in try node?.list("a list such as - { at: 08:10, opens: app, for: 90 s }") ?? [] {
      let fields = try Fields(element, keys: ScenarioKeys.act)
      if let habit = fields["habit"] {
        events.append(try readHabit(habit, fields))
      } else if let forgotten = fields["forgets"] {
        forgets.append(try readForgets(forgotten, fields))
      } else {
        events += try readEvents(fields)
      }
    }
    // Swift's sort keeps the order of equals, so what was written first happens first.
    events.sort { $0.sortingInstant < $1.sortingInstant }
    try refuseBeforeInstallation(events, in: node)
    return (events, forgets)
  }

  private func readEvents(_ fields: Fields) throws(InputError) -> [PersonEvent] {
    let acts = try ActReader(fields: fields, acts: acts).read()
    let condition = try fields["whenBattery"].map { (node) throws(InputError) in
      try node.batteryCondition()
    }
    let weekdays = try fields["on"]?.weekdays() ?? PersonEvent.everyDay
    let chance = try fields.quantity("chance") ?? 1
    var events: [PersonEvent] = []
    let (triggers, onlyWhen) = try readTriggers(fields, condition, weekdays)
    let moment = try fields["at"]?.spreadMoment().moment
    for trigger in triggers {
      for (action, lasts) in acts {
        var event = PersonEvent(
          trigger, action, lasts: lasts, onlyWhen: onlyWhen, weekdays: weekdays,
          probability: chance, line: fields.node.location.line)
        if case .at(let instant, _) = trigger, let moment {
          event.written = days.clockTime(of: instant, moment)
        }
        events.append(event)
      }
    }
    return events
  }

  // MARK: Occasions

  private func readTriggers(
    _ fields: Fields, _ condition: BatteryLevelCondition?, _ weekdays: Set<Int>
  ) throws(InputError) -> ([PersonEvent.Trigger], onlyWhen: BatteryLevelCondition?) {
    let words = fields.given(ScenarioKeys.personTriggers)
    guard words.count <= 1 else {
      throw fields.node.refused(
        "the act has two occasions: \(listing(words))", accepted: "one of them")
    }
    try refuseStrayModifiers(fields, trigger: words.first)
    guard let word = words.first, let node = fields[word] else {
      guard let condition else {
        throw fields.node.refused(
          "the act has no occasion",
          accepted: "one of " + listing(ScenarioKeys.personTriggers.names + ["whenBattery"]))
      }
      for key in ["on", "chance"] {
        if let node = fields[key] { throw node.refused("'\(key)' is given without 'at'") }
      }
      return ([.whenBattery(condition)], nil)
    }
    switch word {
    case "at": return (try readTimes(node, fields["on"], weekdays), condition)
    case "timesPerDay":
      let window = try fields["between"]?.dailyWindow() ?? .waking
      return ([.timesPerDay(try node.quantity(of: ScenarioKeys.act[word]), window)], condition)
    default:
      let place = try place(node)
      let after = try fields.duration("after") ?? .zero
      return (
        [
          word == "onArrival"
            ? .onArrival(place: place, after: after) : .onDeparture(place: place, after: after)
        ], condition
      )
    }
  }

  private func readTimes(
    _ at: SourceNode, _ on: SourceNode?, _ weekdays: Set<Int>
  ) throws(InputError) -> [PersonEvent.Trigger] {
    let moment = try at.spreadMoment()
    let instants = try days.instants(of: moment.moment, at)
      .filter { weekdays.contains(days.clocks.date(of: $0).isoWeekday) }
    if instants.isEmpty, let on {
      throw on.refused("the scenario has no such day at \(at.kindFound)")
    }
    return instants.map { .at($0, spread: moment.spread) }
  }

  /// Reads a place, and throws an error if no leg leads there: an act at that place would never
  /// happen.
  private func place(_ node: SourceNode) throws(InputError) -> Int {
    guard case .legs(let legs) = course else {
      throw node.refused(
        "a recording has no named places", accepted: "'at:', 'timesPerDay:'")
    }
    let index = try places.index(node)
    let visited = places.places.indices.filter { index in legs.contains { $0.place == index } }
    guard visited.contains(index) else {
      throw InputError(
        node.location, "no leg leads to \(quoted(places.places[index].name))",
        accepted: listing(visited.map { places.places[$0].name }))
    }
    return index
  }

  private func refuseStrayModifiers(_ fields: Fields, trigger: String?) throws(InputError) {
    let owners = ["after": ["onArrival", "onDeparture"], "between": ["timesPerDay"]]
    for key in ["after", "between"] {
      guard let node = fields[key], let owners = owners[key] else { continue }
      guard trigger.map(owners.contains) ?? false else {
        throw node.refused("'\(key)' is given without its occasion", accepted: listing(owners))
      }
    }
  }

  // MARK: Habits

  private func readHabit(
    _ habit: SourceNode, _ fields: Fields
  ) throws(InputError) -> PersonEvent {
    let word = try habit.word(oneOf: ScenarioKeys.habits)
    let fitting =
      word == "phone-use" ? ["habit", "on", "timesPerDay", "for"] : ["habit", "on", "chance"]
    for entry in fields.entries where !fitting.contains(entry.key) && !entry.value.isNothing {
      throw entry.value.refused(
        "'\(entry.key)' does not go with the habit '\(word)'",
        accepted: listing(Array(fitting.dropFirst())))
    }
    let weekdays = try fields["on"]?.weekdays() ?? PersonEvent.everyDay
    let line = habit.location.line
    guard word == "phone-use" else {
      var event = PersonEvent.nightlyCharging
      event.weekdays = weekdays
      event.probability = try fields.quantity("chance") ?? 1
      event.line = line
      return event
    }
    var use = PhoneUse()
    use.sessionsPerDay = try fields.quantity("timesPerDay") ?? use.sessionsPerDay
    if let length = fields["for"] {
      use.meanSessionSeconds = try length.quantity(
        .duration, .within(1...7200, "from 1 s to 2 h"))
    }
    return PersonEvent(.phoneUse(use), .uses(.phone), weekdays: weekdays, line: line)
  }

  private func readForgets(
    _ node: SourceNode, _ fields: Fields
  ) throws(InputError) -> ForgottenPhone {
    _ = try node.word(oneOf: ["phone"])
    let fitting = ["forgets", "onDeparture", "chance", "on"]
    for entry in fields.entries where !fitting.contains(entry.key) && !entry.value.isNothing {
      throw entry.value.refused(
        "'\(entry.key)' does not go with 'forgets'", accepted: "onDeparture, chance, on")
    }
    let place = try fields.required("onDeparture", accepted: "the place where it is left")
    return ForgottenPhone(
      place: try self.place(place), probability: try fields.quantity("chance") ?? 1,
      weekdays: try fields["on"]?.weekdays() ?? PersonEvent.everyDay)
  }

  // MARK: Impossible acts

  /// Throws an error for an act that uses the app at a time before the app is installed.
  private func refuseBeforeInstallation(
    _ events: [PersonEvent], in node: SourceNode?
  ) throws(InputError) {
    let installations = events.filter { $0.action == .installsApp }
    guard let first = installations.first, let node else { return }
    guard installations.count == 1 else {
      throw InputError(
        SourceLocation(file: node.location.file, line: installations[1].line),
        "the app is installed twice", accepted: "'installs: app' once, at one date and time")
    }
    for event in events where event.action.needsApp && event.sortingInstant < first.sortingInstant {
      throw InputError(
        SourceLocation(file: node.location.file, line: event.line),
        "the person \(event.action.words) before it is installed, which is on line "
          + "\(first.line ?? 0)",
        accepted: "a later time")
    }
  }
}

extension PersonEvent {
  fileprivate var sortingInstant: Instant {
    if case .at(let instant, _) = trigger { return instant }
    return .distantFuture
  }
}

extension PersonAction.Kind {
  fileprivate var needsApp: Bool {
    switch self {
    case .opensApp, .leavesApp, .forceQuitsApp, .acts, .tapsNotification, .crashesApp, .updatesApp:
      true
    default: false
    }
  }
}

extension SourceNode {
  /// Reads a condition on the battery level, such as "< 20 %".
  fileprivate func batteryCondition() throws(InputError) -> BatteryLevelCondition {
    let accepted = "a condition such as \"< 20 %\""
    let text = Substring(try text(accepted)).trimmed
    guard let sign = text.first, sign == "<" || sign == ">",
      let level = QuantityDimension.share.value(of: text.dropFirst()), (0...1).contains(level)
    else { throw refused(accepted: accepted) }
    return BatteryLevelCondition(isBelow: sign == "<", level: level)
  }

  /// Reads one name of `ScenarioKeys.week` or a list of such names. Returns the ISO numbers of the
  /// weekdays.
  fileprivate func weekdays() throws(InputError) -> Set<Int> {
    var days: Set<Int> = []
    var elements = [self]
    if case .list(let list) = content { elements = list }
    for element in elements {
      switch try element.word(oneOf: ScenarioKeys.week.names) {
      case "workdays": days.formUnion(1...5)
      case "weekend": days.formUnion(6...7)
      case let word: days.insert((ScenarioKeys.weekdays.names.firstIndex(of: word) ?? 0) + 1)
      }
    }
    return days
  }

  fileprivate func dailyWindow() throws(InputError) -> DailyWindow {
    let accepted = "two times of day such as [07:00, 23:00]"
    guard case .list(let ends) = content, ends.count == 2,
      let from = TimeOfDay(try ends[0].text(accepted)),
      let until = TimeOfDay(try ends[1].text(accepted)), from != until
    else { throw refused(accepted: accepted) }
    return DailyWindow(from: from, until: until)
  }
}
