import Experiments
import Timekeeping
import World

/// The number of the person's actions under one seed, for each kind of action, and the time that
/// they last until the end of the world.
struct DrawnActs {
  let acts: [PersonAction]
  let end: Instant

  var lines: [String] {
    var words: [String] = []
    var counts: [Int] = []
    var seconds: [Double] = []
    for act in acts {
      guard case .at(let start) = act.trigger, start < end else { continue }
      let length = min(act.then?.after ?? .zero, end - start).seconds
      if let index = words.firstIndex(of: act.kind.words) {
        counts[index] += 1
        seconds[index] += length
      } else {
        words.append(act.kind.words)
        counts.append(1)
        seconds.append(length)
      }
    }
    return words.indices.map { index in
      let times = counts[index] == 1 ? "once" : "\(counts[index]) times"
      let sum = seconds[index] > 0 ? ", \(duration(seconds[index])) in all" : ""
      return "\(times): \(words[index])\(sum)"
    }
  }
}
