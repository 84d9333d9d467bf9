import MotionSensing

/// A comparison of the step counter with a second count of the same recordings.
///
/// No recording has the true number of steps, so this is not an error against the truth: it is the
/// difference between two ways of counting. The reference counts peaks: the magnitude at the
/// recording's own rate, smoothed over 0.1 s, less its mean over 1 s, has a peak for each step.
/// Peaks are at least 0.25 s apart, and at least half a standard deviation and 0.5 m/s² high. Both
/// counts cover blocks of four windows, 10 s, of one label.
struct StepCount {
  static let blockWindows = 4

  var counted = 0
  var reference = 0
  var relativeDifferences: [Double] = []

  init(of recordings: [Recording]) {
    for recording in recordings {
      for segment in recording.segments where segment.activity.isOnFoot {
        add(segment, of: recording)
      }
    }
  }

  private mutating func add(_ segment: LabeledStretch, of recording: Recording) {
    let span = AccelerometerWindow.span.seconds
    let starts = segment.windowStarts
    var recognizer = ActivityRecognizer()
    var window = AccelerometerWindow()
    for block in 0..<starts.count / Self.blockWindows {
      let first = starts[block * Self.blockWindows]
      var steps = 0
      var isWhole = true
      for index in 0..<Self.blockWindows {
        guard recording.signal.fill(&window, from: first + Double(index) * span) else {
          isWhole = false
          break
        }
        steps += recognizer.reading(of: window).steps
      }
      guard isWhole else { continue }
      let peaks = Self.peaks(
        in: recording.signal, from: first, seconds: Double(Self.blockWindows) * span)
      guard peaks > 0 else { continue }
      counted += steps
      reference += peaks
      relativeDifferences.append(abs(Double(steps - peaks)) / Double(peaks))
    }
  }

  var line: String? {
    guard !relativeDifferences.isEmpty, reference > 0 else { return nil }
    let median = relativeDifferences.sorted()[relativeDifferences.count / 2]
    let sum = 100 * (Double(counted) / Double(reference) - 1)
    return
      "\(counted) steps against \(reference) peaks in \(relativeDifferences.count) blocks of 10 s: "
      + "\(sum >= 0 ? "+" : "−")\(fixed(abs(sum), 1)) % in sum, median difference of a block "
      + "\(fixed(100 * median, 1)) %"
  }

  private static func peaks(
    in signal: RecordedSignal, from start: Double, seconds: Double
  ) -> Int {
    let rate = 50.0
    let values = magnitudes(of: signal, from: start, count: Int(seconds * rate), rate: rate)
    let smooth = movingMean(values, radius: 2)
    let slow = movingMean(values, radius: 25)
    let signal = zip(smooth, slow).map { $0 - $1 }
    let deviation = (signal.reduce(0) { $0 + $1 * $1 } / Double(max(1, signal.count))).squareRoot()
    var (count, last) = (0, -1000)
    for index in 1..<max(1, signal.count - 1)
    where signal[index] > signal[index - 1] && signal[index] >= signal[index + 1]
      && signal[index] > max(0.5, deviation / 2) && index - last >= 13
    {
      count += 1
      last = index
    }
    return count
  }

  private static func magnitudes(
    of signal: RecordedSignal, from start: Double, count: Int, rate: Double
  ) -> [Double] {
    (0..<count).map { index in
      let acceleration = signal.mean(
        from: start + Double(index) / rate, to: start + Double(index + 1) / rate)
      return (acceleration * acceleration).sum().squareRoot()
    }
  }

  private static func movingMean(_ values: [Double], radius: Int) -> [Double] {
    values.indices.map { index in
      let around = values[max(0, index - radius)...min(values.count - 1, index + radius)]
      return around.reduce(0, +) / Double(around.count)
    }
  }
}
