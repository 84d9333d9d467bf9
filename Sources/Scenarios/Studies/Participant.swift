import Documents
import EventKernel
import Geodesy
import Text

/// A participant of a study: a scenario, and the seed under which it is simulated.
///
/// A participant depends only on the study and the participant's number, not on other participants.
package struct Participant: Sendable {
  /// The participant's number. The first participant has number 1; a participant that only tests
  /// the study has number 0.
  package var number: Int
  package var seed: UInt64
  /// The name of the participant's persona.
  package var life: String
  package var scenario: Scenario
  /// The values drawn for the participant, in the order of the study's file.
  package var drawn: [DrawnText]
}

/// The description of a participant in the study's results, without the scenario of the weeks.
package struct ParticipantTraits: Sendable {
  /// The participant's number. The first participant has number 1.
  package var number: Int
  /// The name of the participant's persona.
  package var life: String
  package var phone: PhoneSetup
  /// The values drawn for the participant, in the order of the study's file.
  package var drawn: [DrawnText]
}

extension StudyDocument {
  package func participant(
    _ number: Int, vocabulary: ScenarioVocabulary
  ) throws(InputError) -> Participant {
    try participant(
      number, vocabulary: vocabulary, positions: try positions(of: number), routes: .frozen)
  }

  /// - Parameter positions: the positions of the participant's places on the map; nil without a
  ///   map.
  func participant(
    _ number: Int, vocabulary: ScenarioVocabulary, positions: TownPositions?, routes: RouteReading
  ) throws(InputError) -> Participant {
    var (draw, life) = person(number)
    do throws(InputError) {
      var root = try root(of: life, &draw)
      if let positions { root = try placed(root, of: number, at: positions) }
      return Participant(
        number: number, seed: seed(of: number), life: life.name,
        scenario: try scenario(root, of: life, number, vocabulary, routes), drawn: draw.drawn)
    } catch {
      throw error.reported(of: "participant \(number)", life, draw.drawn)
    }
  }

  /// Returns the traits of a participant, without reading the scenario.
  package func traits(
    of number: Int, vocabulary: ScenarioVocabulary
  ) throws(InputError) -> ParticipantTraits {
    var (draw, life) = person(number)
    let root = try root(of: life, &draw)
    let phone = try ScenarioReader(vocabulary: vocabulary).readPhone(root["phone"])
    return ParticipantTraits(number: number, life: life.name, phone: phone, drawn: draw.drawn)
  }

  /// Returns the error with the values that were drawn for the participant. A drawn value may be
  /// the error's cause.
  package func reporting(_ error: InputError, of participant: Participant) -> InputError {
    guard let life = lives.first(where: { $0.name == participant.life }) else { return error }
    let who = participant.number > 0 ? "participant \(participant.number)" : Self.unnamed
    return error.reported(of: who, life, participant.drawn)
  }

  private static let unnamed = "a possible participant"

  /// Returns a participant's scenario as the text of a file for `odograph run`. With the
  /// participant's seed, the command simulates the same weeks as the study.
  package func participantText(_ number: Int) throws(InputError) -> String {
    var (draw, life) = person(number)
    var root = try root(of: life, &draw)
    if let positions = try positions(of: number) {
      root = try placed(root, of: number, at: positions)
    }
    return ScenarioText(
      root,
      comment: [
        "Participant \(number) of \"\(name)\", persona \(life.name); "
          + "run with --seed \(seed(of: number))."
      ]
    ).text
  }

  package func seed(of number: Int) -> UInt64 { seed + UInt64(number - 1) }

  func person(_ number: Int) -> (ValueDraw, Persona) {
    let draw = ValueDraw(.participant(SeededRandom(seed: seed(of: number)).stream("study")))
    return (draw, lives[draw.choice(of: lives.map(\.share), at: "life")])
  }

  /// Returns trial participants, whose errors are found before the study is simulated.
  ///
  /// Each persona has several trial participants, all with the number 0. Together, the trial
  /// participants use each choice and both ends of each range. An error that can occur in any
  /// participant thus occurs in a trial participant too.
  package func trials(vocabulary: ScenarioVocabulary) throws(InputError) -> [Participant] {
    var trials: [Participant] = []
    let count = max(2, population.map { $0.value.choicesMax }.max() ?? 0)
    for life in lives {
      for trial in 0..<count {
        var draw = ValueDraw(.trial(trial))
        do throws(InputError) {
          let root = try root(of: life, &draw)
          trials.append(
            Participant(
              number: 0, seed: seed, life: life.name,
              scenario: try scenario(root, of: life, trial + 1, vocabulary, .planning),
              drawn: draw.drawn))
        } catch {
          throw error.reported(of: Self.unnamed, life, draw.drawn)
        }
      }
    }
    return trials
  }

  private func scenario(
    _ root: SourceNode, of life: Persona, _ number: Int, _ vocabulary: ScenarioVocabulary,
    _ routes: RouteReading
  ) throws(InputError) -> Scenario {
    var reader = ScenarioReader(vocabulary: vocabulary)
    reader.routeReading = routes
    if let map {
      reader.routeFiles = map.routes
      reader.routing = routing
    }
    var scenario = try reader.read(
      root, file: life.path, sourceFiles: [file] + life.files)
    scenario.name = "\(name), participant \(number)"
    return scenario
  }

