import LivePhone
import Timekeeping

/// A status subject by subject, in the order of reading: what the screen and the page show.
struct StatusRow: Equatable {
  enum Tone { case plain, good, bad }

  /// Empty where a subject goes on.
  var label: String
  var text: String
  var tone = Tone.plain
}

extension LiveStatus {
  var rows: [StatusRow] {
    var rows = [
      StatusRow(label: "Receiver", text: connectionWords, tone: isConnected ? .plain : .bad),
      fixRow,
    ]
    if let position = positionWords { rows.append(StatusRow(label: "Position", text: position)) }
    rows.append(StatusRow(label: "Motion", text: motionWords))
    rows.append(StatusRow(label: "Tracking", text: isTracking ? "on" : "off"))
    for (index, wish) in wishWords.enumerated() {
      rows.append(StatusRow(label: index == 0 ? "Asks for" : "", text: wish))
    }
    rows.append(StatusRow(label: "Trip", text: tripWords ?? "none"))
    return rows + serverRows + remarkRows
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

  private var isServerWell: Bool { !hasServerTrouble && !isServerSilent }

  private var remarkRows: [StatusRow] {
    let rows = [
      StatusRow(label: "Page", text: page ?? ""),
      StatusRow(
        label: "Writes", text: recordingTrouble ?? recording ?? "",
        tone: recordingTrouble == nil ? .plain : .bad),
      StatusRow(label: "Trouble", text: receiverTrouble ?? "", tone: .bad),
      StatusRow(label: "Message", text: message ?? "", tone: .bad),
    ]
    return rows.filter { !$0.text.isEmpty }
  }
}
