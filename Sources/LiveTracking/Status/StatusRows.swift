import Accounts
import LivePhone
import Timekeeping

/// A row of a status, as the screen and the page show it.
struct StatusRow: Equatable {
  enum Tone { case plain, good, bad }

  /// The label of the row; empty if the row continues the row above.
  var label: String
  var text: String
  var tone = Tone.plain

  /// The labels in the order in which their rows are kept if there is no room for all rows.
  ///
  /// Problems come first, then rows that show whether the tracker gets and sends positions, and
  /// last the rows that rarely change.
  private static let order = [
    "Fix", "Queue", "Sent", "Recorded", "Tracking", "Receiver", "Trip", "Today", "Account",
    "Writes", "Position", "Motion", "Drives", "Home",
  ]

  /// The row's priority, from its tone and label. If there is no room for all rows, the rows with
  /// the smallest numbers are shown.
  var rank: Int {
    tone == .bad ? -1 : Self.order.firstIndex(of: label) ?? Self.order.count
  }
}

extension LiveStatus {
  var rows: [StatusRow] {
    var rows = [
      receiverRow,
      fixRow,
    ]
    if let position = positionWords { rows.append(StatusRow(label: "Position", text: position)) }
    rows.append(StatusRow(label: "Motion", text: motionWords))
    if let drives { rows.append(StatusRow(label: "Drives", text: drives)) }
    rows.append(StatusRow(label: "Tracking", text: isTracking ? "on" : "off"))
    for (index, wish) in wishWords.enumerated() {
      rows.append(StatusRow(label: index == 0 ? "Asks for" : "", text: wish))
    }
    rows.append(StatusRow(label: "Trip", text: tripWords ?? "none"))
    rows.append(StatusRow(label: "Recorded", text: recordedWords))
    return rows + dayRows + serverRows + (simulated?.rows(clock) ?? []) + remarkRows
  }

  private var dayRows: [StatusRow] {
    [("Today", todayWords), ("Home", homeWords), ("Account", accountWords)].compactMap {
      label, words in words.map { StatusRow(label: label, text: $0) }
    }
  }

  private var receiverRow: StatusRow {
    let change = receiver.deviceChange.flatMap { time - $0.at < .minutes(1) ? $0.report : nil }
    return StatusRow(
      label: "Receiver", text: [connectionWords, change].compactMap { $0 }.joined(separator: "; "),
      tone: isConnected ? .plain : .bad)
  }

  private var fixRow: StatusRow {
    let age = fixAge.map { "\($0.wholeSecondsWords) old" }
    return StatusRow(
      label: "Fix", text: (fixWords + [age].compactMap { $0 }).joined(separator: ", "),
      tone: mode >= .twoDimensional ? .good : .plain)
  }

  private var serverRows: [StatusRow] {
    var rows = [StatusRow(label: "Queue", text: queueWords)]
    guard let server else { return rows }
    rows.append(
      StatusRow(label: "Sent", text: uploadWords, tone: isServerWell ? .plain : .bad))
    rows.append(StatusRow(label: "Server", text: server))
    return rows
  }

  private var troubleWords: String {
    [receiverTrouble, sensorTrouble, serverTrouble].compactMap { $0 }.joined(separator: "; ")
  }

  private var isServerWell: Bool { !hasServerTrouble && !isServerSilent }

  private var remarkRows: [StatusRow] {
    let rows = [
      StatusRow(label: "Sensors", text: sensorWords ?? ""),
      StatusRow(label: "Settings", text: changedSettings.joined(separator: ", ")),
      StatusRow(label: "Page", text: page ?? ""),
      StatusRow(
        label: "Writes", text: recordingTrouble ?? recording ?? "",
        tone: recordingTrouble == nil ? .plain : .bad),
      StatusRow(label: "Trouble", text: troubleWords, tone: .bad),
      StatusRow(label: "Message", text: message ?? "", tone: .bad),
    ]
    return rows.filter { !$0.text.isEmpty }
  }
}