  /// Returns the persona's scenario, merged with the entries of the study. If both contain a key,
  /// the study's entry applies. Each `DrawnValue` becomes the text that is drawn for the
  /// participant.
  func root(of life: Persona, _ draw: inout ValueDraw) throws(InputError) -> SourceNode {
    guard case .mapping(var inherited) = life.root.content else {
      throw life.root.refused(accepted: "a scenario")
    }
    // The persona's own values of these keys do not apply in a study.
    let unsaid = ["trackers", "server", "expect", "name"].map { ScenarioKeys.scenario[$0].name }
    inherited.removeAll { unsaid.contains($0.key) }
    if let (place, node) = life.distance {
      let settled = try draw.settle(node, at: "homeTo.\(place)")
      let meters = try settled.quantity(.length, .aboveZero)
      try segment(&inherited, until: place, isSoFar: meters)
    }
    var own = settled
    for entry in population {
      guard entry.key == "person" else {
        var entry = entry
        entry.value = try draw.settle(entry.value, at: entry.key)
        own.append(entry)
        continue
      }
      own.append(try acts(entry, over: inherited, &draw))
    }
    var root = life.root
    root.content = .mapping(ScenarioInheritance.merge(own, over: inherited))
    return root
  }

  /// Returns the persona's acts, followed by the acts in the study's population.
  ///
  /// Habits in the population replace the persona's habits of the same name. An act with a `share`
  /// applies only to that share of the participants.
  private func acts(
    _ entry: SourceEntry, over inherited: [SourceEntry], _ draw: inout ValueDraw
  ) throws(InputError) -> SourceEntry {
    let acts = try entry.value.list("a list such as - { habit: nightly-charging }")
    var own: [SourceNode] = []
    for (index, written) in acts.enumerated() {
      let path = "person.\(index + 1)"
      let drawnBefore = draw.drawn.count
      defer { draw.rename(from: drawnBefore, path, to: "\(path).\(written.word)") }
      var act = written
      if case .mapping(let keys) = act.content, let share = act["share"] {
        let of = try share.quantity(.share, .within(0...1, "from 0 % to 100 %"))
        guard draw.belongs(toShare: of, at: path + ".share") else { continue }
        act.content = .mapping(keys.filter { $0.key != "share" })
      }
      own.append(try draw.settle(act, at: path))
    }
    let habits = acts.compactMap { $0["habit"]?.content }
    var kept: [SourceNode] = []
    if let life = inherited.first(where: { $0.key == "person" })?.value, !life.isNothing {
      kept = try life.list("a list of acts").filter { act in
        act["habit"].map { !habits.contains($0.content) } ?? true
      }
    }
    var result = entry
    result.value.content = .list(kept + own)
    return result
  }

  private func segment(
    _ entries: inout [SourceEntry], until place: String, isSoFar meters: Double
  ) throws(InputError) {
    func position(of name: String) throws(InputError) -> Coordinate? {
      try entries.first { $0.key == "places" }?.value[name]?["at"]?.coordinate()
    }
    guard let home = try position(of: "home"), let target = try position(of: place),
      let map = RescaledMap(home: home, place: target, isSoFar: meters)
    else { return }
    for index in entries.indices where ["places", "day", "week"].contains(entries[index].key) {
      entries[index].value = entries[index].value.moved(on: map)
    }
  }
}

extension SourceNode {
  /// The word that says what an act is, such as "forceQuits" or "nightly-charging".
  fileprivate var word: String {
    guard case .mapping(let entries) = content else { return "" }
    if case .text(let habit, _)? = self["habit"]?.content { return habit }
    return entries.first {
      (ScenarioKeys.personActions + [ScenarioKeys.forgetting]).names.contains($0.key)
    }?.key ?? ""
  }

  /// The largest number of choices that any drawn value in the node has.
  fileprivate var choicesMax: Int {
    switch content {
    case .text: return 0
    case .list(let elements): return elements.map(\.choicesMax).max() ?? 0
    case .mapping(let entries):
      if case .mapping(let choices)? = self["oneOf"]?.content { return choices.count }
      return entries.map(\.value.choicesMax).max() ?? 0
    }
  }
}

extension InputError {
  /// Returns the error with the participant and the drawn values added.
  ///
  /// An error in the study's own file is returned unchanged. The location of such an error already
  /// shows the reader the faulty value.
  fileprivate func reported(
    of who: String, _ life: StudyDocument.Persona, _ drawn: [DrawnText]
  ) -> InputError {
    guard !drawn.isEmpty, location.file != life.location.file else { return self }
    let values = drawn.map { "\($0.name) \($0.text)" }.joined(separator: ", ")
    return InputError(
      location, "\(who) of persona '\(life.name)' (\(life.location)), with \(values): \(problem)",
      accepted: accepted, suggestion: suggestion)
  }
}
